package granary.rehearsal;

import granary.builder.rows.Crossing;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.PredecessorTable;
import granary.plain.Boards;
import java.util.Arrays;
import java.util.stream.LongStream;

/** The tables of sides: the places, in the array of values, after and before the moves inside the layer. */
final class TablesPhase implements Phase {
    private static final int TOGETHER = 1 << 12;

    @Override
    public void run(Stage stage) {
        SweepLayer layer = stage.layer(Kernels.SCALAR);
        long[] ranks = stage.ranks(3, stage.positions);
        stage.pool.forRange(ranks.length, TOGETHER, (from, to) -> {
            for (int i = (int) from; i < to; i++) {
                int[] board = stage.board(ranks[i]);
                compare(stage, layer, board);
                stage.compared(1, stage.places.value(board));
            }
        });
    }

    private static void compare(Stage stage, SweepLayer layer, int[] board) {
        int pits = stage.awari.pits();
        MoverBlock block = layer.blocks[stage.places.moverSeeds(board)];
        int mover = PlainPlaces.side(board, 0, pits);
        int opponent = PlainPlaces.side(board, pits, pits);
        int inFile = (int) Boards.rank(Arrays.copyOf(board, pits));
        stage.equal("place of a side", board, mover, layer.workIndexes.get(block.moverSeeds)[inFile]);
        stage.equal("place of the value", board, stage.places.value(board), block.values.place(opponent, mover));
        stage.equal(
                "place of the conversion value",
                board,
                stage.places.conversion(board),
                block.conversions.place(mover, opponent));
        compare(stage, "moves", board, successors(stage, board), movesByTable(block, mover, opponent));
        compare(
                stage,
                "predecessors",
                board,
                predecessors(stage, board),
                predecessorsByTable(layer, block, mover, opponent));
    }

    private static void compare(Stage stage, String what, int[] board, LongStream expected, LongStream actual) {
        long[] places = expected.sorted().toArray();
        long[] found = actual.sorted().toArray();
        stage.check(
                Arrays.equals(places, found),
                what + " of " + Arrays.toString(board) + ": expected the places " + Arrays.toString(places) + ", got "
                        + Arrays.toString(found));
    }

    private static LongStream successors(Stage stage, int[] board) {
        LongStream.Builder places = LongStream.builder();
        stage.play(board, successor -> places.add(stage.places.value(successor)));
        return places.build();
    }

    private static LongStream movesByTable(MoverBlock block, int mover, int opponent) {
        MoveTable table = block.table;
        return Arrays.stream(table.moves, table.firstMove[mover], table.firstMove[mover + 1])
                .mapToLong(move -> block.successor(MoveTable.crossing(move), MoveTable.sideLeft(move), opponent))
                .filter(place -> place >= 0);
    }

    /** A position whose mover has no seeds comes of no move that tables know: the game is over with it. */
    private static LongStream predecessors(Stage stage, int[] board) {
        LongStream.Builder places = LongStream.builder();
        if (stage.places.moverSeeds(board) > 0) {
            stage.awari.predecessors(board, before -> places.add(stage.places.value(before)));
        }
        return places.build();
    }

    private static LongStream predecessorsByTable(SweepLayer layer, MoverBlock block, int mover, int opponent) {
        LongStream.Builder places = LongStream.builder();
        PredecessorTable table = layer.predecessors[block.opponentSeeds];
        for (int i = table.first[opponent]; i < table.first[opponent + 1]; i++) {
            int crossing = MoveTable.crossing(table.predecessors[i]);
            if (Crossing.seeds(crossing) <= block.moverSeeds) {
                MoverBlock before = layer.blocks[block.opponentSeeds + Crossing.seeds(crossing)];
                int side = before.sideBefore(crossing, mover);
                if (side >= 0) {
                    places.add(before.values.place(side, MoveTable.sideLeft(table.predecessors[i])));
                }
            }
        }
        return places.build();
    }
}
