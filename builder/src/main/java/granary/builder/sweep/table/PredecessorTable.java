package granary.builder.sweep.table;

import java.util.List;

/** For all sides with the same number of seeds the sowings that leave them: crossing and side before. Immutable. */
public final class PredecessorTable {
    /** First predecessor of each side; one entry more at the end. */
    public final int[] first;
    /** Crossing and index of the side before, packed as in {@link MoveTable#moves}. */
    private int[] predecessors;

    private PredecessorTable(int sides) {
        first = new int[sides + 1];
    }

    /** Returns a predecessor: crossing and index of the side before, packed as in {@link MoveTable#moves}. */
    public int predecessor(int i) {
        return predecessors[i];
    }

    /** Returns the tables for 0 to {@code seeds} seeds, made from the moves of the sides with 0 to {@code seeds} seeds. */
    public static PredecessorTable[] all(SideOrder order, List<MoveTable> moveTables, int seeds) {
        PredecessorTable[] tables = new PredecessorTable[seeds + 1];
        for (int left = 0; left <= seeds; left++) {
            tables[left] = new PredecessorTable(order.size(left));
        }
        for (int before = 0; before <= seeds; before++) {
            for (int move : moveTables.get(before).moves) {
                tables[before - Crossing.seeds(MoveTable.crossing(move))].first[MoveTable.sideLeft(move) + 1]++;
            }
        }
        int[][] next = new int[seeds + 1][];
        for (int left = 0; left <= seeds; left++) {
            PredecessorTable table = tables[left];
            for (int side = 1; side < table.first.length; side++) {
                table.first[side] += table.first[side - 1];
            }
            table.predecessors = new int[table.first[table.first.length - 1]];
            next[left] = table.first.clone();
        }
        for (int before = 0; before <= seeds; before++) {
            MoveTable moves = moveTables.get(before);
            for (int side = 0; side + 1 < moves.firstMove.length; side++) {
                for (int i = moves.firstMove[side]; i < moves.firstMove[side + 1]; i++) {
                    int crossing = MoveTable.crossing(moves.moves[i]);
                    int left = before - Crossing.seeds(crossing);
                    tables[left].predecessors[next[left][MoveTable.sideLeft(moves.moves[i])]++] =
                            crossing << SideOrder.INDEX_BITS | side;
                }
            }
        }
        return tables;
    }
}
