package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.format.FileKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands with distances. */
class DistancesTest {
    private static final int TOP = 6;

    @TempDir
    private Path directory;

    private Path db;
    private Path expected;

    @BeforeEach
    void build() throws IOException {
        db = Files.createDirectory(directory.resolve("db"));
        expected = Files.createDirectory(directory.resolve("expected"));
        Databases.buildWithDistances(expected, new Awari(6, RuleSet.OLYMPIAD), TOP);
        Cli.run("build", "--dir", db, "--seeds", TOP).assertSuccess();
    }

    @Test
    void buildAddsThemToTheLayersThatLackThem() throws IOException {
        Object[] build = {"build", "--dir", db, "--seeds", TOP, "--distances"};
        Cli.run(build).assertSuccess();
        assertEquals(Databases.contents(expected), Databases.contents(db));
        Cli.run(build).printed("nothing to do");
        Files.delete(db.resolve(FileKind.DISTANCES.fileName(4)));
        Cli.run(build).assertSuccess();
        assertEquals(Databases.contents(expected), Databases.contents(db));
    }

    @Test
    void theyAreComputedWithTheScoresInOneGo() throws IOException {
        Path both = directory.resolve("both");
        Cli.run("build", "--dir", both, "--seeds", TOP, "--distances").assertSuccess();
        assertEquals(Databases.contents(expected), Databases.contents(both));
    }

    @Test
    void gamesWhoseScoresTellTheDistanceRefuseThem() {
        String build = "build --game chain --chips 5 --dir " + directory.resolve("chain");
        Cli.line(build + " --distances").assertMistake("the scores of chain already give the distance");
        Cli.line(build).assertSuccess();
        Cli.run("verify", "--dir", directory.resolve("chain")).printed("all scores are proved");
    }

    @Test
    void probeShowsThem() throws IOException {
        int[] board = {0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1};
        String text = Cli.run("probe", "--dir", expected, board).printed();
        String object = Cli.run("probe", "--dir", expected, "--json", board).printed();
        try (Database database = Database.open(expected)) {
            int distance = database.distance(board);
            assertTrue(distance > 0, "something is at stake");
            assertTrue(text.contains("score " + sign(database.score(board)) + ", distance " + distance), text);
            String values = "\"score\":" + database.score(board) + ",\"distance\":" + distance;
            assertTrue(object.contains(values), object);
            Path boards = Files.writeString(
                    directory.resolve("boards"), database.game().notation().text(board));
            Cli.run("probe", "--dir", expected, "--json", "--batch", boards).printed(values);
        }
    }

    private static String sign(int score) {
        return score > 0 ? "+" + score : "" + score;
    }

    @Test
    void exportWritesThemOrTheScoresInRankOrder() throws IOException {
        for (FileKind kind : List.of(FileKind.SCORES, FileKind.DISTANCES)) {
            Path file = directory.resolve(kind.word());
            List<String> options = kind == FileKind.SCORES ? List.of() : List.of("--distances");
            Cli.run("export", "--dir", expected, "--layers", TOP, "--out", file, options)
                    .assertSuccess();
            short[] values = Databases.values(expected, kind, TOP);
            byte[] bytes = Files.readAllBytes(file);
            assertEquals(values.length, bytes.length);
            for (int rank = 0; rank < bytes.length; rank++) {
                assertEquals(values[rank], bytes[rank]);
            }
        }
        Cli.run("export", "--dir", db, "--layers", TOP, "--distances", "--out", directory.resolve("x"))
                .assertFailure(2, "granary build --distances adds them");
    }

    @Test
    void infoAndPlanCountThem() {
        List<String> lines = Cli.run("info", "--dir", expected).assertSuccess().lines();
        assertTrue(lines.stream().anyMatch(line -> line.contains("layer 5") && line.contains("; distances to 59, ")));
        Cli.run("plan", "--seeds", 12, "--distances")
                .printed("distances <=", "12  1,352,078  770.2 KiB      1.5 MiB       1.3 MiB");
    }

    @Test
    void aProofNeedsAllLayersBelow() throws IOException {
        Cli.run("verify", "--dir", expected).printed("all scores are proved");
        Files.delete(expected.resolve(FileKind.DISTANCES.fileName(3)));
        Cli.run("verify", "--dir", expected).printed("the scores to layer 2 are proved,\nthose above are consistent");
        Cli.run("verify", "--dir", expected, "--prove").printed("all scores are proved");
    }
}
