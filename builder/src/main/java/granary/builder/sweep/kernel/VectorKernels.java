package granary.builder.sweep.kernel;

import granary.builder.memory.WorkingArray;
import granary.builder.rows.Crossing;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.ShuffleTable;
import granary.builder.sweep.table.Tiles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The inner loops on vectors. {@link VectorKernelClasses} defines the class again, as a hidden class, for each kind that is used, so
 * that the width of a vector, and whether arrays are paged, are constants to the compiler.
 */
final class VectorKernels extends TileKernels {
    private static final VectorKernelClasses.Kind KIND = kind();
    /** True if the arrays {@link WorkingArray#isPaged are paged}. */
    private static final boolean PAGED = KIND.isPaged();

    private static final VectorSpecies<Byte> BYTES = VectorSpecies.of(byte.class, KIND.shape());
    private static final VectorSpecies<Long> LONGS = VectorSpecies.of(long.class, KIND.shape());
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

    private static VectorKernelClasses.Kind kind() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), "_", VectorKernelClasses.Kind.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Loads a vector, which must not reach beyond a line. */
    private static ByteVector load(WorkingArray array, long place) {
        return ByteVector.fromMemorySegment(BYTES, array.memory, PAGED ? array.inPages(place) : place, ORDER);
    }

    private static void save(ByteVector vector, WorkingArray array, long place) {
        vector.intoMemorySegment(array.memory, PAGED ? array.inPages(place) : place, ORDER);
    }

    @Override
    public void evaluate(
            MoverBlock block, WorkingArray values, WorkingArray conversions, int moverTile, int opponentTile) {
        loadConversions(block, conversions, moverTile, opponentTile);
        raise(block, values, null, moverTile, opponentTile);
    }

    /**
     * Raises the tile to the best of the moves inside the layer: to values, or if there are distances, to the codes after optimal
     * moves. The compiler takes the test for null out of the loops.
     */
    private void raise(MoverBlock block, WorkingArray values, WorkingArray distances, int moverTile, int opponentTile) {
        byte[] tile = this.tile;
        MoveTable table = block.table;
        int[] sowings = table.sowings;
        int[] runStart = table.runStart;
        byte[] runCrossing = table.runCrossing;
        ShuffleTable shuffles = block.shuffles;
        long across = block.conversions.place(0, opponentTile * WIDTH);
        boolean readsZeros = isFirstSweep && distances == null && block.moverSeeds > block.opponentSeeds;
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
                            ByteVector value = load(values, source + lane);
                            if (distances == null) {
                                raise(tile, line + lane, value);
                            } else {
                                raise(tile, line + lane, after(value, load(distances, source + lane), line + lane));
                            }
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
                if (readsZeros) {
                    ByteVector value = ZERO.min(limit);
                    for (int i = from; i < to; i++) {
                        raise(tile, MoveTable.lineInTile(sowings[i]) * WIDTH + lane, value);
                    }
                    continue;
                }
                long start = target.place(0, shuffles.source[shuffle]);
                long second = shuffles.second[shuffle] * target.stripBytes();
                for (int i = from; i < to; i++) {
                    int line = MoveTable.lineInTile(sowings[i]) * WIDTH + lane;
                    long source = start + ArrayBlock.lineBytes(MoveTable.sideLeft(sowings[i]));
                    // A lane that is not served has a limit below all scores.
                    ByteVector value = select(values, source, second, select).min(limit);
                    if (distances == null) {
                        raise(tile, line, value);
                    } else {
                        raise(tile, line, after(value, select(distances, source, second, select), line));
                    }
                }
            }
        }
    }

    private static ByteVector select(WorkingArray array, long source, long second, ByteVector select) {
        ByteVector first = load(array, source);
        return VECTOR < WIDTH ? select.selectFrom(first) : select.selectFrom(first, load(array, source + second));
    }

    private static void raise(byte[] tile, int at, ByteVector next) {
        ByteVector.fromArray(BYTES, tile, at).max(next).intoArray(tile, at);
    }

    /** Returns the codes after moves that are optimal, elsewhere no move. */
    private ByteVector after(ByteVector value, ByteVector code, int at) {
        return NO_MOVE.blend(code, value.eq(column(at)));
    }

    @Override
    public int store(WorkingArray values, long offset, int storedLines, boolean onlyGreater) {
        transpose();
        int changed = 0;
        for (int line = 0; line < storedLines; line++) {
            long different = 0;
            for (int lane = 0; lane < WIDTH; lane += VECTOR) {
                int at = line * WIDTH + lane;
                ByteVector now = ZERO.sub(column(at));
                ByteVector old = load(values, offset + at);
                long lanes = now.compare(VectorOperators.NE, old).toLong();
                if (lanes != 0 && onlyGreater) {
                    VectorMask<Byte> isGreater = now.abs().compare(VectorOperators.GT, old.abs());
                    now = old.blend(now, isGreater);
                    lanes = isGreater.toLong();
                }
                if (lanes != 0) {
                    save(now, values, offset + at);
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
    public void loadConversions(MoverBlock block, WorkingArray conversions, int moverTile, int opponentTile) {
        byte[] tile = this.tile;
        long firstLine = block.conversions.place(moverTile * WIDTH, opponentTile * WIDTH);
        int filled = Math.min(WIDTH, block.movers - moverTile * WIDTH) * WIDTH;
        for (int at = 0; at < filled; at += VECTOR) {
            load(conversions, firstLine + at).intoArray(tile, at);
        }
        for (int at = filled; at < TILE_BYTES; at += VECTOR) {
            ZERO.intoArray(tile, at);
        }
    }

    @Override
    public void storeFirstDistances(WorkingArray values, WorkingArray distances, long offset, int storedLines) {
        transpose();
        ByteVector one = ByteVector.broadcast(BYTES, DistanceCode.of(1, 1));
        ByteVector unknown = ByteVector.broadcast(BYTES, DistanceCode.of(DistanceCode.UNKNOWN, 1));
        for (int at = 0; at < storedLines * WIDTH; at += VECTOR) {
            ByteVector value = load(values, offset + at);
            ByteVector gaining = unknown.blend(one, ZERO.sub(value).eq(column(at)));
            // At score 0, distance 0 has the code that unknown has if the mover loses.
            save(NO_MOVE.blend(gaining, value.lt((byte) 0)), distances, offset + at);
        }
    }

    @Override
    public void evaluateDistances(
            MoverBlock block, WorkingArray values, WorkingArray distances, int moverTile, int opponentTile) {
        transposeScores(block, values, moverTile, opponentTile);
        for (int at = 0; at < TILE_BYTES; at += VECTOR) {
            NO_MOVE.intoArray(tile, at);
        }
        raise(block, values, distances, moverTile, opponentTile);
    }

    /** Brings the scores of the tile's positions, line m, column t, into {@link #columns}. */
    private void transposeScores(MoverBlock block, WorkingArray values, int moverTile, int opponentTile) {
        byte[] tile = this.tile;
        long own = block.values.place(opponentTile * WIDTH, moverTile * WIDTH);
        int stored = Math.min(WIDTH, block.opponents - opponentTile * WIDTH) * WIDTH;
        for (int at = 0; at < stored; at += VECTOR) {
            ZERO.sub(load(values, own + at)).intoArray(tile, at);
        }
        for (int at = stored; at < TILE_BYTES; at += VECTOR) {
            ZERO.intoArray(tile, at);
        }
        transpose();
    }

    @Override
    public int storeDistances(WorkingArray values, WorkingArray distances, long offset, int storedLines) {
        transpose();
        int changed = 0;
        for (int line = 0; line < storedLines; line++) {
            long different = 0;
            for (int lane = 0; lane < WIDTH; lane += VECTOR) {
                int at = line * WIDTH + lane;
                ByteVector best = column(at);
                ByteVector value = load(values, offset + at);
                ByteVector old = load(distances, offset + at);
                ByteVector gaining = ZERO.sub(best.max((byte) -Byte.MAX_VALUE)).min(old);
                ByteVector losing = best.min((byte) (Byte.MAX_VALUE - 1))
                        .not()
                        .sub((byte) 1)
                        .max(old);
                ByteVector now = gaining.blend(losing, value.compare(VectorOperators.GT, (byte) 0));
                long lanes = now.compare(VectorOperators.NE, old).toLong();
                if (lanes != 0) {
                    save(now, distances, offset + at);
                    old.intoArray(before, at);
                    different |= lanes << lane;
                }
            }
            changedColumns[line] = different;
            changed += Long.bitCount(different);
        }
        return changed;
    }

    private ByteVector column(int at) {
        return LongVector.fromArray(LONGS, columns, at / Long.BYTES).reinterpretAsBytes();
    }

    /**
     * Transposes the tile into {@link #columns}: first each square of 8 by 8 bytes, then the order of the squares, each line of
     * which is a long.
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
     * of a number of bits each) change places with the low parts of the other.
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
