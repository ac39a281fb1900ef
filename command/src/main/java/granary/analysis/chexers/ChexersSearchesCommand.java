package granary.analysis.chexers;

import granary.builder.InvalidRequestException;
import granary.builder.database.BuiltDatabase;
import granary.command.kit.Json;
import granary.command.kit.StatusLine;
import granary.command.kit.Subcommand;
import granary.games.chexers.Chexers;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares the searches on random boards. */
@Command(
        name = "compare",
        description = "Solves random boards with every search and compares the work of the searches.",
        footer = {
            "",
            "Example:",
            "  granary chexers compare --boards 100 --pieces 4 --blocks 8",
            "",
            "Columns, per board: actions of the solution, sets of pieces expanded, sets generated, percentage of these "
                    + "that the table pruned, effective branching factor, and time. The database's time is that of its "
                    + "lookups; the last line says how long building it took."
        })
final class ChexersSearchesCommand extends Subcommand {
    @Option(names = "--boards", paramLabel = "N", defaultValue = "100", description = "How many boards (100).")
    private int boards;

    @Option(names = "--pieces", paramLabel = "P", defaultValue = "4", description = "Pieces on each, 1 to 4 (4).")
    private int pieces;

    @Option(names = "--blocks", paramLabel = "B", defaultValue = "8", description = "Blocks on each, 0 to 33 (8).")
    private int blocks;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    protected void run() throws IOException {
        if (boards < 1) {
            throw new InvalidRequestException("--boards must be 1 or more, not " + boards);
        }
        RandomPuzzles puzzles = new RandomPuzzles(new Random(1), pieces, blocks);
        Tally ida = new Tally("ida");
        Tally astar = new Tally("astar");
        Tally lookup = new Tally("database");
        double building = 0;
        int unsolvable = 0;
        try (StatusLine line = new StatusLine()) {
            for (int i = 0; i < boards; i++) {
                line.show(List.of("board " + (i + 1) + " of " + boards));
                Puzzle puzzle = puzzles.next();
                if (!astar.add(new AStar(RelaxedDistance::new), puzzle)) {
                    unsolvable++;
                    continue;
                }
                ida.add(new IdaStar(RelaxedDistance::new), puzzle);
                long start = System.nanoTime();
                Chexers game = puzzle.game();
                try (BuiltDatabase database = new BuiltDatabase(game, pieces)) {
                    building += (System.nanoTime() - start) / 1e9;
                    lookup.add(AStar.of(database.database()), puzzle);
                }
            }
        }
        double each = building / Math.max(1, boards - unsolvable);
        List<Tally.Row> rows = List.of(ida.row(null), astar.row(null), lookup.row(each));
        if (json) {
            out().println(Json.line(rows));
        } else {
            out().println(Tally.table(rows));
            out().printf(
                            "%d boards, %d of them left out, without a solution; building a database took %.2f s%n",
                            boards, unsolvable, each);
        }
    }
}
