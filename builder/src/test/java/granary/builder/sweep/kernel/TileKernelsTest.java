package granary.builder.sweep.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.table.Crossing;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.Tiles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kernels of every kind against the rule that they carry out, a position at a time, on random values. */
class TileKernelsTest {
    private static final int SEEDS = 11;
    private static final int TILES = 12;

    private final Random random = seeded();
    private final LayerShape shape = new LayerShape(new Awari(6, RuleSet.OLYMPIAD), SEEDS);
    private final MemorySegment values = random();
    private final MemorySegment conversions = random();

    private static Random seeded() {
        long seed = System.nanoTime();
        System.out.println("random seed " + seed);
        return new Random(seed);
    }

    private MemorySegment random() {
        byte[] bytes = new byte[Math.toIntExact(shape.workingBytes())];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt(-SEEDS, SEEDS + 1);
        }
        return MemorySegment.ofArray(bytes);
    }

    @ParameterizedTest
    @EnumSource(Kernels.class)
    void evaluateTakesTheBestMove(Kernels kernels) {
        TileKernels tile = kernels.make();
        for (int i = 0; i < TILES; i++) {
            MoverBlock block = block(kernels);
            int moverTile = random.nextInt(Tiles.count(block.movers));
            int opponentTile = random.nextInt(Tiles.count(block.opponents));
            tile.evaluate(block, values, conversions, moverTile, opponentTile);
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
        return new MoverBlock(shape, new MoveTable(shape.order, moverSeeds), moverSeeds, kernels);
    }

    private static int end(int tile, int sides) {
        return Math.min(sides, (tile + 1) * Tiles.WIDTH);
    }

    private int best(MoverBlock block, int mover, int opponent) {
        int best = conversions.get(
                ValueLayout.JAVA_BYTE, shape.block(block.opponentSeeds).place(mover, opponent));
        for (int i = block.table.firstMove[mover]; i < block.table.firstMove[mover + 1]; i++) {
            int crossing = MoveTable.crossing(block.table.moves[i]);
            int next = crossing == Crossing.NONE ? opponent : block.shifts.successor[crossing][opponent];
            if (next >= 0 && (crossing != Crossing.NONE || block.opponentSeeds > 0)) {
                int nextSeeds = block.opponentSeeds + Crossing.seeds(crossing);
                long at = shape.block(nextSeeds).place(MoveTable.sideLeft(block.table.moves[i]), next);
                best = Math.max(best, values.get(ValueLayout.JAVA_BYTE, at));
            }
        }
        return best;
    }

    @ParameterizedTest
    @EnumSource(Kernels.class)
    void storeTransposesNegatesAndTellsWhatChanged(Kernels kernels) {
        TileKernels tile = kernels.make();
        for (int i = 0; i < TILES; i++) {
            int lines = random.nextInt(1, Tiles.WIDTH + 1);
            long offset = (long) random.nextInt(100) * TileKernels.TILE_BYTES;
            byte[] old = values.asSlice(offset, TileKernels.TILE_BYTES).toArray(ValueLayout.JAVA_BYTE);
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
            assertEquals(changed, tile.store(values, offset, lines, onlyGreater));
            assertArrayEquals(
                    expected, values.asSlice(offset, TileKernels.TILE_BYTES).toArray(ValueLayout.JAVA_BYTE));
            assertArrayEquals(changedColumns, Arrays.copyOf(tile.changedColumns, lines));
            for (int at = 0; at < lines * Tiles.WIDTH; at++) {
                if ((changedColumns[at / Tiles.WIDTH] >>> at % Tiles.WIDTH & 1) != 0) {
                    assertEquals(old[at], tile.before[at]);
                }
            }
        }
    }
}
