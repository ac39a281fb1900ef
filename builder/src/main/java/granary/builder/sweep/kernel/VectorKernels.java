package granary.builder.sweep.kernel;

import granary.builder.sweep.table.Crossing;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.ShuffleTable;
import granary.builder.sweep.table.Tiles;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * The inner loops on vectors. The class is defined anew, as a hidden class, for each width that is used (see {@link
 * VectorKernelClasses}), so that the width is a constant to the compiler.
 */
final class VectorKernels extends TileKernels {
    private static final VectorSpecies<Byte> BYTES = VectorSpecies.of(byte.class, shape());
    private static final VectorSpecies<Long> LONGS = VectorSpecies.of(long.class, shape());
    /** Bytes of a vector: a line of a tile takes one or several. */
    private static final int VECTOR = BYTES.length();

    private static final int WIDTH = Tiles.WIDTH;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ORDER);
    /** Squares of 8 by 8 along an edge of a tile. */
    private static final int SQUARES = WIDTH / Long.BYTES;

    private static final ByteVector ZERO = ByteVector.zero(BYTES);

    private static final ByteVector NO_MOVE = ByteVector.broadcast(BYTES, DistanceCode.NO_MOVE);

    private static final ByteVector REVERSED = ZERO.addIndex(-1).add((byte) (VECTOR - 1));

    private final long[] columns = new long[TILE_BYTES / Long.BYTES];

    private static VectorShape shape() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), "_", VectorShape.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void evaluate(
            MoverBlock block, MemorySegment values, MemorySegment conversions, int moverTile, int opponentTile) {
        byte[] tile = this.tile;
        MoveTable table = block.table;
        int[] sowings = table.sowings;
        int[] runStart = table.runStart;
        byte[] runCrossing = table.runCrossing;
        ShuffleTable shuffles = block.shuffles;
        long across = block.conversions.place(0, opponentTile * WIDTH);
        loadConversions(block, conversions, moverTile, opponentTile);
        int runs = table.firstRun[moverTile + 1];
        for (int run = table.firstRun[moverTile]; run < runs; run++) {
            int crossing = runCrossing[run];
            int from = runStart[run];
            int to = runStart[run + 1];
            if (crossing == Crossing.NONE) {
                if (block.staysAllowed()) {
                    for (int i = from; i < to; i++) {
                        int line = MoveTable.lineInTile(sowings[i]) * WIDTH;
                        long source = across + ArrayBlock.lineBytes(MoveTable.sideLeft(sowings[i]));
                        for (int lane = 0; lane < WIDTH; lane += VECTOR) {
                            ByteVector next = ByteVector.fromMemorySegment(BYTES, values, source + lane, ORDER);
                            ByteVector.fromArray(BYTES, tile, line + lane)
                                    .max(next)
                                    .intoArray(tile, line + lane);
                        }
                    }
                }
                continue;
            }
            ArrayBlock target = block.target(crossing);
            int end = shuffles.end(opponentTile, crossing);
            for (int shuffle = shuffles.first(opponentTile, crossing); shuffle < end; shuffle++) {
                ByteVector select = ByteVector.fromArray(BYTES, shuffles.selection, shuffle * VECTOR);
                ByteVector limit = ByteVector.fromArray(BYTES, shuffles.limit, shuffle * VECTOR);
                int lane = shuffles.lane[shuffle];
                long start = target.place(0, shuffles.source[shuffle]);
                long second = shuffles.second[shuffle] * target.stripBytes();
                for (int i = from; i < to; i++) {
                    int line = MoveTable.lineInTile(sowings[i]) * WIDTH + lane;
                    long source = start + ArrayBlock.lineBytes(MoveTable.sideLeft(sowings[i]));
                    ByteVector next = ByteVector.fromMemorySegment(BYTES, values, source, ORDER);
                    next = VECTOR < WIDTH
                            ? select.selectFrom(next)
                            : select.selectFrom(
                                    next, ByteVector.fromMemorySegment(BYTES, values, source + second, ORDER));
                    ByteVector.fromArray(BYTES, tile, line).max(next.min(limit)).intoArray(tile, line);
                }
            }
        }
    }

    @Override
    public int store(MemorySegment values, long offset, int storedLines, boolean onlyGreater) {
        transpose();
        int changed = 0;
        for (int line = 0; line < storedLines; line++) {
            long different = 0;
            for (int lane = 0; lane < WIDTH; lane += VECTOR) {
                int at = line * WIDTH + lane;
                ByteVector now = ZERO.sub(column(at));
                ByteVector old = ByteVector.fromMemorySegment(BYTES, values, offset + at, ORDER);
                long lanes = now.compare(VectorOperators.NE, old).toLong();
                if (lanes != 0 && onlyGreater) {
                    VectorMask<Byte> isGreater = now.abs().compare(VectorOperators.GT, old.abs());
                    now = old.blend(now, isGreater);
                    lanes = isGreater.toLong();
                }
                if (lanes != 0) {
                    now.intoMemorySegment(values, offset + at, ORDER);
                    old.intoArray(before, at);
                    different |= lanes << lane;
                }
            }
            changedColumns[line] = different;
            changed += Long.bitCount(different);
        }
        return changed;
    }

    @Override
    public void loadConversions(MoverBlock block, MemorySegment conversions, int moverTile, int opponentTile) {
        byte[] tile = this.tile;
        long firstLine = block.conversions.place(moverTile * WIDTH, opponentTile * WIDTH);
        int filled = Math.min(WIDTH, block.movers - moverTile * WIDTH) * WIDTH;
        for (int at = 0; at < filled; at += VECTOR) {
            ByteVector.fromMemorySegment(BYTES, conversions, firstLine + at, ORDER)
                    .intoArray(tile, at);
        }
        for (int at = filled; at < TILE_BYTES; at += VECTOR) {
            ZERO.intoArray(tile, at);
        }
    }

    @Override
    public void storeFirstDistances(MemorySegment values, MemorySegment distances, long offset, int storedLines) {
        transpose();
        ByteVector one = ByteVector.broadcast(BYTES, DistanceCode.of(1, 1));
        ByteVector unknown = ByteVector.broadcast(BYTES, DistanceCode.of(DistanceCode.UNKNOWN, 1));
        for (int at = 0; at < storedLines * WIDTH; at += VECTOR) {
            ByteVector value = ByteVector.fromMemorySegment(BYTES, values, offset + at, ORDER);
            ByteVector gaining = unknown.blend(one, ZERO.sub(value).eq(column(at)));
            // Where nothing is at stake 0 has the code that unknown has where the mover loses.
            NO_MOVE.blend(gaining, value.lt((byte) 0)).intoMemorySegment(distances, offset + at, ORDER);
        }
    }

    @Override
    public void evaluateDistances(
            MoverBlock block, MemorySegment values, MemorySegment distances, int moverTile, int opponentTile) {
        byte[] tile = this.tile;
        MoveTable table = block.table;
        int[] sowings = table.sowings;
        int[] runStart = table.runStart;
        byte[] runCrossing = table.runCrossing;
        ShuffleTable shuffles = block.shuffles;
        long across = block.conversions.place(0, opponentTile * WIDTH);
        transposeScores(block, values, moverTile, opponentTile);
        for (int at = 0; at < TILE_BYTES; at += VECTOR) {
            NO_MOVE.intoArray(tile, at);
        }
        int runs = table.firstRun[moverTile + 1];
        for (int run = table.firstRun[moverTile]; run < runs; run++) {
            int crossing = runCrossing[run];
            int from = runStart[run];
            int to = runStart[run + 1];
            if (crossing == Crossing.NONE) {
                if (block.staysAllowed()) {
                    for (int i = from; i < to; i++) {
                        int line = MoveTable.lineInTile(sowings[i]) * WIDTH;
                        long source = across + ArrayBlock.lineBytes(MoveTable.sideLeft(sowings[i]));
                        for (int lane = 0; lane < WIDTH; lane += VECTOR) {
                            ByteVector value = ByteVector.fromMemorySegment(BYTES, values, source + lane, ORDER);
                            ByteVector next = ByteVector.fromMemorySegment(BYTES, distances, source + lane, ORDER);
                            raise(tile, line + lane, value, next);
                        }
                    }
                }
                continue;
            }
            ArrayBlock target = block.target(crossing);
            int end = shuffles.end(opponentTile, crossing);
            for (int shuffle = shuffles.first(opponentTile, crossing); shuffle < end; shuffle++) {
                ByteVector select = ByteVector.fromArray(BYTES, shuffles.selection, shuffle * VECTOR);
                ByteVector limit = ByteVector.fromArray(BYTES, shuffles.limit, shuffle * VECTOR);
                int lane = shuffles.lane[shuffle];
                long start = target.place(0, shuffles.source[shuffle]);
                long second = shuffles.second[shuffle] * target.stripBytes();
                for (int i = from; i < to; i++) {
                    int line = MoveTable.lineInTile(sowings[i]) * WIDTH + lane;
                    long source = start + ArrayBlock.lineBytes(MoveTable.sideLeft(sowings[i]));
                    ByteVector value = ByteVector.fromMemorySegment(BYTES, values, source, ORDER);
                    ByteVector next = ByteVector.fromMemorySegment(BYTES, distances, source, ORDER);
                    if (VECTOR < WIDTH) {
                        value = select.selectFrom(value);
                        next = select.selectFrom(next);
                    } else {
                        value = select.selectFrom(
                                value, ByteVector.fromMemorySegment(BYTES, values, source + second, ORDER));
                        next = select.selectFrom(
                                next, ByteVector.fromMemorySegment(BYTES, distances, source + second, ORDER));
                    }
                    // The limit of a lane that is not served is no score.
                    raise(tile, line, value.min(limit), next);
                }
            }
        }
    }

    /** Raises codes of the tile to those after moves, where the moves are optimal. */
    private void raise(byte[] tile, int at, ByteVector value, ByteVector next) {
        ByteVector.fromArray(BYTES, tile, at)
                .max(NO_MOVE.blend(next, value.eq(column(at))))
                .intoArray(tile, at);
    }

    /** Brings the scores of the tile's positions, line m, column t, into {@link #columns}. */
    private void transposeScores(MoverBlock block, MemorySegment values, int moverTile, int opponentTile) {
        byte[] tile = this.tile;
        long own = block.values.place(opponentTile * WIDTH, moverTile * WIDTH);
        int stored = Math.min(WIDTH, block.opponents - opponentTile * WIDTH) * WIDTH;
        for (int at = 0; at < stored; at += VECTOR) {
            ZERO.sub(ByteVector.fromMemorySegment(BYTES, values, own + at, ORDER))
                    .intoArray(tile, at);
        }
        for (int at = stored; at < TILE_BYTES; at += VECTOR) {
            ZERO.intoArray(tile, at);
        }
        transpose();
    }

    @Override
    public int storeDistances(MemorySegment values, MemorySegment distances, long offset, int storedLines) {
        transpose();
        int changed = 0;
        for (int line = 0; line < storedLines; line++) {
            long different = 0;
            for (int lane = 0; lane < WIDTH; lane += VECTOR) {
                int at = line * WIDTH + lane;
                ByteVector best = column(at);
                ByteVector value = ByteVector.fromMemorySegment(BYTES, values, offset + at, ORDER);
                ByteVector old = ByteVector.fromMemorySegment(BYTES, distances, offset + at, ORDER);
                ByteVector gaining = ZERO.sub(best.max((byte) -Byte.MAX_VALUE)).min(old);
                ByteVector losing = best.min((byte) (Byte.MAX_VALUE - 1))
                        .not()
                        .sub((byte) 1)
                        .max(old);
                ByteVector now = gaining.blend(losing, value.compare(VectorOperators.GT, (byte) 0));
                long lanes = now.compare(VectorOperators.NE, old).toLong();
                if (lanes != 0) {
                    now.intoMemorySegment(distances, offset + at, ORDER);
                    old.intoArray(before, at);
                    different |= lanes << lane;
                }
            }
            changedColumns[line] = different;
            changed += Long.bitCount(different);
        }
        return changed;
    }

    /** Returns a vector of the transposed tile. */
    private ByteVector column(int at) {
        return LongVector.fromArray(LONGS, columns, at / Long.BYTES).reinterpretAsBytes();
    }

    /**
     * Transposes the tile into {@link #columns}: the squares of 8 by 8 bytes each for itself, and then the squares, each line
     * of which is a long, among themselves.
     */
    private void transpose() {
        exchange(4, 32, 0x00000000ffffffffL);
        exchange(2, 16, 0x0000ffff0000ffffL);
        exchange(1, 8, 0x00ff00ff00ff00ffL);
        byte[] tile = this.tile;
        long[] columns = this.columns;
        for (int squareColumn = 0; squareColumn < SQUARES; squareColumn++) {
            for (int line = 0; line < Long.BYTES; line++) {
                for (int squareRow = 0; squareRow < SQUARES; squareRow++) {
                    columns[(squareColumn * Long.BYTES + line) * SQUARES + squareRow] =
                            (long) WORD.get(tile, (squareRow * Long.BYTES + line) * WIDTH + squareColumn * Long.BYTES);
                }
            }
        }
    }

    /**
     * A step of the transposition of all squares: of two lines so far apart the high parts of the one (as {@code mask} says,
     * of so many bits each) change places with the low parts of the other.
     */
    private void exchange(int distance, int bits, long mask) {
        byte[] tile = this.tile;
        LongVector low = LongVector.broadcast(LONGS, mask);
        for (int i = 0; i < WIDTH / 2; i++) {
            int upper = ((i & -distance) + i) * WIDTH;
            int lower = upper + distance * WIDTH;
            for (int lane = 0; lane < WIDTH; lane += VECTOR) {
                LongVector a = ByteVector.fromArray(BYTES, tile, upper + lane).reinterpretAsLongs();
                LongVector b = ByteVector.fromArray(BYTES, tile, lower + lane).reinterpretAsLongs();
                LongVector difference = a.lanewise(VectorOperators.LSHR, bits)
                        .lanewise(VectorOperators.XOR, b)
                        .and(low);
                a.lanewise(VectorOperators.XOR, difference.lanewise(VectorOperators.LSHL, bits))
                        .reinterpretAsBytes()
                        .intoArray(tile, upper + lane);
                b.lanewise(VectorOperators.XOR, difference).reinterpretAsBytes().intoArray(tile, lower + lane);
            }
        }
    }

    @Override
    void sample() {
        byte[] tile = this.tile;
        byte[] values = before;
        for (int at = 0; at < TILE_BYTES; at += VECTOR) {
            ByteVector next = ByteVector.fromArray(BYTES, values, at);
            ByteVector selected = VECTOR < WIDTH ? REVERSED.selectFrom(next) : REVERSED.selectFrom(next, next);
            ByteVector.fromArray(BYTES, tile, at)
                    .max(next)
                    .max(selected.min(ZERO))
                    .intoArray(tile, at);
        }
    }
}
