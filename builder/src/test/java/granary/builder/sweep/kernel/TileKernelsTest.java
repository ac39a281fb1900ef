package granary.builder.sweep.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.memory.WorkingArray;
import granary.builder.rows.Crossing;
import granary.builder.sweep.table.CrossingTable;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.Tiles;
import granary.testing.TestRandom;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels of every kind against the rule that they carry out, a position at a time, on random values. */
class TileKernelsTest {
    private static final int SEEDS = 11;
    private static final int TILES = 12;
    private static final int PAGE = 4096;

    private final Random random = TestRandom.create();
    private final LayerShape shape = new LayerShape(new Awari(6, RuleSet.OLYMPIAD), SEEDS);
    private final byte[] values = random();
    private final byte[] conversions = random();

    private static Stream<Arguments> kinds() {
        return Arrays.stream(Kernels.values())
                .flatMap(kernels -> Stream.of(Arguments.of(kernels, false), Arguments.of(kernels, true)));
    }

    private byte[] random() {
        byte[] bytes = new byte[Math.toIntExact(shape.workingBytes())];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt(-SEEDS, SEEDS + 1);
        }
        return bytes;
    }

    /** Returns an array that holds these bytes: as they are, or its pages in any order. */
    private WorkingArray array(byte[] bytes, boolean isPaged) {
        if (!isPaged) {
            return new WorkingArray(MemorySegment.ofArray(bytes.clone()));
        }
        int pages = bytes.length / PAGE + 2; // with one before the array
        List<Integer> order = new ArrayList<>(IntStream.range(0, pages).boxed().toList());
        Collections.shuffle(order, random);
        int[] moves = new int[pages];
        Arrays.setAll(moves, page -> order.get(page) - page);
        MemorySegment memory = MemorySegment.ofArray(new byte[pages * PAGE]);
        WorkingArray array = new WorkingArray(memory, moves, Integer.numberOfTrailingZeros(PAGE), PAGE);
        array.write(bytes, 0, bytes.length, 0);
        return array;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void evaluateTakesTheBestMove(Kernels kernels, boolean isPaged) {
        TileKernels tile = kernels.make(isPaged);
        WorkingArray valueArray = array(values, isPaged);
        WorkingArray conversionArray = array(conversions, isPaged);
        for (int i = 0; i < TILES; i++) {
            MoverBlock block = block(kernels);
            int moverTile = random.nextInt(Tiles.count(block.movers));
            int opponentTile = random.nextInt(Tiles.count(block.opponents));
            tile.evaluate(block, valueArray, conversionArray, moverTile, opponentTile);
            for (int mover = moverTile * Tiles.WIDTH; mover < end(moverTile, block.movers); mover++) {
                int line = mover % Tiles.WIDTH * Tiles.WIDTH;
                for (int opponent = opponentTile * Tiles.WIDTH;
                        opponent < end(opponentTile, block.opponents);
                        opponent++) {
                    assertEquals(best(block, mover, opponent), tile.tile[line + opponent % Tiles.WIDTH]);
                }
            }
        }
    }

    private MoverBlock block(Kernels kernels) {
        int moverSeeds = random.nextInt(SEEDS + 1);
        MoveTable moves = new MoveTable(shape.order, moverSeeds);
        CrossingTable[] crossings = CrossingTable.all(shape.order, shape.awari, SEEDS - moverSeeds, moves.crossings);
        return new MoverBlock(shape, moves, crossings, moverSeeds, kernels);
    }

    private static int end(int tile, int sides) {
        return Math.min(sides, (tile + 1) * Tiles.WIDTH);
    }

    private int best(MoverBlock block, int mover, int opponent) {
        int best = conversions[(int) shape.block(block.opponentSeeds).place(mover, opponent)];
        for (int i = block.table.firstMove[mover]; i < block.table.firstMove[mover + 1]; i++) {
            int crossing = MoveTable.crossing(block.table.moves[i]);
            int next = crossing == Crossing.NONE ? opponent : block.crossings[crossing].successor[opponent];
            if (next >= 0 && (crossing != Crossing.NONE || block.opponentSeeds > 0)) {
                int nextSeeds = block.opponentSeeds + Crossing.seeds(crossing);
                long at = shape.block(nextSeeds).place(MoveTable.sideLeft(block.table.moves[i]), next);
                best = Math.max(best, values[(int) at]);
            }
        }
        return best;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void storeTransposesNegatesAndReturnsChanges(Kernels kernels, boolean isPaged) {
        TileKernels tile = kernels.make(isPaged);
        WorkingArray array = array(values, isPaged);
        for (int i = 0; i < TILES; i++) {
            int lines = random.nextInt(1, Tiles.WIDTH + 1);
            long offset = (long) random.nextInt(100) * TileKernels.TILE_BYTES;
            byte[] old = read(array, offset);
            byte[] expected = old.clone();
            int changed = 0;
            boolean onlyGreater = random.nextBoolean();
            long[] changedColumns = new long[lines];
            for (int line = 0; line < Tiles.WIDTH; line++) {
                for (int column = 0; column < Tiles.WIDTH; column++) {
                    int at = line * Tiles.WIDTH + column;
                    boolean changes = random.nextInt(20) == 0;
                    int value = changes ? random.nextInt(-SEEDS, SEEDS + 1) : old[at];
                    tile.tile[column * Tiles.WIDTH + line] = (byte) -value;
                    boolean isWanted = !onlyGreater || Math.abs(value) > Math.abs(old[at]);
                    if (value != old[at] && isWanted && line < lines) {
                        expected[at] = (byte) value;
                        changedColumns[line] |= 1L << column;
                        changed++;
                    }
                }
            }
            assertEquals(changed, tile.store(array, offset, lines, onlyGreater));
            assertArrayEquals(expected, read(array, offset));
            assertArrayEquals(changedColumns, Arrays.copyOf(tile.changedColumns, lines));
            for (int at = 0; at < lines * Tiles.WIDTH; at++) {
                if ((changedColumns[at / Tiles.WIDTH] >>> at % Tiles.WIDTH & 1) != 0) {
                    assertEquals(old[at], tile.before[at]);
                }
            }
        }
    }

    private static byte[] read(WorkingArray array, long offset) {
        byte[] bytes = new byte[TileKernels.TILE_BYTES];
        array.read(offset, bytes, 0, bytes.length);
        return bytes;
    }
}
