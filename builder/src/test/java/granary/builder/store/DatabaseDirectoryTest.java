package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.database.Build;
import granary.builder.file.Disk;
import granary.builder.solve.RetrogradeSolver;
import granary.builder.testing.Databases;
import granary.database.Listing;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.game.Game;
import granary.testing.BitFlip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseDirectoryTest {
    private static final Awari GAME = new Awari(2, RuleSet.OLYMPIAD);
    private static final int TOP = 4;

    @TempDir
    private Path temporary;

    private Path path;

    @BeforeEach
    void build() throws IOException {
        path = temporary.resolve("db");
        Databases.build(path, GAME, TOP, 1);
    }

    /** Something that happens when a file is forced to the disk. */
    private interface Forcing {
        void run(Path file) throws IOException;
    }

    private static Disk forcing(Forcing before) {
        return new Disk() {
            @Override
            protected void force(Path file) throws IOException {
                before.run(file);
                super.force(file);
            }
        };
    }

    /** Has the manifest list another file than the one that is there. */
    private void listAnother(int layer, int more, String digest) throws IOException {
        Manifest manifest = new Listing(path).manifest();
        long length = manifest.entry(FileKind.SCORES, layer).length() + more;
        Manifest other = manifest.with(FileKind.SCORES, layer, new Manifest.Entry(length, digest));
        Files.write(path.resolve(Manifest.FILE_NAME), other.toBytes());
    }

    @Test
    void onlyUnfinishedFilesOfBuildersAreDeleted() throws IOException {
        List<String> own = List.of(DatabaseDirectory.DECOMPRESSED, Manifest.FILE_NAME, Manifest.fileName(TOP + 1));
        for (String name : own) {
            Files.createFile(Disk.temporary(path.resolve(name)));
        }
        Path other = Files.createFile(Disk.temporary(path.resolve("layer-users.granary")));
        new DatabaseDirectory(path, GAME).close();
        try (Stream<Path> files = Files.list(path)) {
            assertEquals(
                    List.of(other),
                    files.filter(file -> file.toString().endsWith(Disk.TEMPORARY_SUFFIX))
                            .toList());
        }
    }

    @Test
    void fileWithUnlistedLengthIsFoundAmongRequestedLayers() throws IOException {
        listAnother(
                TOP, 1, new Listing(path).manifest().entry(FileKind.SCORES, TOP).digest());
        try (DatabaseDirectory directory = new DatabaseDirectory(path, GAME)) {
            new Build(directory).run(TOP - 1);
            Exception thrown = assertThrows(DatabaseException.class, () -> new Build(directory).run(TOP));
            assertTrue(thrown.getMessage()
                    .startsWith(directory.path(FileKind.SCORES, TOP).toString()));
        }
    }

    @Test
    void filesOfDifferentBuildsAreFound() throws IOException {
        listAnother(2, 0, FileDigest.of(new byte[] {1}));
        try (DatabaseDirectory directory = new DatabaseDirectory(path, GAME)) {
            new Build(directory).run(2);
            assertThrows(DamagedFileException.class, () -> new Build(directory).run(3));
        }
    }

    @Test
    void layerBuiltOnAnotherParentIsNotCopied() throws IOException {
        listAnother(2, 0, FileDigest.of(new byte[] {1}));
        try (DatabaseDirectory to = new DatabaseDirectory(temporary.resolve("copy"), GAME)) {
            LayerCopy copy = new LayerCopy(new Listing(path), to, 1, Monitor.SILENT);
            copy.copy(FileKind.SCORES, 1);
            assertThrows(DamagedFileException.class, () -> copy.copy(FileKind.SCORES, 3));
            assertNull(to.entry(FileKind.SCORES, 3));
        }
    }

    private Manifest onDisk() {
        return new Listing(path).manifest();
    }

    private void assertRefused(Class<? extends Exception> type, Path directory, Game game) throws IOException {
        assertThrows(type, () -> new DatabaseDirectory(directory, game));
        assertFalse(BuilderLock.isHeld(directory));
    }

    @Test
    void databaseOfAnotherGameIsRefusedUnlessEmpty() throws IOException {
        Awari other = new Awari(2, RuleSet.ABAPA);
        assertRefused(InvalidRequestException.class, path, other);
        Files.write(
                path.resolve(Manifest.FILE_NAME),
                Manifest.empty(GAME.type().id(), GAME.parameters()).toBytes());
        assertRefused(InvalidRequestException.class, path, other);
        for (int layer = 0; layer <= TOP; layer++) {
            Files.delete(path.resolve(Manifest.fileName(layer)));
        }
        try (DatabaseDirectory directory = new DatabaseDirectory(path, other)) {
            assertEquals(other.parameters(), directory.manifest().parameters());
            directory.save();
            assertEquals(other.parameters(), onDisk().parameters());
        }
    }

    @Test
    void layersWhoseManifestIsLostAreRefused() throws IOException {
        Files.delete(path.resolve(Manifest.FILE_NAME));
        assertRefused(CheckFailedException.class, path, GAME);
    }

    @Test
    void bytesAreThoseOfAllListedFiles() throws IOException {
        long bytes = 0;
        for (int layer = 0; layer <= TOP; layer++) {
            bytes += Files.size(path.resolve(Manifest.fileName(layer)));
        }
        try (DatabaseDirectory directory = new DatabaseDirectory(path, GAME)) {
            assertEquals(bytes, directory.manifest().bytes());
            assertTrue(directory.lock().mark().read().processId() > 0);
        }
    }

    @Test
    void buildReadsLowerLayersOnceAndItsOwnNever() throws IOException {
        try (DatabaseDirectory directory = new DatabaseDirectory(path, GAME)) {
            Build build = new Build(directory);
            build.run(TOP + 1);
            for (int layer : List.of(2, TOP + 1)) {
                BitFlip.flip(directory.path(FileKind.SCORES, layer), 8 * (LayerHeader.LENGTH + 1L));
            }
            build.run(TOP + 2);
            assertThrows(DatabaseException.class, () -> new Build(directory).run(TOP + 3));
        }
    }

    @Test
    void openingLayersOfANewDirectoryWritesAManifest() throws IOException {
        Path made = temporary.resolve("new");
        try (DatabaseDirectory directory = new DatabaseDirectory(made, GAME)) {
            directory.layers().close();
            assertEquals(Set.of(), new Listing(made).manifest().scoreLayers());
        }
    }

    /** Otherwise the next builder would take a layer without any manifest for that of a database that has lost it. */
    @Test
    void manifestIsWrittenBeforeTheFirstFile() throws IOException {
        Path made = temporary.resolve("new");
        Disk failing = new Disk() {
            @Override
            public void rename(Path renamed) throws IOException {
                super.rename(renamed);
                if (renamed.endsWith(Manifest.fileName(0))) {
                    throw new IOException("no more");
                }
            }
        };
        Manifest.Entry entry = onDisk().entry(FileKind.SCORES, 0);
        try (DatabaseDirectory directory = new DatabaseDirectory(made, GAME, failing)) {
            Files.copy(path.resolve(Manifest.fileName(0)), Disk.temporary(directory.path(FileKind.SCORES, 0)));
            assertThrows(IOException.class, () -> directory.publish(FileKind.SCORES, 0, entry));
        }
        assertTrue(Files.exists(made.resolve(Manifest.fileName(0))));
        new DatabaseDirectory(made, GAME).close();
    }

    @Test
    void publishedFileExistsAndIsListed() throws IOException {
        Manifest whole = onDisk();
        Databases.drop(path, FileKind.SCORES, TOP);
        try (DatabaseDirectory directory = new DatabaseDirectory(path, GAME)) {
            byte[] bytes = {1, 2, 3};
            Files.write(Disk.temporary(directory.path(FileKind.SCORES, TOP)), bytes);
            directory.publish(FileKind.SCORES, TOP, whole.entry(FileKind.SCORES, TOP));
            assertEquals(whole.allFiles(), onDisk().allFiles());
            assertArrayEquals(bytes, Files.readAllBytes(directory.path(FileKind.SCORES, TOP)));
        }
    }

    /** Users may leave distances away. */
    @Test
    void onlyDistancesMayBeListedAndMissing() throws IOException {
        Databases.buildWithDistances(path, GAME, TOP);
        try (DatabaseDirectory directory = new DatabaseDirectory(path, GAME)) {
            assertTrue(directory.has(FileKind.DISTANCES, 2));
            assertFalse(directory.has(FileKind.DISTANCES, TOP + 1));
            Files.delete(directory.path(FileKind.DISTANCES, 2));
            Files.delete(directory.path(FileKind.SCORES, 2));
            assertFalse(directory.has(FileKind.DISTANCES, 2));
            assertTrue(directory.has(FileKind.SCORES, 2) && directory.holds(2));
            assertFalse(directory.has(FileKind.SCORES, TOP + 1) || directory.holds(TOP + 1));
        }
    }

    private static Manifest without(Manifest manifest, FileKind kind, int... layers) {
        Manifest left = manifest;
        for (int layer : layers) {
            left = left.without(kind, layer);
        }
        return left;
    }

    private static void assertLists(Manifest expected, DatabaseDirectory directory) throws IOException {
        assertEquals(expected.allFiles(), directory.manifest().allFiles());
        directory.save();
        assertEquals(
                expected.allFiles(), new Listing(directory.path()).manifest().allFiles());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, TOP - 1, TOP})
    void layersBuiltOnAnotherFileAreUnlisted(int layer) throws IOException {
        Databases.buildWithDistances(path, GAME, TOP);
        Manifest whole = onDisk();
        try (DatabaseDirectory directory = new DatabaseDirectory(path, GAME)) {
            directory.adopt(FileKind.SCORES, layer, whole.entry(FileKind.SCORES, layer));
            assertLists(whole, directory);
            Manifest.Entry other = new Manifest.Entry(5000, FileDigest.of(new byte[] {1}));
            directory.adopt(FileKind.SCORES, layer, other);
            int[] above = IntStream.rangeClosed(layer + 1, TOP).toArray();
            Manifest left = without(
                    without(whole.with(FileKind.SCORES, layer, other), FileKind.SCORES, above),
                    FileKind.DISTANCES,
                    IntStream.rangeClosed(layer, TOP).toArray());
            assertLists(left, directory);
        }
    }

    @Test
    void layersBuiltOnTheAdoptedFileStayListed() throws IOException {
        Databases.buildWithDistances(path, GAME, TOP);
        Manifest whole = onDisk();
        listAnother(2, 0, FileDigest.of(new byte[] {1}));
        try (DatabaseDirectory directory = new DatabaseDirectory(path, GAME)) {
            directory.adopt(FileKind.SCORES, 2, whole.entry(FileKind.SCORES, 2));
            assertLists(
                    whole.without(FileKind.DISTANCES, 2), directory); // they are of other scores, as far as is known
        }
    }

    /** If the next layer's header names no parent, its parent is the listed file. */
    @ParameterizedTest
    @CsvSource({"listed, false", "other, true", "none, false"})
    void layerWithDamagedHeaderIsUnlistedWhenItsParentChanges(String before, boolean changes) throws IOException {
        Manifest whole = onDisk();
        Manifest.Entry entry = whole.entry(FileKind.SCORES, 2);
        byte[] bytes = Files.readAllBytes(path.resolve(Manifest.fileName(2)));
        if (before.equals("other")) {
            listAnother(2, 0, FileDigest.of(new byte[] {1}));
        }
        Files.write(path.resolve(Manifest.fileName(3)), new byte[LayerHeader.LENGTH]);
        if (before.equals("none")) {
            Databases.drop(path, FileKind.SCORES, 2);
            Files.write(path.resolve(Manifest.fileName(2)), bytes);
        }
        try (DatabaseDirectory directory = new DatabaseDirectory(path, GAME)) {
            directory.adopt(FileKind.SCORES, 2, entry);
            assertLists(changes ? without(whole, FileKind.SCORES, 3, 4) : whole, directory);
        }
    }

    /** Whoever left it may have been killed before it was on the disk. */
    @Test
    void adoptedFileIsForcedUnlessItWasListed() throws IOException {
        List<Path> forced = new ArrayList<>();
        Disk disk = forcing(forced::add);
        Manifest.Entry entry = onDisk().entry(FileKind.SCORES, TOP);
        try (DatabaseDirectory directory = new DatabaseDirectory(path, GAME, disk)) {
            directory.adopt(FileKind.SCORES, TOP, entry);
            assertEquals(List.of(), forced);
        }
        byte[] bytes = Files.readAllBytes(path.resolve(Manifest.fileName(TOP)));
        Databases.drop(path, FileKind.SCORES, TOP);
        Files.write(path.resolve(Manifest.fileName(TOP)), bytes);
        try (DatabaseDirectory directory = new DatabaseDirectory(path, GAME, disk)) {
            directory.adopt(FileKind.SCORES, TOP, entry);
            assertEquals(List.of(directory.path(FileKind.SCORES, TOP)), forced);
        }
    }

    /** Otherwise a file would be written without the lock. */
    @Test
    void closingWaitsForPublicationBeforeItReleasesTheLock() throws IOException {
        Path made = temporary.resolve("new");
        List<Boolean> there = new ArrayList<>();
        Disk slow = forcing(file -> {
            if (file.endsWith(Manifest.fileName(0))) {
                LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
                there.add(Files.exists(file));
            }
        });
        DatabaseDirectory directory = new DatabaseDirectory(made, GAME, slow);
        try (LayerWriter writer = directory.begin(0)) {
            writer.write(0, new short[] {0}, 0, 1);
            directory.publish(writer);
        }
        directory.close();
        assertEquals(Set.of(0), new Listing(made).manifest().scoreLayers());
        assertEquals(List.of(true), there);
        assertFalse(BuilderLock.isHeld(made));
    }

    private void built(Disk disk, Monitor listener) throws IOException {
        Path made = Files.createDirectories(temporary.resolve("new"));
        try (DatabaseDirectory directory = new DatabaseDirectory(made, GAME, disk)) {
            new Build(directory, new RetrogradeSolver(GAME, 1), listener).run(TOP);
        }
        assertEquals(Databases.contents(path), Databases.contents(made));
    }

    private boolean isListed(int layer) {
        return new Listing(temporary.resolve("new"))
                .manifest()
                .files(FileKind.SCORES)
                .containsKey(layer);
    }

    /** The disk takes its time with a layer until the next one is finished too: that must not wait. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void layerIsListedOnceOnDiskAndTheNextDoesNotWait() throws IOException {
        CountDownLatch nextIsDone = new CountDownLatch(1);
        Disk slow = forcing(file -> {
            if (file.endsWith(Manifest.fileName(2))) {
                await(nextIsDone);
            }
        });
        Monitor listener = new Monitor() {
            private int layer;

            @Override
            public void layerBegins(int begun, long positions, long steps) {
                layer = begun;
            }

            @Override
            public void phase(String name) {
                if (layer == 3 && name.equals("publish")) {
                    assertFalse(isListed(2), "it is not on the disk");
                    nextIsDone.countDown();
                } else if (layer == 4) {
                    assertTrue(isListed(2));
                }
            }
        };
        built(slow, listener);
        assertTrue(isListed(TOP));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(50, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void failingDiskEndsTheBuildAndItsFileIsNotListed() throws IOException {
        Disk failing = forcing(file -> {
            if (file.endsWith(Manifest.fileName(2))) {
                throw new IOException("no more disk");
            }
        });
        IOException thrown = assertThrows(IOException.class, () -> built(failing, Monitor.SILENT));
        assertEquals("no more disk", thrown.getMessage());
        assertTrue(isListed(1) && !isListed(2));
        built(new Disk(), Monitor.SILENT);
    }

    /** Else a power cut in between would cost the layer. */
    @Test
    void layerIsListedBeforeItsResumeFileIsRemoved() throws IOException {
        Path made = Files.createDirectory(temporary.resolve("new"));
        for (int layer = 0; layer <= TOP; layer++) {
            Files.createFile(made.resolve("awari-pits-2-rules-olympiad-00" + layer + ".scratch"));
        }
        built(forcing(file -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30))), new Monitor() {
            @Override
            public void layerEnds(int layer, long positions, Duration time) {
                assertTrue(isListed(layer));
            }
        });
    }
}
