package granary.exchange.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.testing.ChildJvm;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TablesTest {
    @TempDir
    private Path directory;

    private List<String> csv(Path database, Object... more) throws IOException {
        Path file = directory.resolve("rows.csv");
        List<Object> words = new ArrayList<>(List.of("export", "--format", "csv", "--dir", database, "--out", file));
        words.addAll(List.of(more));
        Cli.run(words.toArray()).assertSuccess();
        return Files.readAllLines(file);
    }

    @Test
    void csvHasALineForEveryPositionInOrder() throws IOException {
        Path database = directory.resolve("db");
        Awari game = new Awari(3, RuleSet.STRICT);
        Databases.buildWithDistances(database, game, 4);
        Databases.build(database, game, 5, 1);
        List<String> expected = new ArrayList<>(List.of("layer,rank,board,score,distance"));
        try (Database open = Database.open(database)) {
            int[] board = new int[game.cells()];
            for (int layer = 0; layer <= 5; layer++) {
                for (long rank = 0; rank < game.size(layer); rank++) {
                    game.unrank(layer, rank, board);
                    String words = Arrays.toString(board).replaceAll("[\\[\\],]", "");
                    String distance = layer == 5 ? "" : String.valueOf(open.distance(board));
                    expected.add(layer + "," + rank + "," + words + "," + open.score(board) + "," + distance);
                }
            }
        }
        assertEquals(expected, csv(database));
    }

    @Test
    void linesAreTheSameForAnyNumberOfThreads() throws IOException {
        List<String> one = csv(Databases.twelveSeeds(), "--threads", 1, "--layers", "9");
        assertEquals(1 + 167_960, one.size());
        assertEquals(one, csv(Databases.twelveSeeds(), "--threads", 7, "--layers", "9", "--force"));
    }

    @Test
    void anArrayIsTheRawBytesBehindAHeaderOf64Bytes() throws IOException {
        Path arrays = directory.resolve("arrays");
        Path raw = directory.resolve("raw");
        for (Object[] words : new Object[][] {{"npy", arrays}, {"raw", raw}}) {
            Cli.run("export", "--format", words[0], "--dir", Databases.twelveSeeds(), "--out", words[1])
                    .assertSuccess();
        }
        for (int layer = 0; layer <= 12; layer++) {
            byte[] array = Files.readAllBytes(arrays.resolve("scores-" + layer + ".npy"));
            byte[] scores = Files.readAllBytes(raw.resolve("scores-" + layer + ".bin"));
            int start = array.length - scores.length;
            assertEquals(0, start % 64);
            assertArrayEquals(scores, Arrays.copyOfRange(array, start, array.length));
            String header = new String(array, 0, start, StandardCharsets.ISO_8859_1);
            assertTrue(header.startsWith("\u0093NUMPY\u0001\u0000"), header);
            assertEquals(start - 10, header.charAt(8) + 256 * header.charAt(9));
            assertEquals(
                    "{'descr': '|i1', 'fortran_order': False, 'shape': (" + scores.length + ",), }",
                    header.substring(10).strip());
            assertTrue(header.endsWith("\n"));
        }
    }

    @Test
    void distancesAreUnsignedOfTwoBytesIfOneIsAbove255() throws IOException {
        Awari game = new Awari(6, RuleSet.OLYMPIAD);
        for (int longest : new int[] {200, 255, 256, 1000}) {
            Path database = Files.createDirectory(directory.resolve("db" + longest));
            TestDatabase.write(database, game, 3);
            TestDatabase.addDistances(database, game, longest, 3);
            Path file = directory.resolve(longest + ".npy");
            Cli.run("export", "--format", "npy", "--dir", database, "--layers", 3, "--out", file, "--distances")
                    .assertSuccess();
            byte[] array = Files.readAllBytes(file);
            int width = longest <= 255 ? 1 : 2;
            String text = new String(array, StandardCharsets.ISO_8859_1);
            assertTrue(text.contains(width == 1 ? "'descr': '|u1'" : "'descr': '<u2'"), text);
            int start = array.length - 364 * width;
            for (int rank = 0; rank < 364; rank++) {
                int at = start + rank * width;
                int distance = Byte.toUnsignedInt(array[at])
                        + (width == 1 ? 0 : Byte.toUnsignedInt(array[at + 1]) << Byte.SIZE);
                assertEquals(TestDatabase.distance(3, longest, rank), distance);
            }
        }
    }

    /** The digits of this language are not those of ASCII. */
    @Test
    void namesOfExportedFilesHaveAsciiDigitsInAnyLanguage() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(Cli.command(
                "export", "--dir", Databases.twelveSeeds(), "--format", "npy", "--layers", "1..2", "--out", directory));
        command.addAll(1, List.of("-Duser.language=ar", "-Duser.country=EG"));
        ChildJvm.run(command).assertSuccess();
        assertTrue(Files.exists(directory.resolve("scores-1.npy")));
        assertTrue(Files.exists(directory.resolve("scores-2.npy")));
    }
}
