package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.database.Build;
import granary.builder.file.Disk;
import granary.builder.solve.RetrogradeSolver;
import granary.builder.testing.Databases;
import granary.database.Listing;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class BackgroundPublicationTest {
    private static final Game GAME = new Awari(2, RuleSet.OLYMPIAD);
    private static final int TOP = 4;

    @TempDir
    private Path temporary;

    private Path directory;
    private Path expected;

    @BeforeEach
    void build() throws IOException {
        directory = Files.createDirectory(temporary.resolve("db"));
        expected = Files.createDirectory(temporary.resolve("expected"));
        Databases.build(expected, GAME, TOP, 1);
    }

    /** The disk takes its time with a layer until the next one is finished too: that must not wait. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void layerIsListedOnceOnDiskAndTheNextDoesNotWait() throws IOException {
        CountDownLatch nextIsDone = new CountDownLatch(1);
        Disk slow = new Disk() {
            @Override
            public void force(Path file) throws IOException {
                if (file.endsWith(Manifest.fileName(2))) {
                    await(nextIsDone);
                }
                super.force(file);
            }
        };
        Monitor listener = new Monitor() {
            private int layer;

            @Override
            public void layerBegins(int begun, long positions, long steps) {
                layer = begun;
            }

            @Override
            public void phase(String name) {
                if (layer == 3 && name.equals("publish")) {
                    assertFalse(listed().files(FileKind.SCORES).containsKey(2), "it is not on the disk");
                    nextIsDone.countDown();
                } else if (layer == 4) {
                    assertTrue(listed().files(FileKind.SCORES).containsKey(2));
                }
            }
        };
        build(slow, listener);
        assertEquals(TOP, listed().files(FileKind.SCORES).lastKey());
        assertEquals(Databases.contents(expected), Databases.contents(directory));
    }

    @Test
    void failingDiskEndsTheBuildAndItsFileIsNotListed() throws IOException {
        Disk failing = new Disk() {
            @Override
            public void force(Path file) throws IOException {
                if (file.endsWith(Manifest.fileName(2))) {
                    throw new IOException("no more disk");
                }
                super.force(file);
            }
        };
        IOException thrown = assertThrows(IOException.class, () -> build(failing, Monitor.SILENT));
        assertEquals("no more disk", thrown.getMessage());
        assertEquals(1, listed().files(FileKind.SCORES).lastKey());
        build(new Disk(), Monitor.SILENT);
        assertEquals(Databases.contents(expected), Databases.contents(directory));
    }

    /** Else a power cut in between would cost the layer. */
    @Test
    void layerIsListedBeforeItsResumeFileIsRemoved() throws IOException {
        Disk slow = new Disk() {
            @Override
            public void force(Path file) throws IOException {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
                super.force(file);
            }
        };
        Monitor listener = new Monitor() {
            @Override
            public void layerEnds(int layer, long positions, Duration time) {
                assertTrue(listed().files(FileKind.SCORES).containsKey(layer));
            }
        };
        for (int layer = 0; layer <= TOP; layer++) {
            Files.createFile(directory.resolve("awari-pits-2-rules-olympiad-00" + layer + ".scratch"));
        }
        build(slow, listener);
        assertEquals(Databases.contents(expected), Databases.contents(directory));
    }

    private Manifest listed() {
        return new Listing(directory).manifest();
    }

    private void build(Disk disk, Monitor listener) throws IOException {
        try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME, disk)) {
            new Build(database, new RetrogradeSolver(GAME, 1), listener).run(TOP);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(Duration.ofSeconds(50).toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
