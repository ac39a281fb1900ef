package granary.compressed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.error.DamagedFileException;
import granary.error.MissingLayerException;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.LayerTable;
import granary.plain.Inputs;
import granary.storage.Prefetch;
import granary.storage.Prefetch.Range;
import granary.storage.Storage;
import granary.testing.ArrayStorage;
import granary.testing.compressed.CompressedLayers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Reads and decodings of a table of scores. Its file has eight blocks, the last of 210 positions, in pages of 1, 2, 3 and
 * 2; of each three blocks the second stands as it is. The scores are any that the file can hold.
 */
class CompressedTableTest {
    private static final Path PATH = Path.of("layer.compressed");
    private static final Awari GAME = new Awari(3, RuleSet.STRICT);
    private static final int LAYER = 9;
    private static final int POSITIONS = 2002;
    private static final int PAGE = CompressedHeader.PAGE;

    private static LayerTable noTable(int layer) {
        throw new MissingLayerException(PATH.toString(), "", layer, new TreeSet<>(), "not built");
    }

    private static byte[] file() {
        return file(LAYER, 4);
    }

    private static byte[] file(int layer, int units) {
        int[] scores = IntStream.range(0, (int) GAME.size(layer))
                .map(rank -> score(layer, rank))
                .toArray();
        return CompressedLayers.file(
                        GAME,
                        layer,
                        scores,
                        CompressedLayers.model(GAME.cells(), layer, units),
                        FileDigest.NONE,
                        FileDigest.NONE)
                .bytes();
    }

    private static int score(int layer, int rank) {
        return rank * 7 % (2 * layer + 1) - layer;
    }

    private static CompressedHeader header(byte... file) {
        return CompressedHeader.parse(PATH.toString(), file, file.length);
    }

    private static CompressedTable table(byte... file) {
        return table(new ArrayStorage(file), header(file), true);
    }

    private static CompressedTable table(Storage storage, CompressedHeader header, boolean checks) {
        return new CompressedTable(PATH.toString(), storage, header, GAME, checks, CompressedTableTest::noTable);
    }

    private static boolean isStored(int layer, int rank) {
        int[] board = new int[GAME.cells()];
        GAME.unrank(layer, rank, board);
        return Inputs.isStored(board);
    }

    /** Returns the position's digit in the file. */
    private static int value(int layer, int rank) {
        return isStored(layer, rank) ? score(layer, rank) + layer : 2 * layer + 1;
    }

    /** Returns the ranks of the positions of half a block that are stored. */
    private static int[] stored(int half) {
        return IntStream.range(BlockWalk.HALF * half, BlockWalk.HALF * (half + 1))
                .filter(rank -> isStored(LAYER, rank))
                .toArray();
    }

    @Test
    void eachBlockIsDecodedByItsNumberAndNoOther() {
        CompressedTable table = table(file());
        assertEquals(POSITIONS, table.positions());
        assertEquals(LAYER, table.maximum());
        byte[] values = new byte[BlockWalk.BLOCK];
        for (int block = 7; block >= 0; block--) {
            int first = BlockWalk.BLOCK * block;
            assertEquals(block == 7 ? 210 : 256, table.decode(block, values));
            for (int i = 0; first + i < POSITIONS && i < BlockWalk.BLOCK; i++) {
                assertEquals(value(LAYER, first + i), values[i], "rank " + (first + i));
            }
        }
        assertThrows(IndexOutOfBoundsException.class, () -> table.decode(8, values));
        assertThrows(IndexOutOfBoundsException.class, () -> table.decode(-1, values));
    }

    @Test
    void onlyAwariOfAtMostSixPitsCanBeCompressed() {
        for (int pits = 2; pits <= 8; pits++) {
            assertEquals(pits <= 6, CompressedTable.isPossible(new Awari(pits, RuleSet.STRICT)), pits + " pits");
        }
    }

    @Test
    void aBatchReadsThePagesInTheirOrder() {
        byte[] file = file();
        FarStorage storage = new FarStorage(file);
        CompressedHeader header = header(file);
        CompressedTable table = table(storage, header, true);
        table.checkModel();
        storage.read.clear();
        long[] ranks = {stored(12)[0], stored(0)[0], stored(6)[0], stored(3)[0]};
        int[] found = new int[ranks.length];
        table.values(ranks, 0, ranks.length, new long[4], new long[4], found, 0);
        assertArrayEquals(
                Arrays.stream(ranks).mapToInt(rank -> score(LAYER, (int) rank)).toArray(), found);
        assertEquals(
                IntStream.range(0, 4)
                        .mapToObj(page -> new Range(header.pagesOffset() + (long) page * PAGE, PAGE))
                        .toList(),
                storage.read);
    }

