package granary.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.testing.SolvedDatabase;
import granary.testing.Tsv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The moves that a search leaves out, and their order, show in the number of positions that it visits and hardly in its results. If you
 * change them on purpose, measure the gain, and write the numbers that this test finds into the table. (Chess engines call such a number
 * the signature of a bench.)
 */
final class SearchCountsTest {
    private static final int TOP = 5;
    private static final int MEGABYTES = 1;
    private static final int PROVEN_FROM = 5000;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void aSearchVisitsThePositionsThatItVisitedBefore(RuleSet rules) throws IOException {
        Awari game = new Awari(6, rules);
        SolvedDatabase.write(directory, game, TOP);
        if (rules == RuleSet.ABAPA) {
            SolvedDatabase.addBounds(directory, game, TOP);
        }
        List<List<String>> rows = Tsv.fields(getClass(), "search-counts.tsv").stream()
                .filter(row -> row.get(0).equals(rules.id()))
                .toList();
        try (Database database = Database.open(directory)) {
            assertEquals(
                    lines(rows),
                    lines(rows.stream().map(row -> search(database, row)).toList()));
        }
    }

    private static String lines(List<List<String>> rows) {
        return String.join(
                "\n", rows.stream().map(row -> String.join("\t", row)).toList());
    }

    private static List<String> search(Database database, List<String> row) {
        Engine engine = new Engine(database, Engine.Aim.valueOf(row.get(1)), MEGABYTES);
        engine.proveFrom(PROVEN_FROM);
        PlayedGame played = new PlayedGame(database.game());
        OwareNotation.play(played, row.get(3));
        Limits limits = Limits.NONE.withDepth(Integer.parseInt(row.get(2)));
        Report report = engine.prepare(played, limits).search(depth -> {});
        return List.of(
                row.get(0),
                row.get(1),
                row.get(2),
                row.get(3),
                "" + report.nodes(),
                "" + report.probes(),
                "" + report.score(),
                "" + report.isExact(),
                OwareNotation.letters(played.now().mover(), report.line()));
    }
}
