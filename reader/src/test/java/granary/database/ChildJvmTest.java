package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.game.Game;
import granary.testing.ChildJvm;
import granary.testing.DocumentSnippet;
import granary.testing.Jdks;
import granary.testing.Mounts;
import granary.testing.Outcome;
import granary.testing.SolvedDatabase;
import granary.testing.TestDatabase;
import granary.testing.Thorough;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that use the reader in a JVM of their own, with the oldest JDK that it supports and the newest. */
final class ChildJvmTest {
    private static final Game GAME = new Awari(6, RuleSet.OLYMPIAD);
    private static final Path PROGRAM = Path.of("src", "test", "resources", "ReaderProgram.java");
    private static final String BOARD = "1 0 0 2 0 1 0 2 0 0 1 2";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"17, false", "17, true", "25, false", "25, true"})
    void aReaderNeedsNoFlagAndPrintsNothingOnStandardError(int version, boolean modular) throws Exception {
        TestDatabase.writeLayers(directory, GAME, 0, 3, 9);
        Path home = Jdks.require(version);
        ChildJvm.run(modular ? onModulePath(home, QuietChild.class) : onClassPath(home, QuietChild.class), directory)
                .assertPrints("read\n");
    }

    @ParameterizedTest
    @Thorough
    @CsvSource({
        "17, -XX:+TieredCompilation",
        "17, -XX:TieredStopAtLevel=3",
        "25, -XX:+TieredCompilation",
        "25, -XX:TieredStopAtLevel=3"
    })
    void truncatedMappedFileThrowsAndTheProcessSurvives(int version, String compiler) throws Exception {
        TestDatabase.writeLayers(directory, GAME, 9, 10);
        List<String> command = new ArrayList<>(onClassPath(Jdks.require(version), TruncationChild.class));
        command.add(1, compiler);
        ChildJvm.run(command, directory).assertPrints("lived on\n");
        try (Stream<Path> files = Files.list(directory)) {
            assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith("hs_err")));
        }
    }

    @Test
    void twoProcessesShareOneReadOnlyDirectory(@TempDir Path first, @TempDir Path second) throws Exception {
        TestDatabase.writeLayers(directory, GAME, 8, 9);
        File shared = directory.toFile();
        assertTrue(shared.setWritable(false));
        try {
            Path newest = Jdks.require(25);
            Path oldest = Jdks.find(17).orElse(newest);
            ChildJvm.Running one = ChildJvm.start(onClassPath(newest, SharingChild.class, directory.toString()), first);
            ChildJvm.Running other =
                    ChildJvm.start(onClassPath(oldest, SharingChild.class, directory.toString()), second);
            Outcome outcome = one.await();
            assertEquals(0, outcome.exitCode(), outcome.err());
            assertEquals(outcome, other.await());
        } finally {
            assertTrue(shared.setWritable(true));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void readerAloneReadsADatabaseThatItMayNotWrite(int version) throws IOException, InterruptedException {
        boolean mounted = Mounts.readOnly(SolvedDatabase.directory(), directory);
        try {
            if (!mounted) {
                SolvedDatabase.copyTo(directory);
                assertTrue(directory.toFile().setWritable(false));
            }
            String java = ChildJvm.java(Jdks.require(version));
            String classPath = ChildJvm.path(Database.class);
            ChildJvm.run(List.of(java, "-cp", classPath, PROGRAM.toString(), directory.toString(), BOARD))
                    .assertPrints(version + "\n" + expected());
        } finally {
            if (mounted) {
                Mounts.unmount(directory);
            }
            assertTrue(directory.toFile().setWritable(true));
        }
    }

    /** Returns the lines that the program should print, from this JVM. */
    private static String expected() {
        StringBuilder text = new StringBuilder();
        try (Database database = Database.open(SolvedDatabase.directory())) {
            int[] board = database.game().notation().parse(BOARD);
            text.append(database.score(board)).append('\n');
            database.moves(board)
                    .forEach(move -> text.append(move.move() + " " + move.captured() + " " + move.score())
                            .append('\n'));
            long sum = 0;
            for (int layer : database.layers()) {
                for (long rank = 0; rank < database.table(layer).positions(); rank++) {
                    sum = 31 * sum + database.table(layer).value(rank);
                }
            }
            return text.append(sum).append('\n').toString();
        }
    }

    @Test
    void theTutorialRunsWithTheReaderAloneAndNoOptions() throws IOException, InterruptedException {
        SolvedDatabase.copyTo(Files.createDirectory(directory.resolve("db")));
        DocumentSnippet snippet = new DocumentSnippet("README.md", "Embedding the reader");
        snippet.run(Jdks.require(17), List.of(), ChildJvm.path(Database.class), directory)
                .assertPrints(snippet.printed());
    }

    private static List<String> onClassPath(Path home, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(ChildJvm.java(home), "-cp", ChildJvm.path(Database.class, main), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static List<String> onModulePath(Path home, Class<?> main) {
        return List.of(
                ChildJvm.java(home),
                "--module-path",
                ChildJvm.path(Database.class),
                "--patch-module",
                "granary.reader=" + ChildJvm.path(main),
                "--module",
                "granary.reader/" + main.getName());
    }
}
