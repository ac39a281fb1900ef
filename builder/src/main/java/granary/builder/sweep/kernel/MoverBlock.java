package granary.builder.sweep.kernel;

import granary.builder.sweep.table.Crossing;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.ShiftTable;
import granary.builder.sweep.table.ShuffleTable;
import granary.builder.sweep.table.Tiles;
import java.util.BitSet;

/** The positions of a layer whose mover has a given number of seeds: where they lie, and where their moves lead. Immutable. */
public final class MoverBlock {
    /** Seeds on the mover's side. */
    public final int moverSeeds;
    /** Seeds on the opponent's side. */
    public final int opponentSeeds;
    /** Sides that the mover may have. */
    public final int movers;
    /** Sides that the opponent may have. */
    public final int opponents;
    /** Moves of the mover's sides. */
    public final MoveTable table;
    /** What crossing seeds make of the opponent's sides. */
    public final ShiftTable shifts;
    /** The same for vectors; null where the kernels use none. */
    public final ShuffleTable shuffles;

    /** Where the values of these positions begin: line t, column m. */
    public final long valuesStart;

    /** Length of a strip of them. */
    public final long valuesStrip;
    /**
     * For each crossing, block and strip length of the values after the move. For {@link Crossing#NONE} it is also
     * where the conversion values of these positions lie: line m, column t.
     */
    public final long[] targetStart;

    /** See {@link #targetStart}. */
    public final long[] targetStrip;

    /**
     * Makes the block of the movers with so many seeds.
     *
     * @param kernels what will run over it
     */
    public MoverBlock(LayerShape shape, MoveTable table, int moverSeeds, Kernels kernels) {
        this.moverSeeds = moverSeeds;
        this.table = table;
        opponentSeeds = shape.seeds - moverSeeds;
        movers = shape.sides(moverSeeds);
        opponents = shape.sides(opponentSeeds);
        BitSet crossings = table.crossings;
        shifts = new ShiftTable(shape.order, shape.awari, opponentSeeds, crossings);
        shuffles = kernels == Kernels.SCALAR ? null : new ShuffleTable(shifts, kernels.vectorBytes());
        valuesStart = shape.blockStart(moverSeeds);
        valuesStrip = shape.stripBytes(moverSeeds);
        int count = Math.max(Crossing.NONE + 1, crossings.length());
        targetStart = new long[count];
        targetStrip = new long[count];
        targetStart[Crossing.NONE] = shape.blockStart(opponentSeeds);
        targetStrip[Crossing.NONE] = shape.stripBytes(opponentSeeds);
        for (int d = crossings.nextSetBit(0); d >= 0; d = crossings.nextSetBit(d + 1)) {
            int next = opponentSeeds + Crossing.seeds(d);
            targetStart[d] = shape.blockStart(next);
            targetStrip[d] = shape.stripBytes(next);
        }
    }

    /** Returns whether sowings that stay at home are moves: not when the opponent has no seeds and must be fed. */
    public boolean staysAllowed() {
        return opponentSeeds > 0;
    }

    /** Returns where the conversion values of these positions begin: line m, column t. */
    public long conversionsStart() {
        return targetStart[Crossing.NONE];
    }

    /** Returns the length of a strip of them. */
    public long conversionsStrip() {
        return targetStrip[Crossing.NONE];
    }

    /** Returns where the values after a crossing begin that makes the opponent's side the given one: line m', column t'. */
    public long target(int crossing, int fullerSide) {
        return targetStart[crossing] + fullerSide / Tiles.WIDTH * targetStrip[crossing] + fullerSide % Tiles.WIDTH;
    }
}
