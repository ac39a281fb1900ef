package granary.builder.sweep.kernel;

import granary.builder.rows.Crossing;
import granary.builder.sweep.table.CrossingTable;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.ShuffleTable;

/** The positions of a layer whose mover has a given number of seeds: their places, and the places after their moves. Immutable. */
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
    /** The opponent's sides after the move, by crossing; null for some that do not occur. */
    public final CrossingTable[] crossings;
    /** The same for vectors; null if the kernels use none. */
    final ShuffleTable shuffles;

    /** The place of the values of these positions: line t, column m. */
    public final ArrayBlock values;
    /** The place of the conversion values of these positions: line m, column t. */
    public final ArrayBlock conversions;
    /** For each crossing, the place of the values after the move: line m', column t'. */
    private final ArrayBlock[] targets;

    /**
     * Makes the block of the movers with a number of seeds.
     *
     * @param crossings of the opponent's sides, with those of the mover's moves at least
     */
    public MoverBlock(LayerShape shape, MoveTable table, CrossingTable[] crossings, int moverSeeds, Kernels kernels) {
        this.moverSeeds = moverSeeds;
        this.table = table;
        this.crossings = crossings;
        opponentSeeds = shape.seeds - moverSeeds;
        movers = shape.sides(moverSeeds);
        opponents = shape.sides(opponentSeeds);
        shuffles = kernels == Kernels.SCALAR
                ? null
                : new ShuffleTable(opponents, crossings, table.crossings, kernels.vectorBytes());
        values = shape.block(moverSeeds);
        conversions = shape.block(opponentSeeds);
        targets = new ArrayBlock[table.crossings.length()];
        table.crossings.stream()
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
     * @param sideLeft the mover's side after the move
     * @param opponentSide the opponent's side before the move
     */
    public long successor(int crossing, int sideLeft, int opponentSide) {
        if (crossing == Crossing.NONE && !staysAllowed()) {
            return -1;
        }
        int side = crossing == Crossing.NONE ? opponentSide : crossings[crossing].successor[opponentSide];
        return side < 0 ? -1 : targets[crossing].place(sideLeft, side);
    }

    /** Returns the opponent's side before a move that left it fuller, or a negative number when there is none inside the layer. */
    public int sideBefore(int crossing, int fullerSide) {
        if (crossing == Crossing.NONE) {
            return staysAllowed() ? fullerSide : -1;
        }
        return crossings[crossing].predecessor[fullerSide];
    }
}
