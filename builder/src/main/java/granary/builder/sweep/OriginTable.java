package granary.builder.sweep;

import java.util.List;

/** For all sides with the same number of seeds the sowings that leave them: delivery and side before. */
final class OriginTable {
    /** First origin of each side; one entry more at the end. */
    final int[] first;
    /** Delivery and index of the side before, packed as in {@link MoveTable#moves}. */
    private int[] origins;

    private OriginTable(int sides) {
        first = new int[sides + 1];
    }

    int origin(int i) {
        return origins[i];
    }

    /** The tables for 0 to {@code seeds} seeds, made from the moves of the sides with 0 to {@code seeds} seeds. */
    static OriginTable[] all(SideOrder order, List<MoveTable> moveTables, int seeds) {
        OriginTable[] tables = new OriginTable[seeds + 1];
        for (int left = 0; left <= seeds; left++) {
            tables[left] = new OriginTable(order.size(left));
        }
        for (int before = 0; before <= seeds; before++) {
            for (int move : moveTables.get(before).moves) {
                tables[before - SideSowing.crossed(MoveTable.delivery(move))].first[MoveTable.sideLeft(move) + 1]++;
            }
        }
        int[][] next = new int[seeds + 1][];
        for (int left = 0; left <= seeds; left++) {
            OriginTable table = tables[left];
            for (int side = 1; side < table.first.length; side++) {
                table.first[side] += table.first[side - 1];
            }
            table.origins = new int[table.first[table.first.length - 1]];
            next[left] = table.first.clone();
        }
        for (int before = 0; before <= seeds; before++) {
            MoveTable moves = moveTables.get(before);
            for (int side = 0; side + 1 < moves.firstMove.length; side++) {
                for (int i = moves.firstMove[side]; i < moves.firstMove[side + 1]; i++) {
                    int delivery = MoveTable.delivery(moves.moves[i]);
                    int left = before - SideSowing.crossed(delivery);
                    tables[left].origins[next[left][MoveTable.sideLeft(moves.moves[i])]++] =
                            delivery << MoveTable.SIDE_BITS | side;
                }
            }
        }
        return tables;
    }
}
