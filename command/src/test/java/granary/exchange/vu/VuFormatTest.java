package granary.exchange.vu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VuFormatTest {
    /** {@code -Dgranary.vu=20} takes a minute or two. */
    private static final int SEEDS = Integer.getInteger("granary.vu", 12);

    @TempDir
    private Path directory;

    @Test
    void exportedFilesCompareEqual() throws IOException {
        Path database = directory.resolve("db");
        Path files = directory.resolve("vu");
        Cli.run("build", "--dir", database, "--seeds", SEEDS).assertSuccess();
        Cli.run("export", "--format", "vu", "--dir", database, "--out", files).assertSuccess();
        for (int seeds = 0; seeds <= SEEDS; seeds++) {
            assertEquals(VuIndex.size(seeds), Files.size(files.resolve("scores." + seeds)));
        }
        String report = Cli.run("compare", "--with", files, "--dir", database).printed();
        assertEquals(
                SEEDS + 1,
                report.lines().filter(line -> line.endsWith(", 0 differ")).count(),
                report);
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
                    assertEquals(open.score(board), scores[(int) VuIndexTest.index(7, board)]);
                }
            }
        }
        assertTrue(Files.notExists(directory.resolve("scores.6")));
    }
}
