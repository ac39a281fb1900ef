package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.database.Build;
import granary.builder.database.FailingSolver;
import granary.builder.database.Solvers;
import granary.builder.memory.MemoryProvider;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.database.Listing;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Finished files are the same, byte for byte, whatever happened during the build. */
class ResumedBuildTest {
    private static final Game GAME = new Awari(6, RuleSet.OLYMPIAD);

    @TempDir
    private Path directory;

    @Test
    void goingOnFromEightSeedsGivesTheFilesOfTwelveAtOnce() throws IOException {
        Databases.build(directory, GAME, 8, 2);
        Databases.build(directory, GAME, 12, 2);
        assertEquals(Databases.contents(Databases.twelveSeeds()), Databases.contents(directory));
    }

    @Test
    void statusShowsTheLayerInWhichABuildWasInterrupted() throws IOException {
        try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME)) {
            new Build(database, Solvers.of(null, GAME, 1, KernelChoice.automatic()), Monitor.SILENT).run(2);
            database.lock().mark().layerBegins(5, 3, 1000);
            database.lock().mark().advance(432);
            database.lock().mark().interrupted();
        }
        String status = Cli.run("status", "--dir", directory).printed();
        assertTrue(
                status.endsWith(" was interrupted in layer 3 of 5  43 %;\nthe same build command resumes\n"), status);
        Cli.run("build", "--dir", directory, "--seeds", 5).assertSuccess();
        assertTrue(Cli.run("status", "--dir", directory).out().endsWith("no builder is running\n"));
    }

    /** Distances of a layer need those below and its scores alone. */
    @Test
    void aBuildThatAddsDistancesMissesTheScoresOfALayerAbove() throws IOException {
        String[] words = ("build --dir " + directory + " --pits 2 --seeds 3 --distances").split(" ");
        Cli.run((Object[]) words).assertSuccess();
        Files.delete(directory.resolve("layer-002.distances.granary"));
        Files.delete(directory.resolve("layer-003.granary"));
        for (int attempt = 0; attempt < 2; attempt++) {
            String line = Cli.run((Object[]) words).assertFailure(1);
            assertTrue(line.startsWith("granary: " + directory.resolve("layer-003.granary")), line);
        }
    }

    @Test
    void buildContinuesWithoutOmittedOptionalFiles() throws IOException {
        String[] words = ("build --dir " + directory + " --pits 2 --rules abapa --seeds 3").split(" ");
        Cli.run((Object[]) words).assertSuccess();
        Files.delete(directory.resolve("layer-001.bounds.granary"));
        Files.delete(directory.resolve("layer-003.bounds.granary"));
        words[words.length - 1] = "4";
        Cli.run(words, "--no-bounds").printed("built 1 layer, ");
        Cli.run("info", "--dir", directory).printed("layer 3: layer-003.bounds.granary is listed, but not there\n");
        String repair = Cli.run("repair", "--dir", directory).printed();
        assertTrue(repair.endsWith("nothing to repair: 7 files that are whole and belong together\n"), repair);
    }

    /** A solver knows nothing of the layer after the last. */
    @ParameterizedTest
    @ValueSource(strings = {"--game chomp --rows 3 --columns 3", "--pits 2 --seeds 60"})
    void aCompleteDatabaseOfAGameIsBuiltAgainWithNothingToDo(String game) {
        String[] words = ("build --dir " + directory + " " + game).split(" ");
        Cli.run((Object[]) words).assertSuccess();
        String again = Cli.run((Object[]) words).printed();
        assertTrue(again.startsWith("nothing to do"), again);
    }

    @Test
    void leftOversOfAnUnfinishedBuildAreRemoved() throws IOException {
        Databases.build(directory, GAME, 3, 1);
        var finished = Databases.contents(directory);
        Path layer = directory.resolve("layer-004.granary.part");
        Path manifest = directory.resolve("granary.manifest.part");
        Files.writeString(layer, "half a layer");
        Files.writeString(manifest, "half a manifest");
        Databases.build(directory, GAME, 3, 1);
        assertEquals(finished, Databases.contents(directory));
    }

    @Test
    void unlistedLayerFileIsBuiltAgain(@TempDir Path other) throws IOException {
        Databases.build(directory, GAME, 3, 1);
        Path stray = directory.resolve("layer-004.granary");
        Files.writeString(stray, "renamed, but the power went before the manifest was written");
        Databases.build(directory, GAME, 4, 1);
        Databases.build(other, GAME, 4, 1);
        assertEquals(-1, Files.mismatch(other.resolve("layer-004.granary"), stray));
    }

    @Test
    void aSolverThatFailsLeavesNothingBehind() throws IOException {
        Databases.build(directory, GAME, 2, 1);
        var finished = Databases.contents(directory);
        var failure = assertThrows(
                IllegalStateException.class, () -> Databases.build(directory, GAME, 3, new FailingSolver()));
        assertEquals(FailingSolver.MESSAGE, failure.getMessage());
        assertEquals(finished, Databases.contents(directory));
        assertFalse(Files.exists(directory.resolve("layer-003.granary.part")));
    }

    @Test
    void buildRemovesUselessWorkFilesAndKeepsResumableOnes() throws IOException {
        LayerSolver solver = Solvers.of(null, GAME, 1, KernelChoice.automatic());
        MemoryProvider memory = new MemoryProvider(directory, GAME.identity(), () -> 1);
        Databases.build(directory, GAME, 3, 1);
        var finished = Databases.contents(directory);
        memory.open(3, solver.need(3)).close();
        memory.open(4, solver.need(4)).close();
        Files.writeString(directory.resolve("download.part"), "another program's");
        Files.writeString(directory.resolve("layer-notes.granary.part"), "a user's");
        Cli.run("build", "--dir", directory, "--seeds", 2, "--solver", "retrograde")
                .assertSuccess();
        assertFalse(memory.canResume(3, solver.need(3)));
        assertTrue(memory.canResume(4, solver.need(4)));
        Files.delete(directory.resolve("download.part"));
        Files.delete(directory.resolve("layer-notes.granary.part"));
        memory.files().remove(4);
        assertEquals(finished, Databases.contents(directory));
    }

    @Test
    void interruptedBuildSaysSoKeepsLayersAndCleansUp() throws IOException, InterruptedException {
        Outcome outcome = Cli.interrupted(" layer 10 of 26", "build", "--dir", directory, "--seeds", 26);
        assertEquals(
                "granary: interrupted; finished layers are kept. Run the same command to resume.\n", outcome.err());
        Cli.run("status", "--dir", directory).printed("was interrupted");
        try (Stream<Path> files = Files.list(directory)) {
            assertTrue(files.noneMatch(file -> file.toString().endsWith(".part")));
        }
        Manifest manifest = new Listing(directory).manifest();
        assertTrue(manifest.files(FileKind.SCORES).lastKey() >= 10);
        Cli.child("verify", "--dir", directory).assertSuccess();
    }
}
