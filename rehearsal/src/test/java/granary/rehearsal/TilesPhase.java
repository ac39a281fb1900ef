package granary.rehearsal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.kernel.TileKernels;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** A sweep's step on whole tiles, for scores and for distances, with the kernels of every kind that the machine has. */
final class TilesPhase implements Phase {
    /** Stands for all longer distances, and for those that are not known. */
    private static final int UNKNOWN = 255;

    @Override
    public void run(Stage stage) throws IOException {
        List<Tile> tiles = Tile.sample(stage, stage.positions / Tile.SIZE);
        Expected[] expected = new Expected[tiles.size()];
        stage.pool.run(expected.length, (worker, i) -> expected[(int) i] = new Expected(stage, tiles.get((int) i)));
        for (Kernels kernels : KernelChoice.onThisMachine()) {
            MoverBlock[] blocks = stage.layer(kernels).blocks;
            TileKernels tile = kernels.make(false);
            for (Expected each : expected) {
                each.compare(stage, kernels.id() + " kernels", tile, blocks[each.tile.moverSeeds()]);
            }
        }
        stage.clear();
    }

    /** Returns the distance that a code stands for if the score is not 0. */
    private static int distance(byte code, int score) {
        return score < 0 ? 127 - code : code + 128;
    }

    private static byte code(int distance, int score) {
        return (byte) (score < 0 ? 127 - distance : distance - 128);
    }

    /** The expected contents of a tile, by the plain rules, from the contents of the arrays. */
    private static final class Expected {
        final Tile tile;
        /** Line by line of the opponent's sides, the best that the moves offer. */
        private final byte[] best = new byte[Tile.SIZE];
        /** The codes that the distances begin with. */
        private final byte[] first = new byte[Tile.SIZE];
        /** The codes that a step makes of the present ones. */
        private final byte[] codes = new byte[Tile.SIZE];

        Expected(Stage stage, Tile tile) {
            this.tile = tile;
            tile.forEach(stage.places, (mover, opponent, board) -> {
                int at = opponent * Tile.WIDTH + mover;
                long own = tile.value(stage.places, mover, opponent);
                long conversionAt = tile.conversion(stage.places, mover, opponent);
                stage.equal("own place", board, stage.places.value(board), own);
                int conversion = stage.conversion(conversionAt);
                int score = -stage.value(own);
                int[] most = {conversion};
                int[] distance = {score > 0 ? UNKNOWN : 0};
                stage.play(board, successor -> {
                    long place = stage.places.value(successor);
                    int value = stage.value(place);
                    byte code = stage.code(place, -value);
                    stage.fillValue(place);
                    stage.distances.segment().set(JAVA_BYTE, place, code);
                    most[0] = Math.max(most[0], value);
                    if (value == score && score != 0) {
                        int after = distance(code, -score);
                        distance[0] = score > 0 ? Math.min(distance[0], after) : Math.max(distance[0], after);
                    }
                });
                best[at] = (byte) most[0];
                boolean converts = score > 0 && conversion == score;
                first[at] = score == 0 ? -128 : code(converts ? 1 : UNKNOWN, score);
                byte old = stage.code(own, score);
                int now = Math.min(distance(old, score), Math.min(UNKNOWN, distance[0] + 1));
                codes[at] = score == 0 ? old : code(now, score);
                stage.conversions.segment().set(JAVA_BYTE, conversionAt, (byte) conversion);
            });
            restore(stage);
            stage.compared(0, tile.value(stage.places, 0, 0));
        }

        /** Brings the tile back to the synthetic values. */
        private void restore(Stage stage) {
            for (int opponent = 0; opponent < tile.opponents(stage.places); opponent++) {
                for (int mover = 0; mover < tile.movers(stage.places); mover++) {
                    long place = tile.value(stage.places, mover, opponent);
                    byte value = stage.value(place);
                    stage.values.segment().set(JAVA_BYTE, place, value);
                    stage.distances.segment().set(JAVA_BYTE, place, stage.code(place, -value));
                }
            }
        }

        void compare(Stage stage, String who, TileKernels kernels, MoverBlock block) {
            WorkingArray values = new WorkingArray(stage.values.segment());
            WorkingArray conversions = new WorkingArray(stage.conversions.segment());
            WorkingArray distances = new WorkingArray(stage.distances.segment());
            int opponents = tile.opponents(stage.places);
            long offset = tile.value(stage.places, 0, 0);

            kernels.loadConversions(block, conversions, tile.moverTile(), tile.opponentTile());
            kernels.storeFirstDistances(values, distances, offset, opponents);
            same(stage, who + ", first distances", stage.distances.segment(), first, false);
            restore(stage);

            kernels.evaluateDistances(block, values, distances, tile.moverTile(), tile.opponentTile());
            int changed = kernels.storeDistances(values, distances, offset, opponents);
            int different = same(stage, who + ", distances", stage.distances.segment(), codes, false);
            check(stage, who + ", distances", changed, different, kernels, opponents);
            restore(stage);

            kernels.evaluate(block, values, conversions, tile.moverTile(), tile.opponentTile());
            changed = kernels.store(values, offset, opponents, false);
            different = same(stage, who + ", scores", stage.values.segment(), best, true);
            check(stage, who + ", scores", changed, different, kernels, opponents);
            restore(stage);
            stage.compared(
                    (long) tile.movers(stage.places) * opponents,
                    tile.value(stage.places, tile.movers(stage.places) - 1, opponents - 1));
        }

        /** Compares the tile in an array, and returns the number of bytes that differ from the synthetic values. */
        private int same(Stage stage, String who, MemorySegment array, byte[] expected, boolean negated) {
            int different = 0;
            for (int opponent = 0; opponent < tile.opponents(stage.places); opponent++) {
                for (int mover = 0; mover < tile.movers(stage.places); mover++) {
                    long place = tile.value(stage.places, mover, opponent);
                    byte wanted = expected[opponent * Tile.WIDTH + mover];
                    byte found = array.get(JAVA_BYTE, place);
                    if (found != (byte) (negated ? -wanted : wanted)) {
                        stage.equal(
                                who + " of " + tile + " at mover " + mover + ", opponent " + opponent,
                                negated ? -wanted : wanted,
                                found);
                    }
                    byte before = negated ? stage.value(place) : stage.code(place, -stage.value(place));
                    different += found == before ? 0 : 1;
                }
            }
            return different;
        }

        /** Checks the number of changes that the kernels return, their places, and the values before. */
        private void check(Stage stage, String who, int changed, int different, TileKernels kernels, int opponents) {
            int[] inside = {0};
            boolean scores = who.endsWith("scores");
            kernels.forEachChange(opponents, (column, line, before) -> {
                if (column < tile.movers(stage.places)) {
                    long place = tile.value(stage.places, column, line);
                    byte value = stage.value(place);
                    stage.equal(
                            who + ", value before the change at " + place,
                            scores ? value : stage.code(place, -value),
                            before);
                    inside[0]++;
                }
            });
            stage.equal(who + ", changes of " + tile, different, inside[0]);
            stage.check(changed >= different, who + ", changes of " + tile + ": " + changed);
        }
    }
}
