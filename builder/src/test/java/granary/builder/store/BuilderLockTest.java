package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.InvalidRequestException;
import granary.builder.testing.disk.DiskProcess;
import granary.builder.testing.disk.Fault;
import granary.builder.testing.disk.FaultyDisk;
import granary.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class BuilderLockTest {
    private static final int BUILDS = 300;

    @TempDir
    private Path directory;

    /** Does what the second word says, says so, and ends when its input does. */
    static final class Other {
        private Other() {}

        public static void main(String[] arguments) throws IOException {
            Path directory = Path.of(arguments[0]);
            switch (arguments[1]) {
                case "take" -> {
                    try (BuilderLock lock = BuilderLock.take(directory)) {
                        say("taken by " + lock.mark().read().processId());
                    } catch (InvalidRequestException e) {
                        say(e.getMessage().replaceAll(", for .*", ""));
                    }
                }
                case "look" -> {
                    BuilderLock.isHeld(directory);
                    System.out.println("looking");
                    while (System.in.available() == 0) {
                        BuilderLock.isHeld(directory);
                        assertTrue(BuilderLock.read(directory).isPresent());
                    }
                }
                case "look for long" -> lock(directory, BuilderLock.FOR_OTHERS, true);
                default -> lock(directory, BuilderLock.OF_BUILDERS, false);
            }
        }

        private static void lock(Path directory, long at, boolean shared) throws IOException {
            try (FileChannel channel = FileChannel.open(
                            directory.resolve(BuilderLock.FILE_NAME),
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
                    FileLock lock = channel.lock(at, 1, shared)) {
                say("locked " + lock.position());
            }
        }

        private static void say(String what) throws IOException {
            System.out.println(what);
            System.in.read();
        }
    }

    /** A process that does something with the directory until it is closed. */
    private final class Running implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;

        Running(String what) throws IOException {
            process = new ProcessBuilder(ChildJvm.command(Other.class, directory, what))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            out = process.inputReader();
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().write('\n');
            process.getOutputStream().close();
            assertEquals(0, process.onExit().join().exitValue());
            out.close();
        }
    }

    /** The file of a lock that was not taken is closed: this process would take itself for another builder. */
    @Test
    void failedTryDoesNotKeepTheLock() throws IOException {
        int failures = 0;
        for (long call = 1; call < 100; call++) {
            DiskProcess process = new FaultyDisk().start(new Fault(Fault.Kind.FAIL, call, 0));
            Path made = Files.createDirectories(process.path("/db"));
            try {
                BuilderLock.take(made).close();
            } catch (IOException e) {
                failures++;
                BuilderLock.take(made).close();
            }
        }
        assertTrue(failures > 3, failures + " failures");
    }

    @Test
    void otherProcessThatLooksDisturbsNoBuilder() throws Exception {
        BuilderLock.take(directory).close();
        try (Running other = new Running("look")) {
            assertEquals("looking", other.out.readLine());
            for (int i = 0; i < BUILDS; i++) {
                BuilderLock.take(directory).close();
            }
        }
    }

    @Test
    void builderWaitsForAProcessThatLooks() throws Exception {
        BuilderLock.take(directory).close();
        CompletableFuture<BuilderLock> begun;
        try (Running other = new Running("look for long")) {
            assertEquals("locked " + BuilderLock.FOR_OTHERS, other.out.readLine());
            begun = CompletableFuture.supplyAsync(() -> {
                try {
                    return BuilderLock.take(directory);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThrows(TimeoutException.class, () -> begun.get(100, TimeUnit.MILLISECONDS));
        }
        begun.get().close();
    }

    /** Else a builder that meets somebody who looks there took that for another builder. */
    @Test
    void processesThatLookLockAnotherByte() throws Exception {
        BuilderLock.take(directory).close();
        try (Running other = new Running("begin")) {
            assertEquals("locked " + BuilderLock.OF_BUILDERS, other.out.readLine());
            assertFalse(BuilderLock.isHeld(directory));
            assertThrows(InvalidRequestException.class, () -> BuilderLock.take(directory));
        }
        BuilderLock.take(directory).close();
    }

    @Test
    void otherThreadThatLooksDisturbsNoBuilder() throws Exception {
        BuilderLock.take(directory).close();
        CompletableFuture<Void> over = new CompletableFuture<>();
        CompletableFuture<Void> looking = CompletableFuture.runAsync(() -> {
            while (!over.isDone()) {
                try {
                    BuilderLock.isHeld(directory);
                    assertTrue(BuilderLock.read(directory).isPresent());
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        try {
            for (int i = 0; i < BUILDS; i++) {
                try (BuilderLock lock = BuilderLock.take(directory)) {
                    assertTrue(BuilderLock.isHeld(directory));
                    assertEquals(
                            lock.mark().read().started(),
                            BuilderLock.read(directory).orElseThrow().started());
                }
                assertFalse(BuilderLock.isHeld(directory));
            }
        } finally {
            over.complete(null);
        }
        looking.get();
    }

    @Test
    void holderOfTheLockMayLookAndKeepsIt(@TempDir Path elsewhere) throws Exception {
        Path link = Files.createSymbolicLink(elsewhere.resolve("link"), directory);
        try (BuilderLock lock = BuilderLock.take(directory)) {
            assertTrue(BuilderLock.isHeld(link));
            assertTrue(BuilderLock.read(link).isPresent());
            assertThrows(InvalidRequestException.class, () -> BuilderLock.take(link));
            try (Running other = new Running("take")) {
                assertEquals(
                        "another builder is running in " + directory + ": process "
                                + lock.mark().read().processId(),
                        other.out.readLine());
            }
        }
        Files.delete(link);
        assertFalse(BuilderLock.isHeld(directory));
    }

    @Test
    void lockIsVisibleUntilItsHolderIsKilled() throws Exception {
        assertFalse(BuilderLock.isHeld(directory));
        assertFalse(BuilderLock.isHeld(directory.resolve("missing")));
        Running other = new Running("take");
        assertEquals("taken by " + other.process.pid(), other.out.readLine());
        assertTrue(BuilderLock.isHeld(directory));
        assertThrows(InvalidRequestException.class, () -> BuilderLock.take(directory));
        assertTrue(BuilderLock.isHeld(directory));
        other.process.destroyForcibly().waitFor();
        assertFalse(BuilderLock.isHeld(directory));
        assertEquals(
                other.process.pid(), BuilderLock.read(directory).orElseThrow().processId());
        BuilderLock.take(directory).close();
    }

    @ParameterizedTest
    @CsvSource({"11100, for 3 h 5 min", "40, for 4[0-9] s"})
    void refusalNamesTheAgeOfTheOtherBuilder(long seconds, String age) throws IOException {
        FaultyDisk disk = new FaultyDisk();
        ByteBuffer mark = ByteBuffer.allocate(BuilderMark.LENGTH).order(ByteOrder.nativeOrder());
        mark.putLong(
                24, System.currentTimeMillis() - 1000 * seconds); // of the holder, as far as it has come to the disk
        disk.put("/db/" + BuilderLock.FILE_NAME, mark.array());
        DiskProcess holder = disk.start(Fault.NONE);
        try (BuilderLock lock = BuilderLock.take(holder.path("/db"))) {
            Path same = disk.start(Fault.NONE).path("/db");
            String message = assertThrows(InvalidRequestException.class, () -> BuilderLock.take(same))
                    .getMessage();
            assertTrue(message.matches("another builder is running in .*/db: process 0, " + age), message);
            assertTrue(lock.mark().read().processId() > 0);
        }
    }

    /** Else a fault of the mapped memory would be what tells of it. */
    @Test
    void fullDiskRefusesTheLockAndItsFileIsNamed() throws IOException {
        FaultyDisk disk = new FaultyDisk();
        disk.put("/db/" + BuilderLock.FILE_NAME, new byte[1]);
        disk.fill(true);
        Path db = disk.start(Fault.NONE).path("/db");
        String message =
                assertThrows(IOException.class, () -> BuilderLock.take(db)).getMessage();
        assertTrue(message.contains("/db/" + BuilderLock.FILE_NAME), message);
        disk.fill(false);
        BuilderLock.take(db).close();
    }

    /** The next builder assumes that a killed builder's renamed file is not on the disk. */
    @Test
    void takingTheLockForcesTheNamesInTheDirectory() throws IOException {
        FaultyDisk disk = new FaultyDisk();
        disk.put("/db/renamed.part", new byte[1]);
        DiskProcess killed = disk.start(Fault.NONE);
        Files.move(killed.path("/db/renamed.part"), killed.path("/db/renamed"));
        killed.end();
        assertEquals(List.of("/db/renamed"), disk.unforced());
        DiskProcess next = disk.start(Fault.NONE);
        BuilderLock.take(next.path("/db")).close();
        assertFalse(disk.unforced().contains("/db/renamed"));
    }

    @Test
    void markBeginsWithItsVersion() throws IOException {
        BuilderLock.take(directory).close();
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(directory.resolve(BuilderLock.FILE_NAME)))
                .order(ByteOrder.nativeOrder());
        assertEquals(BuilderMark.VERSION, file.getInt(BuilderMark.VERSION_AT));
    }

    @Test
    void incompleteOrForeignMarkIsNone() throws IOException {
        Path file = directory.resolve(BuilderLock.FILE_NAME);
        assertTrue(BuilderLock.read(directory).isEmpty());
        Files.write(file, new byte[BuilderMark.LENGTH - 1]);
        assertTrue(BuilderLock.read(directory).isEmpty());
        Files.writeString(file, "?".repeat(BuilderMark.LENGTH));
        assertTrue(BuilderLock.read(directory).isEmpty());
        Files.write(file, new byte[BuilderMark.LENGTH]);
        assertTrue(BuilderLock.read(directory).isPresent());
    }

    @Test
    void secondCloseReleasesNoOtherLock() throws IOException {
        BuilderLock first = BuilderLock.take(directory);
        assertNotEquals(Instant.EPOCH, BuilderLock.read(directory).orElseThrow().lastBeat());
        first.close();
        assertEquals(Instant.EPOCH, BuilderLock.read(directory).orElseThrow().lastBeat());
        try (BuilderLock second = BuilderLock.take(directory)) {
            first.close();
            assertTrue(BuilderLock.isHeld(directory));
            assertNotEquals(Instant.EPOCH, second.mark().read().lastBeat());
        }
    }
}
