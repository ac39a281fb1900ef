package granary.analysis.oware;

import com.google.gson.GsonBuilder;
import granary.builder.InvalidRequestException;
import granary.command.kit.Subcommand;
import granary.command.kit.TextFile;
import granary.command.option.DatabaseOption;
import granary.database.Database;
import granary.game.Scoring;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Judges the moves of a game of oware. */
@Command(
        name = "analyse",
        description = "Prints how many seeds each move of a game of oware lost, and the first error.",
        footer = {
            "",
            "Examples:",
            "  granary analyse --dir db FeDbBdFc",
            "  granary analyse --dir db 1-0-0-2-0-1-0-3-0-0-1-2-20-18-S 3 4 5",
            "  granary analyse --dir db --json --file game.ogn",
            "",
            "A game is a list of moves. A position comes first, unless play begins with four seeds in each pit. A move "
                    + "is its pit's letter, in the order of sowing, A to F for south and a to f for north, or its number, 0 to 5. "
                    + "Scores are for the player who moves: what the mover will still capture minus what the opponent will. Under abapa, "
                    + "a database with bounds gives the least and the greatest score, whichever position repeats. A move is an error if it "
                    + "gives up what was certain. Earlier positions of the game do not count. Above the database, scores come from a search. A "
                    + "'~' marks a score that is not certain."
        })
public final class AnalyseCommand extends Subcommand {
    /** The name of a file, as no game ends. */
    private static final String FILE = ".*[/.][A-Za-z]+";

    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Number of positions to search for each move above the database (${DEFAULT-VALUE}).")
    private long nodes;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "A file with a game in Oware Game Notation, or with the letters of the moves.")
    private Path file;

    @Parameters(
            arity = "0..*",
            paramLabel = "GAME",
            description = "The moves, preceded by the start position if that is not the opening.")
    private List<String> words = List.of();

    @Override
    protected void run() throws IOException {
        if (nodes < 1) {
            throw new InvalidRequestException("--nodes must be 1 or more, not " + nodes);
        }
        if (words.isEmpty() == (file == null)) {
            throw new InvalidRequestException("give the moves of a game, or a file with --file");
        }
        if (words.size() == 1 && words.getFirst().matches(FILE)) {
            throw new InvalidRequestException(
                    "'" + words.getFirst() + "' is a file's name, not a game; give it with --file");
        }
        String text = file == null ? String.join(" ", words) : TextFile.read(file);
        try (Database database = databaseOption.open()) {
            GameAnalysis analysis = GameAnalysis.of(database, text, nodes);
            if (!database.game().settlesEndlessPlay() && database.boundsLayers().isEmpty()) {
                err().println("granary: scores are estimates: " + database.where()
                        + " holds no bounds; compute them: granary build --bounds");
            }
            if (json) {
                out().println(toJson(database, analysis));
            } else {
                print(analysis, database.game().scoring(), out());
            }
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException((file == null ? "" : file + ": ") + e.getMessage(), e);
        }
    }

    private static void print(GameAnalysis analysis, Scoring scoring, PrintWriter out) {
        out.println("move      before    after  best   loss  known from");
        for (GameAnalysis.JudgedMove move : analysis.moves()) {
            String doubt = move.exact() ? "" : "~";
            out.printf(
                    Locale.ROOT,
                    "%4d %s  %8s %8s  %4s  %5s  %s%n",
                    move.number(),
                    move.move(),
                    doubt + range(move.before(), move.beforeAtMost(), scoring::text),
                    doubt + range(move.after(), move.afterAtMost(), scoring::text),
                    move.best(),
                    move.lossAtMost() == 0 ? "-" : doubt + range(move.loss(), move.lossAtMost(), Integer::toString),
                    move.depth() == 0
                            ? "database" + (move.outcome() == null ? "" : ": " + move.outcome())
                            : "search, depth " + move.depth());
        }
        GameAnalysis.JudgedMove error = analysis.firstError();
        if (error == null) {
            boolean isSettled = analysis.moves().stream().allMatch(move -> move.before() == move.beforeAtMost());
            out.println("no move lost a " + (isSettled ? "seed" : "certain seed"));
        } else {
            out.println("first error: move " + error.number() + ", " + error.move() + ", loses "
                    + (error.exact() ? "" : "about ")
                    + (error.loss() == error.lossAtMost() ? "" : error.loss() + " to ") + error.lossAtMost()
                    + (error.lossAtMost() == 1 ? " seed" : " seeds") + "; best is " + error.best());
        }
    }

    private static String range(int least, int most, IntFunction<String> text) {
        return text.apply(least) + (least == most ? "" : ".." + text.apply(most));
    }

    private static String toJson(Database database, GameAnalysis analysis) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("game", database.game().identity());
        json.put("moves", analysis.moves());
        GameAnalysis.JudgedMove error = analysis.firstError();
        json.put("firstError", error == null ? null : error.number());
        return new GsonBuilder().serializeNulls().disableHtmlEscaping().create().toJson(json);
    }
}