    @Test
    void checkOfPositionsComparesTheirPagesOnly() {
        byte[] file = file();
        CompressedHeader header = header(file);
        file[(int) header.pagesOffset() + 2 * PAGE + 4000] ^= 1; // blocks 3, 4 and 5
        CompressedTable table = table(file);
        table.check(0, 768);
        table.check(1536, POSITIONS - 1536);
        table.check(800, 0);
        for (int[] range : new int[][] {{0, 769}, {768, 1}, {1000, 10}, {1535, 1}, {1535, 100}, {0, POSITIONS}}) {
            String message = assertThrows(DamagedFileException.class, () -> table.check(range[0], range[1]))
                    .getMessage();
            assertTrue(message.contains("the page from block 3 on"), message);
        }
        table(new ArrayStorage(file), header, false).check(0, POSITIONS);
    }

    /** A layer of one block, of which no check of the pages decodes any. */
    @Test
    void aDamagedModelIsFoundByEveryCheckUnlessNoneIsWanted() {
        byte[] file = file(4, 2);
        assertEquals(1, header(file).pages());
        file[5000] ^= 1;
        CompressedHeader header = header(file);
        for (int check = 0; check < 2; check++) {
            CompressedTable table = table(file);
            String message = assertThrows(DamagedFileException.class, check == 0 ? table::checkAll : table::checkModel)
                    .getMessage();
            assertTrue(message.startsWith(PATH + ", byte 4096: expected the model with checksum "), message);
        }
        table(new ArrayStorage(file), header, false).checkModel();
    }

    /** Whoever wrote it cut them off; here not even the page goes on. */
    @Test
    void zerosFollowTheLastByteOfABlock() {
        int layer = 4;
        int count = 126;
        byte[] file = file(layer, 2);
        CompressedHeader header = header(file);
        int lengthAt = (int) header.pagesOffset() + CompressedHeader.LENGTHS_AT;
        int length = file[lengthAt];
        byte[] block = Arrays.copyOfRange(file, lengthAt + 1, lengthAt + 1 + length);
        Model model = Model.parse(GAME.cells(), layer, 2, Arrays.copyOfRange(file, PAGE, PAGE + header.modelLength()));
        byte[] values = new byte[count];
        new BlockDecoder(GAME, layer, model).decode(0, block, 0, length, count, values, 0);
        for (int rank = 0; rank < count; rank++) {
            assertEquals(value(layer, rank), values[rank], "rank " + rank);
        }
    }

    @Test
    void storedPositionPrefetchesModelAndPage() {
        byte[] file = file();
        FarStorage storage = new FarStorage(file);
        CompressedHeader header = header(file);
        CompressedTable table = table(storage, header, true);
        Range model = new Range(4096, header.modelLength());
        Range directory = new Range(header.directoryOffset(), 20);
        Range page = new Range(header.pagesOffset() + 2 * PAGE, PAGE);
        int rank = stored(6)[5];
        Prefetch prefetch = new Prefetch();
        table.prefetch(rank, prefetch);
        assertTrue(prefetch.fetch());
        assertEquals(List.of(model, directory), storage.fetched);
        table.prefetch(rank, prefetch);
        assertFalse(prefetch.fetch());
        assertEquals(List.of(model, directory, page), storage.fetched);
        table.checkModel();
        storage.fetched.clear();
        table.prefetch(rank, prefetch);
        prefetch.fetch();
        assertEquals(List.of(directory), storage.fetched);
    }

    @Test
    void derivedPositionPrefetchesForItsSuccessors() {
        byte[] file = file();
        CompressedHeader header = header(file);
        int compared = 0;
        for (int rank = 0; rank < POSITIONS; rank++) {
            Set<Integer> successors = new TreeSet<>();
            int[] board = new int[GAME.cells()];
            GAME.unrank(LAYER, rank, board);
            GAME.moves(board, (move, captured, successor) -> {
                if (captured == 0) {
                    successors.add((int) GAME.rank(successor));
                }
            });
            if (!isStored(LAYER, rank) && !successors.isEmpty()) {
                assertEquals(wanted(file, header, successors), wanted(file, header, Set.of(rank)));
                compared++;
            }
        }
        assertTrue(compared > 100, compared + " positions");
    }

    /** Returns all that some positions want, where no other layer is there. */
    private static Set<Range> wanted(byte[] file, CompressedHeader header, Set<Integer> ranks) {
        FarStorage storage = new FarStorage(file);
        CompressedTable[] table = new CompressedTable[1];
        table[0] = new CompressedTable(
                PATH.toString(), storage, header, GAME, true, layer -> layer == LAYER ? table[0] : noTable(layer));
        Prefetch prefetch = new Prefetch();
        do {
            ranks.forEach(rank -> table[0].prefetch(rank, prefetch));
        } while (prefetch.fetch());
        return new HashSet<>(storage.fetched);
    }
}
