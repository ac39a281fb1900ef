package granary.exchange.vu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VuRoundTripTest {
    /** {@code -Dgranary.vu=20} takes a minute or two. */
    private static final int SEEDS = Integer.getInteger("granary.vu", 12);

    @TempDir
    private Path directory;

    @Test
    void whatIsExportedComparesEqualAndIsImportedToTheSameFiles() throws IOException {
        Path database = directory.resolve("db");
        Path files = directory.resolve("vu");
        Path imported = directory.resolve("imported");
        Cli.run("build", "--dir", database, "--seeds", SEEDS).assertSuccess();
        Cli.run("export", "--format", "vu", "--dir", database, "--out", files).assertSuccess();
        for (int seeds = 0; seeds <= SEEDS; seeds++) {
            assertEquals(VuIndex.size(seeds), Files.size(files.resolve("scores." + seeds)));
        }
        String report = Cli.run("compare", "--vu", files, "--dir", database)
                .assertSuccess()
                .out();
        assertEquals(
                SEEDS + 1,
                report.lines().filter(line -> line.endsWith(", 0 differ")).count(),
                report);
        Cli.run("import", "--format", "vu", files, "--dir", imported).assertSuccess();
        assertEquals(Databases.contents(database), Databases.contents(imported));
        Cli.run("verify", "--dir", imported, "--checksums").assertSuccess();
    }

    @Test
    void aFileHoldsEachBoardsScoreAtItsIndex() throws IOException {
        Path database = directory.resolve("db");
        Cli.run("build", "--dir", database, "--seeds", 7).assertSuccess();
        Cli.run("export", "--format", "vu", "--dir", database, "--out", directory, "--layers", 7, "--threads", 2)
                .assertSuccess();
        byte[] scores = Files.readAllBytes(directory.resolve("scores.7"));
        try (var open = granary.database.Database.open(database)) {
            var boards = VuDatabase.GAME.iterate(7, 0);
            int[] board = new int[VuIndex.PITS];
            while (boards.next(board)) {
                if (VuIndexTest.isStored(board)) {
                    assertEquals(open.score(board), scores[(int) VuIndex.index(7, board)]);
                }
            }
        }
        assertTrue(Files.notExists(directory.resolve("scores.6")));
    }

    /** Whether a position that is not stored leads there or not. */
    @Test
    void anImpossibleScoreIsReportedWithItsFileAndPlace() throws IOException {
        Path database = directory.resolve("db");
        Path files = directory.resolve("vu");
        Cli.run("build", "--dir", database, "--seeds", 5).assertSuccess();
        Cli.run("export", "--format", "vu", "--dir", database, "--out", files).assertSuccess();
        Path five = files.resolve("scores.5");
        byte[] bytes = Files.readAllBytes(five);
        for (int at = 0; at < bytes.length; at += 97) {
            byte[] damaged = bytes.clone();
            damaged[at] = -100;
            Files.write(five, damaged);
            String line = Cli.run("import", "--format", "vu", files, "--dir", directory.resolve("imported"))
                    .assertFailure(1);
            assertTrue(line.contains(five + ", byte " + at + ": expected a score from -5 to 5, found -100"), line);
        }
    }

    @Test
    void anImportIsResumedAndOneWithAGapEndsThere() throws IOException {
        Path database = directory.resolve("db");
        Path files = directory.resolve("vu");
        Path imported = directory.resolve("imported");
        Cli.run("build", "--dir", database, "--seeds", 8).assertSuccess();
        Cli.run("export", "--format", "vu", "--dir", database, "--out", files).assertSuccess();
        Path five = files.resolve("scores.5");
        Files.move(five, directory.resolve("away"));
        Outcome first =
                Cli.run("import", "--format", "vu", files, "--dir", imported).assertSuccess();
        assertTrue(first.out().contains("holds no scores.5, so the import ends at layer 4"), first.out());
        assertTrue(first.out().contains("imported 5 layers"), first.out());
        Files.move(directory.resolve("away"), five);
        Outcome second =
                Cli.run("import", "--format", "vu", files, "--dir", imported).assertSuccess();
        assertTrue(second.out().contains("imported 4 layers"), second.out());
        assertEquals(Databases.contents(database), Databases.contents(imported));
    }
}
