package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.OperationInterruptedException;
import granary.builder.database.BuildListener;
import granary.builder.database.DatabaseBuild;
import granary.builder.database.FreshLayers;
import granary.builder.database.WrongSolver;
import granary.builder.memory.ProcessMemory;
import granary.builder.seal.Sealing;
import granary.builder.store.DatabaseDirectory;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.database.DatabaseFiles;
import granary.error.DatabaseException;
import granary.error.ReadFaultException;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.format.StoringRule;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreshLayersTest {
    private static final Game GAME = new Awari(6, RuleSet.OLYMPIAD);

    @TempDir
    private Path directory;

    @Test
    void aLayerThatIsSolvedWronglyEndsTheBuildAndIsMadeAnewByTheNext() throws IOException {
        Path whole = Files.createDirectory(directory.resolve("whole"));
        Databases.build(whole, GAME, 5, 1);
        Path database = Files.createDirectory(directory.resolve("db"));
        CheckFailedException thrown = assertThrows(CheckFailedException.class, () -> build(database, 5, 3));
        assertTrue(thrown.getMessage().startsWith("layer 3, offset 0, position 0 0 "), thrown::getMessage);
        assertTrue(thrown.getMessage().endsWith("; the next build makes layer 3 anew"), thrown::getMessage);
        try (DatabaseDirectory open = new DatabaseDirectory(database, GAME)) {
            assertTrue(open.has(FileKind.SCORES, 2));
            assertEquals(false, open.has(FileKind.SCORES, 3));
        }
        FreshLayers fresh = build(database, 5, -1);
        assertEquals("[3, 4, 5]", fresh.layers().toString());
        assertEquals(Databases.contents(whole), Databases.contents(database));
    }

    @Test
    void aLayerThatWasPublishedAndNotVerifiedWhenTheBuildWasKilledIsVerifiedByTheNext() throws IOException {
        assertThrows(OperationInterruptedException.class, () -> build(directory, 5, -1, new KilledAfter(3)));
        assertTrue(Files.exists(directory.resolve("layer-003.unverified")));
        try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME)) {
            assertTrue(database.has(FileKind.SCORES, 3));
        }
        assertEquals("[3, 4, 5]", build(directory, 5, -1).layers().toString());
        assertEquals("[]", build(directory, 5, -1).layers().toString());
        assertFalse(Files.exists(directory.resolve("layer-003.unverified")));
    }

    @Test
    void aWrongLayerThatAKilledBuildLeftIsFoundAndWhatWasBuiltOnItGoesToo() throws IOException {
        Path whole = Files.createDirectory(directory.resolve("whole"));
        Databases.build(whole, GAME, 5, 1);
        Path database = Files.createDirectory(directory.resolve("db"));
        assertThrows(OperationInterruptedException.class, () -> build(database, 5, 3, new KilledAfter(3)));
        Databases.build(database, GAME, 4, 1); // without verification
        CheckFailedException thrown = assertThrows(CheckFailedException.class, () -> build(database, 5, -1));
        assertTrue(thrown.getMessage().endsWith("; the next build makes layer 3 anew"), thrown::getMessage);
        assertEquals(
                Set.of(0, 1, 2),
                DatabaseFiles.readManifest(database).files(FileKind.SCORES).keySet());
        assertEquals("[3, 4, 5]", build(database, 5, -1).layers().toString());
        assertEquals(Databases.contents(whole), Databases.contents(database));
    }

    @Test
    void damageToAnotherFileLeavesALayerListedAndStillToBeVerified() throws IOException {
        assertThrows(OperationInterruptedException.class, () -> build(directory, 5, -1, new KilledAfter(3)));
        Path other = directory.resolve(Manifest.fileName(1));
        byte[] bytes = Files.readAllBytes(other);
        Files.delete(other);
        assertBlamedAlone(other);
        Files.write(other, bytes);
        assertEquals("[3, 4, 5]", build(directory, 5, -1).layers().toString());
    }

    /** Checks that a build ends with a file that is damaged, and that the layer to be verified stays listed. */
    private void assertBlamedAlone(Path file) {
        DatabaseException thrown = assertThrows(DatabaseException.class, () -> build(directory, 5, -1));
        assertEquals(file, thrown.path());
        assertEquals(
                Set.of(0, 1, 2, 3),
                DatabaseFiles.readManifest(directory).files(FileKind.SCORES).keySet());
    }

    /** A directory of its name stands for a disk that fails. */
    @Test
    void aLayerThatCannotBeReadStaysListedAndStillToBeVerified() throws IOException {
        assertThrows(OperationInterruptedException.class, () -> build(directory, 5, -1, new KilledAfter(3)));
        Path file = directory.resolve(Manifest.fileName(3));
        Path away = Files.move(file, directory.resolve("away"));
        Files.createDirectory(file);
        assertThrows(ReadFaultException.class, () -> build(directory, 5, -1));
        Files.delete(file);
        Files.move(away, file);
        assertEquals("[3, 4, 5]", build(directory, 5, -1).layers().toString());
    }

    @Test
    void aBuildThatSealsVerifiesFirstWhatWasLeft() throws IOException {
        assertThrows(OperationInterruptedException.class, () -> build(directory, 5, 3, new KilledAfter(3)));
        CheckFailedException thrown = assertThrows(CheckFailedException.class, this::seal);
        assertTrue(thrown.getMessage().endsWith("; the next build makes layer 3 anew"), thrown::getMessage);
        seal();
        assertFalse(Files.exists(directory.resolve("layer-003.unverified")));
    }

    private void seal() throws IOException {
        try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME)) {
            new DatabaseBuild(database, new WrongSolver(GAME, -1), new ProcessMemory(), BuildListener.SILENT)
                    .sealLayers(Sealing.inPlace(database, StoringRule.REACHABLE, 1, BuildListener.SILENT))
                    .run(5);
        }
    }

    /** The layer's captures lead to the scores of the damaged one. */
    @Test
    void damageBelowALayerIsNotTakenForItsError() throws IOException {
        assertThrows(OperationInterruptedException.class, () -> build(directory, 5, -1, new KilledAfter(3)));
        Path other = directory.resolve(Manifest.fileName(1));
        byte[] bytes = Files.readAllBytes(other);
        for (int at = 4096; at < bytes.length - 4; at++) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 1;
            Files.write(other, damaged);
            assertBlamedAlone(other);
        }
        Files.write(other, bytes);
        assertEquals("[3, 4, 5]", build(directory, 5, -1).layers().toString());
    }

    @Test
    void aRepairDoesNotListAgainWhatWasFoundWrong() throws IOException {
        Path whole = Files.createDirectory(directory.resolve("whole"));
        Databases.build(whole, GAME, 3, 1);
        Path database = Files.createDirectory(directory.resolve("db"));
        assertThrows(CheckFailedException.class, () -> build(database, 5, 3));
        Cli.run("repair", "--dir", database, "--no-distances").assertSuccess();
        assertEquals(Databases.contents(whole), Databases.contents(database));
    }

    /** Ends a build when a layer is published, before it is verified. */
    private static final class KilledAfter implements BuildListener {
        private final int last;
        private int layer;
        private boolean isPublished;

        KilledAfter(int last) {
            this.last = last;
        }

        @Override
        public void layerBegins(int number, long positions, long steps) {
            layer = number;
        }

        @Override
        public void phase(String name) {
            if (isPublished) {
                throw new OperationInterruptedException();
            }
            isPublished = name.equals("publish") && layer == last;
        }
    }

    private static FreshLayers build(Path directory, int top, int wrong) throws IOException {
        return build(directory, top, wrong, BuildListener.SILENT);
    }

    private static FreshLayers build(Path directory, int top, int wrong, BuildListener listener) throws IOException {
        try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME)) {
            DatabaseBuild build =
                    new DatabaseBuild(database, new WrongSolver(GAME, wrong), new ProcessMemory(), listener);
            FreshLayers fresh = build.verifyLayers();
            build.run(top);
            return fresh;
        }
    }

    @Test
    void theLastLineSaysWhatWasVerified() {
        Object[] build = {"build", "--dir", directory, "--seeds", 4, "--verify", "--distances"};
        assertEquals("verified 5 layers: no errors; all scores are proved", lastLine(build));
        build[4] = 6;
        assertEquals("verified 2 layers: no errors; their scores are proved, if those below are", lastLine(build));
        assertTrue(lastLine(build).startsWith("nothing to do"));
    }

    private static String lastLine(Object... words) {
        return Cli.run(words).assertSuccess().out().lines().toList().getLast();
    }
}
