package granary.exchange.vu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.Monitor;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.error.DamagedFileException;
import granary.game.PositionIterator;
import granary.testing.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignFilesTest {
    private static final int SEEDS = 6;
    /** {@code -Dgranary.vu=20} takes a minute or two. */
    private static final int LARGEST = Integer.getInteger("granary.vu", 12);

    @TempDir
    private Path directory;

    private Path database;
    private Path files;
    private Path file;

    @BeforeEach
    void export() {
        database = directory.resolve("db");
        files = directory.resolve("vu");
        file = files.resolve("scores." + SEEDS);
        Cli.run("build", "--dir", database, "--seeds", SEEDS).assertSuccess();
        Cli.run("export", "--format", "vu", "--dir", database, "--out", files).assertSuccess();
    }

    private Outcome compare() {
        return Cli.run("compare", "--with", files, "--dir", database);
    }

    @Test
    void exportedFilesCompareEqual() throws IOException {
        Path many = directory.resolve("many");
        Path exported = directory.resolve("exported");
        Cli.run("build", "--dir", many, "--seeds", LARGEST).assertSuccess();
        Cli.run("export", "--format", "vu", "--dir", many, "--out", exported).assertSuccess();
        for (int seeds = 0; seeds <= LARGEST; seeds++) {
            assertEquals(VuIndex.size(seeds), Files.size(exported.resolve("scores." + seeds)));
        }
        String report = Cli.run("compare", "--with", exported, "--dir", many).printed();
        assertEquals(
                LARGEST + 1,
                report.lines().filter(line -> line.endsWith(", 0 differ")).count(),
                report);
    }

    @Test
    void aFileHoldsEachBoardsScoreAtItsIndex() throws IOException {
        byte[] scores = Files.readAllBytes(file);
        try (Database open = Database.open(database)) {
            PositionIterator boards = VuDatabase.GAME.iterate(SEEDS, 0);
            int[] board = new int[VuIndex.PITS];
            while (boards.next(board)) {
                if (VuIndexTest.isStored(board)) {
                    assertEquals(open.score(board), scores[(int) VuIndexTest.index(SEEDS, board)]);
                }
            }
        }
    }

    @Test
    void aFileOfAnotherLengthIsNamedWithBothLengths() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int length : new int[] {0, bytes.length - 1, bytes.length + 1}) {
            Files.write(file, Arrays.copyOf(bytes, length));
            String line = compare().assertFailure(1);
            assertTrue(
                    line.startsWith("granary: " + file + ": expected " + bytes.length + " bytes for 6 seeds, found "
                            + length + " bytes ("),
                    line);
        }
    }

    @Test
    void aByteThatIsNoScoreIsNamedWithItsPlace() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[1234] = SEEDS + 1;
        Files.write(file, bytes);
        String line = compare().assertFailure(1);
        assertTrue(line.startsWith("granary: " + file + ", byte 1234: expected a score from -6 to 6, found 7"), line);
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        InputStream broken = InputStream.nullInputStream();
        broken.close();
        IOException fault =
                assertThrows(IOException.class, () -> new Comparison(file, SEEDS, broken).write(new byte[1], 0, 1));
        assertTrue(fault.getMessage().startsWith(file.toString()), fault.getMessage());
    }

    @Test
    void unavailableScoresAreCounted() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[77] = Comparison.NOT_AVAILABLE;
        Files.write(file, bytes);
        String report = compare().printed();
        assertTrue(report.endsWith("  12,374 compared, 0 differ, 1 not available\n"), report);
    }

    @Test
    void fileTruncatedDuringComparisonIsNamed() throws IOException {
        Monitor truncating = new Monitor() {
            @Override
            public void check() {
                try {
                    Files.write(file, new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        try (Database open = Database.open(database)) {
            DamagedFileException found = assertThrows(
                    DamagedFileException.class, () -> new VuDatabase(files).compare(open, SEEDS, 1, truncating));
            assertEquals(file.toString(), found.where());
        }
    }

    @Test
    void differencesAreCountedAndFirstTenShown() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int changed = 0;
        for (int i = bytes.length - 1; changed < 12; i -= 100) {
            bytes[i] = (byte) (bytes[i] == 0 ? 1 : -bytes[i]);
            changed++;
        }
        Files.write(file, bytes);
        Outcome outcome = compare();
        assertEquals("granary: 12 scores differ from those in " + files, outcome.assertFailure(1));
        List<String> lines = outcome.out().lines().toList();
        List<String> shown = lines.subList(lines.size() - 11, lines.size());
        assertEquals("  12,375 compared, 12 differ", shown.getFirst());
        assertEquals("  0 0 0 0 0 0 0 0 0 0 0 6: theirs 6, ours -6", shown.get(1));
    }

    @Test
    void aDirectoryWithoutFilesAndAnotherGameAreMistakes() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Cli.run("compare", "--with", empty, "--dir", database).assertMistake("holds no files of the VU database");
        Path strict = directory.resolve("strict");
        Cli.run("build", "--dir", strict, "--seeds", 2, "--rules", "strict").assertSuccess();
        for (Outcome outcome : List.of(
                Cli.run("export", "--format", "vu", "--dir", strict, "--out", empty),
                Cli.run("compare", "--with", files, "--dir", strict))) {
            assertTrue(outcome.assertFailure(2)
                    .contains("the VU database is of awari pits=6 rules=olympiad; this database"));
        }
    }

    @Test
    void filesAreReplacedByForceOnlyAndNotInDatabases() throws IOException {
        byte[] before = Files.readAllBytes(file);
        Files.write(file, new byte[1]);
        Outcome refused = Cli.run("export", "--format", "vu", "--dir", database, "--out", files);
        assertTrue(refused.assertFailure(2).endsWith("exists; --force replaces it"));
        Cli.run("export", "--format", "vu", "--dir", database, "--out", files, "--force")
                .assertSuccess();
        assertTrue(Arrays.equals(before, Files.readAllBytes(file)));
        Path inside = database.resolve("new").resolve("vu");
        Cli.run("export", "--format", "vu", "--dir", database, "--out", inside)
                .assertMistake(" is inside the database ");
        assertTrue(Files.notExists(database.resolve("new")));
    }
}
