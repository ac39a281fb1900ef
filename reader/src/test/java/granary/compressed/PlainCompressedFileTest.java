package granary.compressed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.database.OpenOptions.Check;
import granary.error.DamagedFileException;
import granary.format.CompressedHeader;
import granary.plain.CompressedFile;
import granary.plain.Inputs;
import granary.testing.ArrayStorage;
import granary.testing.SolvedDatabase;
import granary.testing.TestDatabase;
import granary.testing.TestRandom;
import granary.testing.ValueIteration;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that were written straight from the format's description read well, for all boards and rules. */
class PlainCompressedFileTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "2, OLYMPIAD, 14",
        "2, STRICT, 14",
        "2, ABAPA, 14",
        "3, OLYMPIAD, 8",
        "3, STRICT, 8",
        "3, ABAPA, 8",
        "4, ABAPA, 6",
        "5, STRICT, 4",
        "6, OLYMPIAD, 4",
    })
    void everyScoreOfACompressedDatabaseIsThatOfThePackedOne(int pits, RuleSet rules, int top) throws IOException {
        Awari game = new Awari(pits, rules);
        ValueIteration solved = new ValueIteration(game, top);
        int[] board = new int[game.cells()];
        Path packed = Files.createDirectories(directory.resolve("packed"));
        Path compressed = Files.createDirectories(directory.resolve("compressed"));
        for (Path one : new Path[] {packed, compressed}) {
            TestDatabase.writeLayers(
                    one,
                    game,
                    (layer, rank) -> {
                        game.unrank(layer, rank, board);
                        return solved.score(board);
                    },
                    IntStream.rangeClosed(0, top).toArray());
        }
        CompressedLayers.compress(
                compressed,
                2 + 2 * pits,
                IntStream.rangeClosed(1, top).filter(layer -> layer % 3 != 0).toArray());
        assertSame(packed, compressed);
    }

    private static void assertSame(Path packed, Path compressed) {
        try (Database expected = Database.open(packed);
                Database database = Database.open(compressed, OpenOptions.DEFAULT.withCheck(Check.OPENING))) {
            assertEquals(expected.layers(), database.layers());
            for (int layer : database.layers()) {
                int[] right = new int[(int) database.game().size(layer)];
                int[] found = new int[right.length];
                expected.table(layer).values(0, right.length, right, 0);
                database.table(layer).values(0, found.length, found, 0);
                assertEquals(Arrays.toString(right), Arrays.toString(found), () -> database + ", layer " + layer);
                for (int rank = right.length - 1; rank >= 0; rank -= 7) {
                    assertEquals(right[rank], database.table(layer).value(rank));
                }
            }
        }
    }

    /** The second block, the first of its page, stands as it is. */
    @ParameterizedTest
    @CsvSource({"0, true", "18, true", "19, false", "20, false", "127, false", "128, false", "255, false"})
    void aValueThatStandsForNoScoreIsRefused(int value, boolean isScore) throws IOException {
        int layer = 9;
        int first = 256;
        Awari game = new Awari(3, RuleSet.STRICT);
        SolvedDatabase.write(directory, game, layer);
        CompressedFile file = CompressedLayers.of(directory, 8, layer);
        byte[] page = file.pages.get(1);
        int none = 2 * layer + 1;
        int stored =
                IntStream.range(0, 256).filter(i -> page[8 + i] != none).max().orElseThrow();
        page[8 + stored] = (byte) value;
        byte[] bytes = file.bytes();
        CompressedHeader header = CompressedHeader.parse(directory.toString(), bytes, bytes.length);
        CompressedTable table =
                new CompressedTable(directory.toString(), new ArrayStorage(bytes), header, game, true, lower -> null);
        byte[] values = new byte[256];
        if (isScore) {
            table.checkAll();
            assertEquals(256, table.decode(1, values));
            assertEquals(value, values[stored]);
            assertEquals(value - layer, table.value(first + stored));
        } else {
            String rank = "a score at rank " + (first + stored);
            for (Executable reading : List.<Executable>of(
                    table::checkAll,
                    () -> table.decode(1, values),
                    () -> table.value(first + stored),
                    () -> table.values(first + stored, 1, new int[1], 0))) {
                String message =
                        assertThrows(DamagedFileException.class, reading).getMessage();
                assertTrue(message.contains(rank), message);
            }
        }
    }

    /** Numbers of any size, so that sums and products go round; and small ones, of which a long adds up four. */
    @ParameterizedTest
    @CsvSource({
        "32768, 32768, 10, false",
        "1638, 6555, 10, true",
        "1638, 6556, 10, false",
        "1639, 1, 10, false",
        "1638, 1311, 50, true",
        "1638, 1312, 50, false",
        "100, 100, 10, true"
    })
    void aNetworkOfAnyNumbersPredictsWhatTheDescriptionSays(int most, int mostOfNodes, int units, boolean isNarrow) {
        Random random = TestRandom.create();
        Awari game = new Awari(3, RuleSet.STRICT);
        int layer = 9;
        granary.plain.Model plain = CompressedLayers.randomModel(6, layer, units, random.nextLong());
        fill(plain.vectors, random, most);
        fill(plain.nodeVectors, random, mostOfNodes);
        fill(new short[][] {plain.bias}, random, most);
        for (int node = 0; node < plain.nodeBias.length; node++) {
            plain.nodeBias[node] = random.nextInt() >> (most > Short.MAX_VALUE ? 0 : 9);
        }
        Model model = Model.parse(6, layer, units, plain.bytes());
        assertEquals(isNarrow, model.isNarrow);
        Network network = new Network(model);
        BlockWalk walk = new BlockWalk(game, layer);
        assertEquals(plain.vectors.length, walk.rows());
        int[] board = new int[6];
        int[] values = new int[128];
        boolean differs = false;
        for (int half = 0; half < game.size(layer) / 128; half++) {
            walk.start(half);
            network.start();
            for (int i = 0; i < 128; i++) {
                game.unrank(layer, 128L * half + i, board);
                network.see(walk);
                int[] hidden = plain.units(Inputs.of(board, 128L * half, Arrays.copyOf(values, i)));
                int node = random.nextInt(2 * layer);
                assertEquals(plain.probability(node, hidden), network.probability(node));
                differs |= plain.probability(node, hidden) != plain.probability(node);
                values[i] = random.nextInt(2 * layer + 2);
                walk.set(values[i]);
                if (i < 127) {
                    boolean isLast = walk.isLastOfRun();
                    assertEquals(board[1] == 0, isLast);
                    assertEquals(isLast, !walk.next());
                }
            }
        }
        assertTrue(differs);
    }

    /** Fills rows with numbers, many of which are as far from 0 as may be. */
    private static void fill(short[][] rows, Random random, int most) {
        for (int number = 0; number < rows.length; number++) {
            short[] row = rows[number];
            for (int i = 0; i < row.length; i++) {
                boolean isFarthest = number == 0 || random.nextInt(4) == 0;
                int farthest = random.nextBoolean() ? most : -most;
                row[i] = (short) (isFarthest ? farthest : random.nextInt(2 * most + 1) - most);
            }
        }
    }

    /** Otherwise a value might never be reached. */
    @ParameterizedTest
    @CsvSource({"-8, false", "-7, true", "-1, true", "0, false", "2, false", "3, true", "5, true", "6, false"})
    void aModelWhoseBranchLeadsToNoLaterNodeAndNoScoreIsRefused(short branch, boolean leadsOn) {
        for (int side = 0; side < 2; side++) {
            granary.plain.Model plain = CompressedLayers.randomModel(6, 3, 10, 1);
            plain.branches[2][side] = branch;
            assertEquals(leadsOn, Model.parse(6, 3, 10, plain.bytes()) != null);
        }
    }
}
