package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.database.Listing;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.testing.BitFlip;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands with bounds. */
class BoundsCommandsTest {
    private static final Awari GAME = new Awari(3, RuleSet.ABAPA);
    private static final int TOP = 7;

    @TempDir
    private Path directory;

    private Path db;
    private Path expected;
    private Object[] build;

    @BeforeEach
    void build() throws IOException {
        db = directory.resolve("db");
        expected = directory.resolve("expected");
        Databases.build(expected, GAME, TOP, 1, FileKind.BOUNDS);
        build = new Object[] {"build", "--dir", db, "--pits", 3, "--rules", "abapa", "--seeds", TOP};
        Cli.run(build).assertSuccess();
    }

    @Test
    void abapaBuildsBoundsByDefault() throws IOException {
        assertEquals(Databases.contents(expected), Databases.contents(db));
        Path without = directory.resolve("without");
        Cli.run("build", "--dir", without, "--pits", 3, "--rules", "abapa", "--seeds", 5, "--no-bounds")
                .assertSuccess();
        assertTrue(new Listing(without).manifest().files(FileKind.BOUNDS).isEmpty());
        Cli.run("build", "--dir", without, "--seeds", TOP).assertSuccess();
        assertEquals(Databases.contents(expected), Databases.contents(without));
    }

    @Test
    void otherRulesBuildBoundsOnRequest() {
        Path olympiad = directory.resolve("olympiad");
        Cli.run("build", "--dir", olympiad, "--pits", 3, "--seeds", 5).assertSuccess();
        assertTrue(new Listing(olympiad).manifest().files(FileKind.BOUNDS).isEmpty());
        Cli.run("build", "--dir", olympiad, "--seeds", 5, "--bounds").assertSuccess();
        assertEquals(
                Set.of(0, 1, 2, 3, 4, 5),
                new Listing(olympiad).manifest().files(FileKind.BOUNDS).keySet());
        Path chain = directory.resolve("chain");
        String line = Cli.run("build", "--dir", chain, "--game", "chain", "--chips", 3, "--bounds")
                .assertFailure(2);
        assertTrue(line.endsWith("chain has no bounds; leave out --bounds"), line);
    }

    @Test
    void unfinishedBuildOfBoundsResumes() throws IOException {
        Files.delete(db.resolve(FileKind.BOUNDS.fileName(4)));
        Databases.drop(db, FileKind.BOUNDS, TOP);
        Cli.run(build).printed("built 2 layers");
        assertEquals(Databases.contents(expected), Databases.contents(db));
    }

    @Test
    void probeShowsThemAndTheOutcome() throws IOException {
        Path six = directory.resolve("six");
        Cli.run("build", "--dir", six, "--rules", "abapa", "--seeds", 8).assertSuccess();
        int[] board = {0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 5};
        Cli.run("probe", "--dir", six, board)
                .printed(
                        "8 seeds, score +2\nthe mover gets 2 to 8 of the 8 seeds\n",
                        "pit 5, captured 0: +2, gets 2 to 8\n");
        Cli.run("probe", "--dir", six, "--stores", 23, 17, board)
                .printed("the mover gets 2 to 8 of the 8 seeds: wins, 25 to 31\n");
        Cli.run("probe", "--dir", six, "--json", "--stores", 22, 18, board)
                .printed("\"score\":2,\"least\":2,\"most\":8,\"outcome\":\"open\"");
        Cli.run("probe", "--dir", six, "--stores", -1, 41, board).assertMistake("--stores must be 0 to 999, not -1");
        Path boards = Files.writeString(directory.resolve("boards"), "0 0 0 0 0 1 0 0 0 1 1 5");
        Cli.run("probe", "--dir", six, "--json", "--batch", boards).printed("\"score\":2,\"least\":2,\"most\":8");
    }

    @Test
    void withoutThemTheOutcomeIsThatOfTheSharedScore() {
        Path six = directory.resolve("six");
        Cli.run("build", "--dir", six, "--seeds", 8).assertSuccess();
        int[] board = {0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 5};
        Cli.run("probe", "--dir", six, "--stores", 20, 20, board)
                .printed("the mover gets 5 of the 8 seeds: wins, 25\n");
        Cli.run("build", "--dir", directory.resolve("abapa"), "--rules", "abapa", "--seeds", 8, "--no-bounds")
                .assertSuccess();
        Cli.run("probe", "--dir", directory.resolve("abapa"), "--stores", 20, 20, board)
                .assertFailure(2, "granary build --bounds adds them");
    }

    @Test
    void infoAndPlanCountThem() {
        Cli.run("info", "--dir", db).printed("layer 7: 792 positions, layer-007.granary, 4.4 KiB; bounds, 4.5 KiB");
        Cli.run("plan", "--seeds", 12, "--rules", "abapa").printed("bounds");
        String plan = Cli.run("plan", "--seeds", 12).printed();
        assertFalse(plan.contains("bounds"), plan);
    }

    @Test
    void theyNeedAllOfTheirMemoryAtOnceOrNoWorkBegins() throws IOException {
        Object[] words = {"build", "--dir", directory.resolve("x"), "--rules", "abapa", "--seeds", 12, "--memory", "4M"
        };
        Outcome outcome = Cli.run(words);
        assertEquals(
                "granary: layer 11 needs 4.9 MiB of main memory outside the Java heap; 4.0 MiB are available; its"
                        + " bounds need all of it at once, and --no-bounds leaves them out",
                outcome.assertFailure(1));
        assertEquals("", outcome.out());
        assertFalse(Files.exists(directory.resolve("x").resolve(Manifest.FILE_NAME)));
    }

    /** Publishes bounds of a layer of which one is wrong, checksums and all. */
    private void publishFalse(int layer) throws IOException {
        short[] pairs = Databases.values(db, FileKind.BOUNDS, layer);
        pairs[pairs.length / 2] = (short) (pairs[pairs.length / 2] == 1 ? 2 : 1);
        Databases.publish(db, GAME, FileKind.BOUNDS, layer, pairs);
    }

    @Test
    void verifyFindsThoseThatContradictTheirMoves() throws IOException {
        Cli.run("verify", "--dir", db).assertSuccess();
        publishFalse(5);
        String err = Cli.run("verify", "--dir", db).err();
        assertTrue(err.contains("layer 5, rank "), err);
    }

    @Test
    void afterARepairABuildMakesTheSameFiles() throws IOException {
        BitFlip.flip(db.resolve(FileKind.BOUNDS.fileName(3)), 4096);
        Cli.run("repair", "--dir", db).assertSuccess();
        assertEquals(
                Set.of(0, 1, 2, 4, 5, 6, 7),
                new Listing(db).manifest().files(FileKind.BOUNDS).keySet());
        Cli.run(build).assertSuccess();
        assertEquals(Databases.contents(expected), Databases.contents(db));
        publishFalse(5);
        Files.delete(db.resolve("granary.manifest"));
        Cli.run("repair", "--dir", db).assertSuccess();
        assertEquals(
                Set.of(0, 1, 2, 3, 4, 6, 7),
                new Listing(db).manifest().files(FileKind.BOUNDS).keySet());
        Cli.run(build).assertSuccess();
        assertEquals(Databases.contents(expected), Databases.contents(db));
    }

    @Test
    void theyAreFetchedWithTheScores() throws IOException {
        Path copy = directory.resolve("copy");
        Cli.run("fetch", db, "--dir", copy).assertSuccess();
        assertEquals(Databases.contents(expected), Databases.contents(copy));
    }
}
