package granary.analysis.chexers;

import granary.builder.InvalidRequestException;
import granary.builder.database.BuiltDatabase;
import granary.command.kit.ExitCode;
import granary.command.kit.Subcommand;
import granary.command.option.PositionArgument;
import granary.game.Games;
import granary.games.chexers.Chexers;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Solves one board. */
@Command(
        name = "solve",
        description = "Prints a shortest list of actions that brings all pieces off a board.",
        footer = {
            "",
            "Example:",
            "  granary chexers solve --colour red --blocks '-1,0;-1,1;1,1;3,-1' 0,0 0,-1 -2,1",
            "",
            "Lines of the output that begin with # are comments. Without a solution, prints a comment and exits with 3."
        })
final class SolveCommand extends Subcommand {
    private static final String DATABASE = "database";

    @Option(
            names = "--colour",
            paramLabel = "COLOUR",
            defaultValue = "red",
            description = "red, green or blue (${DEFAULT-VALUE}).")
    private String colour;

    @Option(
            names = "--blocks",
            paramLabel = "BLOCKS",
            defaultValue = "none",
            description = "Blocked hexes such as 0,-1;1,1, or none (${DEFAULT-VALUE}).")
    private String blocks;

    @Mixin
    private PositionArgument positionArgument = new PositionArgument();

    @Option(
            names = "--solver",
            paramLabel = "SOLVER",
            defaultValue = "astar",
            description = "ida, astar or database (${DEFAULT-VALUE}).")
    private String solver;

    @Option(
            names = {"-v", "--verbose"},
            description = "Draw the board before and after, and print the work of the search and its time.")
    private boolean verbose;

    @Override
    public Integer call() throws IOException {
        Puzzle puzzle = puzzle();
        long start = System.nanoTime();
        Solution solution = solve(puzzle);
        double seconds = (System.nanoTime() - start) / 1e9;
        print(out(), puzzle, solution);
        if (verbose) {
            printReport(out(), solution, seconds);
        }
        return (solution.isSolvable() ? ExitCode.SUCCESS : ExitCode.NO_SOLUTION).number();
    }

    private Puzzle puzzle() {
        try {
            Chexers game = (Chexers) Games.create("chexers", Map.of("colour", colour, "blocks", blocks));
            return new Puzzle(game, positionArgument.of(game));
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(e.getMessage(), e);
        }
    }

    private Solution solve(Puzzle puzzle) throws IOException {
        return switch (solver) {
            case "ida" -> new IdaStar(RelaxedDistance::new).solve(puzzle);
            case "astar" -> new AStar(RelaxedDistance::new).solve(puzzle);
            case DATABASE -> solveByDatabase(puzzle);
            default ->
                throw new InvalidRequestException("no solver '" + solver + "'; choose one of ida, astar, database");
        };
    }

    private static Solution solveByDatabase(Puzzle puzzle) throws IOException {
        Chexers game = puzzle.game();
        try (BuiltDatabase built = new BuiltDatabase(game, game.layer(puzzle.pieces()))) {
            return AStar.of(built.database()).solve(puzzle);
        }
    }

    private void print(PrintWriter out, Puzzle puzzle, Solution solution) {
        if (verbose) {
            drawBoard(out, "before", puzzle, puzzle.pieces());
        }
        if (!solution.isSolvable()) {
            out.println("# no solution: a piece has no path to an exit");
            return;
        }
        solution.moves().forEach(move -> out.println(Chexers.action(move)));
        if (verbose) {
            int[] none = new int[puzzle.pieces().length];
            Arrays.fill(none, -1);
            drawBoard(out, "after " + solution.moves().size() + " actions", puzzle, none);
        }
    }

    private static void drawBoard(PrintWriter out, String when, Puzzle puzzle, int[] pieces) {
        out.println("# " + when);
        puzzle.game().notation().draw(pieces).lines().forEach(line -> out.println("# " + line));
    }

    private static void printReport(PrintWriter out, Solution solution, double seconds) {
        out.println(String.format(
                Locale.ROOT,
                "# %d actions; %,d sets of pieces expanded, %,d generated, %,d of them (%.1f %%) pruned by the table",
                solution.moves().size(),
                solution.expanded(),
                solution.generated(),
                solution.pruned(),
                100.0 * solution.pruned() / Math.max(1, solution.generated())));
        out.println(String.format(
                Locale.ROOT, "# effective branching factor %.2f; %.3f s", solution.effectiveBranching(), seconds));
    }
}
