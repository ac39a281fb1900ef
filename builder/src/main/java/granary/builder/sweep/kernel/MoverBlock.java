package granary.builder.sweep.kernel;

import granary.builder.rows.Crossing;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.ShiftTable;
import granary.builder.sweep.table.ShuffleTable;
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
    /** The opponent's sides after each crossing. */
    public final ShiftTable shifts;
    /** The same for vectors; null where the kernels use none. */
    final ShuffleTable shuffles;

    /** The place of the values of these positions: line t, column m. */
    public final ArrayBlock values;
    /** The place of the conversion values of these positions: line m, column t. */
    public final ArrayBlock conversions;
    /** For each crossing, where the values after the move lie: line m', column t'. */
    private final ArrayBlock[] targets;

    /**
     * Makes the block of the movers with a number of seeds.
     *
     * @param kernels what will run over it
     */
    public MoverBlock(LayerShape shape, MoveTable table, int moverSeeds, Kernels kernels) {
        this(
                shape,
                table,
                new ShiftTable(shape.order, shape.awari, shape.seeds - moverSeeds, table.crossings),
                moverSeeds,
                kernels);
    }

    /**
     * Makes the block of the movers with a number of seeds.
     *
     * @param shifts of the opponent's sides, for the crossings of the mover's moves
     * @param kernels what will run over it
     */
    public MoverBlock(LayerShape shape, MoveTable table, ShiftTable shifts, int moverSeeds, Kernels kernels) {
        this.moverSeeds = moverSeeds;
        this.table = table;
        this.shifts = shifts;
        opponentSeeds = shape.seeds - moverSeeds;
        movers = shape.sides(moverSeeds);
        opponents = shape.sides(opponentSeeds);
        BitSet crossings = table.crossings;
        shuffles = kernels == Kernels.SCALAR ? null : new ShuffleTable(shifts, kernels.vectorBytes());
        values = shape.block(moverSeeds);
        conversions = shape.block(opponentSeeds);
        targets = new ArrayBlock[crossings.length()];
        crossings.stream()
                .forEach(crossing -> targets[crossing] = shape.block(opponentSeeds + Crossing.seeds(crossing)));
    }

    /** Returns whether sowings that stay at home are moves: not when the opponent has no seeds and must be fed. */
    boolean staysAllowed() {
        return opponentSeeds > 0;
    }

    /** Returns the place of the values after a crossing: line m', column t'. */
    public ArrayBlock target(int crossing) {
        return targets[crossing];
    }

    /**
     * Returns the place of the value after a move, or a negative number when the move does not stay inside the layer.
     *
     * @param crossing what crosses over
     * @param sideLeft the mover's side after the move
     * @param opponentSide the opponent's side before the move
     */
    public long successor(int crossing, int sideLeft, int opponentSide) {
        int fullerSide = sideAfter(crossing, opponentSide);
        return fullerSide < 0 ? -1 : targets[crossing].place(sideLeft, fullerSide);
    }

    /** Returns the opponent's side after a move, or a negative number when the move is illegal or leaves the layer. */
    private int sideAfter(int crossing, int opponentSide) {
        if (crossing == Crossing.NONE) {
            return staysAllowed() ? opponentSide : -1;
        }
        return shifts.successor[crossing][opponentSide];
    }

    /**
     * Returns the opponent's side before a move, or a negative number when there is none inside the layer.
     *
     * @param crossing what crosses over
     * @param fullerSide the opponent's side after the move
     */
    public int sideBefore(int crossing, int fullerSide) {
        if (crossing == Crossing.NONE) {
            return staysAllowed() ? fullerSide : -1;
        }
        return shifts.predecessor[crossing][fullerSide];
    }
}
