package granary.builder.sweep.kernel;

import granary.builder.memory.WorkingArray;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.Tiles;
import java.util.Arrays;

/** The inner loops without vectors, for machines that lack them. {@link VectorKernels} are checked against these. */
final class ScalarKernels extends TileKernels {
    private static final int WIDTH = Tiles.WIDTH;

    /** For each lane of a run, the place after the move that leaves the mover's first side; negative when there is none. */
    private final long[] successors = new long[WIDTH];

    @Override
    public void evaluate(
            MoverBlock block, WorkingArray values, WorkingArray conversions, int moverTile, int opponentTile) {
        MoveTable table = block.table;
        int first = opponentTile * WIDTH;
        int opponents = Math.min(WIDTH, block.opponents - first);
        loadConversions(block, conversions, moverTile, opponentTile);
        for (int run = table.firstRun[moverTile]; run < table.firstRun[moverTile + 1]; run++) {
            findSuccessors(block, table.runCrossing[run], first, opponents);
            for (int i = table.runStart[run]; i < table.runStart[run + 1]; i++) {
                int line = MoveTable.lineInTile(table.sowings[i]) * WIDTH;
                long left = ArrayBlock.lineBytes(MoveTable.sideLeft(table.sowings[i]));
                for (int lane = 0; lane < opponents; lane++) {
                    long next = successors[lane];
                    if (next >= 0) {
                        raise(line + lane, values.get(next + left));
                    }
                }
            }
        }
    }

    /** Moves of a run differ only in the side that they leave, so their places differ only in its line. */
    private void findSuccessors(MoverBlock block, int crossing, int firstSide, int opponents) {
        for (int lane = 0; lane < opponents; lane++) {
            successors[lane] = block.successor(crossing, 0, firstSide + lane);
        }
    }

    private void raise(int at, byte score) {
        if (score > tile[at]) {
            tile[at] = score;
        }
    }

    @Override
    public int store(WorkingArray values, long offset, int storedLines, boolean onlyGreater) {
        int changed = 0;
        for (int line = 0; line < storedLines; line++) {
            long columns = 0;
            for (int column = 0; column < WIDTH; column++) {
                byte value = (byte) -tile[column * WIDTH + line];
                long at = offset + (long) line * WIDTH + column;
                byte old = values.get(at);
                if (old != value && !(onlyGreater && Math.abs(value) <= Math.abs(old))) {
                    values.set(at, value);
                    before[line * WIDTH + column] = old;
                    columns |= 1L << column;
                    changed++;
                }
            }
            changedColumns[line] = columns;
        }
        return changed;
    }

    @Override
    public void loadConversions(MoverBlock block, WorkingArray conversions, int moverTile, int opponentTile) {
        long firstLine = block.conversions.place(moverTile * WIDTH, opponentTile * WIDTH);
        int filled = Math.min(WIDTH, block.movers - moverTile * WIDTH) * WIDTH;
        conversions.read(firstLine, tile, 0, filled);
        Arrays.fill(tile, filled, TILE_BYTES, (byte) 0);
    }

    @Override
    public void storeFirstDistances(WorkingArray values, WorkingArray distances, long offset, int storedLines) {
        for (int line = 0; line < storedLines; line++) {
            for (int column = 0; column < WIDTH; column++) {
                long at = offset + (long) line * WIDTH + column;
                int score = -values.get(at);
                boolean converts = tile[column * WIDTH + line] == score;
                int distance = score == 0 ? 0 : score > 0 && converts ? 1 : DistanceCode.UNKNOWN;
                distances.set(at, DistanceCode.of(distance, score));
            }
        }
    }

    @Override
    public void evaluateDistances(
            MoverBlock block, WorkingArray values, WorkingArray distances, int moverTile, int opponentTile) {
        MoveTable table = block.table;
        int firstSide = opponentTile * WIDTH;
        int opponents = Math.min(WIDTH, block.opponents - firstSide);
        long own = block.values.place(opponentTile * WIDTH, moverTile * WIDTH);
        Arrays.fill(tile, DistanceCode.NO_MOVE);
        for (int run = table.firstRun[moverTile]; run < table.firstRun[moverTile + 1]; run++) {
            findSuccessors(block, table.runCrossing[run], firstSide, opponents);
            for (int i = table.runStart[run]; i < table.runStart[run + 1]; i++) {
                int line = MoveTable.lineInTile(table.sowings[i]);
                long left = ArrayBlock.lineBytes(MoveTable.sideLeft(table.sowings[i]));
                for (int lane = 0; lane < opponents; lane++) {
                    if (successors[lane] >= 0) {
                        long next = successors[lane] + left;
                        int score = -values.get(own + ArrayBlock.lineBytes(lane) + line);
                        if (values.get(next) == score) {
                            raise(line * WIDTH + lane, distances.get(next));
                        }
                    }
                }
            }
        }
    }

    @Override
    public int storeDistances(WorkingArray values, WorkingArray distances, long offset, int storedLines) {
        int changed = 0;
        for (int line = 0; line < storedLines; line++) {
            long columns = 0;
            for (int column = 0; column < WIDTH; column++) {
                long at = offset + (long) line * WIDTH + column;
                int score = -values.get(at);
                byte old = distances.get(at);
                byte now = DistanceCode.lesser(old, DistanceCode.before(tile[column * WIDTH + line], score), score);
                if (old != now) {
                    distances.set(at, now);
                    before[line * WIDTH + column] = old;
                    columns |= 1L << column;
                    changed++;
                }
            }
            changedColumns[line] = columns;
        }
        return changed;
    }

    @Override
    void sample() {
        for (int at = 0; at < TILE_BYTES; at++) {
            raise(at, before[at]);
            raise(at, before[at ^ WIDTH - 1]);
        }
    }
}
