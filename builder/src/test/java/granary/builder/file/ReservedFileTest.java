package granary.builder.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import granary.testing.ChildJvm;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservedFileTest {
    /** A file that the JDK maps. */
    private static final int SHORT = 10_000;
    /** A file that the JDK maps, with blocks that the operating system reserves. */
    private static final int MEDIUM = (int) Blocks.SHORT_FILE + 10_000;
    /** A file that chronicle-bytes maps. */
    private static final int LONG = ReservedFile.LONG_FILE + 10_000;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(ints = {SHORT, MEDIUM, LONG})
    void segmentIsTheContentOfTheFile(int length) throws IOException {
        Path path = directory.resolve("file");
        ReservedFile file = ReservedFile.create(path, length);
        assertEquals(length, file.segment().byteSize());
        file.segment().set(JAVA_BYTE, length - 1, (byte) 7);
        file.finish();
        file.close(); // it is closed already
        byte[] expected = new byte[length];
        expected[length - 1] = 7;
        assertArrayEquals(expected, Files.readAllBytes(path));
    }

    @Test
    void segmentsOfShortAndLongFilesHaveOneClass() throws IOException {
        try (ReservedFile small = ReservedFile.create(directory.resolve("short"), SHORT);
                ReservedFile large = ReservedFile.create(directory.resolve("long"), LONG);
                Arena arena = Arena.ofShared()) {
            Class<?> memory = arena.allocate(SHORT).getClass();
            assertSame(memory, small.segment().getClass());
            assertSame(memory, large.segment().getClass());
        }
    }

    /** In a JVM of its own, because access to memory that is no longer mapped crashes the process. */
    @ParameterizedTest
    @ValueSource(ints = {SHORT, LONG})
    void useAfterCloseThrows(int length) throws IOException, InterruptedException {
        ChildJvm.java(UseAfterClose.class, directory.resolve("file"), length).assertPrints("""
                read: Already closed
                write: Already closed
                slice: Already closed
                """);
    }

    @Test
    void endOfTheProcessDeletesTheTrial() throws IOException, InterruptedException {
        List<String> command = ChildJvm.command(EndDuringTrial.class, directory);
        command.add(1, "-Djava.io.tmpdir=" + directory);
        assertEquals(0, ChildJvm.run(command).exitCode());
        assertEquals(List.of(), EndDuringTrial.trials(directory));
    }

    /** The program of a child that ends while its libraries are loaded. */
    static final class EndDuringTrial {
        private EndDuringTrial() {}

        static List<Path> trials(Path directory) throws IOException {
            try (Stream<Path> files = Files.list(directory)) {
                return files.filter(file -> file.toString().endsWith(".trial")).toList();
            }
        }

        /** Ends when there is a file in this directory. */
        public static void main(String[] arguments) throws IOException {
            Thread loading = Thread.ofPlatform().daemon().start(() -> {
                try {
                    ReservedFile.prepare(LONG);
                } catch (IOException e) {
                    // the file may be gone
                }
            });
            while (loading.isAlive() && trials(Path.of(arguments[0])).isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }

    /** The child's program. */
    static final class UseAfterClose {
        private UseAfterClose() {}

        /** Uses a file of this path and length after closing it. */
        public static void main(String[] arguments) throws IOException {
            int length = Integer.parseInt(arguments[1]);
            ReservedFile file = ReservedFile.create(Path.of(arguments[0]), length);
            MemorySegment segment = file.segment();
            MemorySegment slice = segment.asSlice(length / 2);
            file.close();
            attempt("read", () -> segment.get(JAVA_BYTE, 0));
            attempt("write", () -> file.segment().set(JAVA_BYTE, 0, (byte) 1));
            attempt("slice", () -> slice.fill((byte) 1));
        }

        private static void attempt(String name, Runnable use) {
            try {
                use.run();
                System.out.println(name + ": no exception");
            } catch (IllegalStateException e) {
                System.out.println(name + ": " + e.getMessage());
            }
        }
    }
}
