package granary.builder.sweep.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.rows.Crossing;
import granary.plain.Rules;
import granary.testing.AwariBoards;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables together hold the moves of the plain rules: for every position, captures and all. */
class MovesFromTablesTest {
    static Stream<Arguments> boards() {
        return AwariBoards.of("6, 7", "5, 8", "4, 11", "3, 15", "2, 30", "7, 6", "8, 6");
    }

    @ParameterizedTest
    @MethodSource("boards")
    void everyPositionHasTheMovesOfTheRules(int pits, RuleSet rules, int maxSeeds) {
        Awari awari = new Awari(pits, rules);
        for (int seeds = 0; seeds <= maxSeeds; seeds++) {
            for (int moverSeeds = 0; moverSeeds <= seeds; moverSeeds++) {
                check(awari, seeds, moverSeeds);
            }
        }
    }

    private static void check(Awari awari, int seeds, int moverSeeds) {
        SideOrder order = new SideOrder(awari.pits());
        MoveTable moves = new MoveTable(order, moverSeeds);
        CrossingTable[] crossings = CrossingTable.all(order, awari, seeds - moverSeeds, moves.crossings);
        int[] board = new int[2 * awari.pits()];
        for (int mover = 0; mover < order.size(moverSeeds); mover++) {
            order.side(moverSeeds, mover, board, 0);
            for (int opponent = 0; opponent < order.size(seeds - moverSeeds); opponent++) {
                order.side(seeds - moverSeeds, opponent, board, awari.pits());
                List<String> held = new ArrayList<>();
                for (int i = moves.firstMove[mover]; i < moves.firstMove[mover + 1]; i++) {
                    held.addAll(moves(order, seeds, moverSeeds, moves.moves[i], opponent, crossings));
                }
                Collections.sort(held);
                assertEquals(expected(awari, order, board), held, () -> Arrays.toString(board));
            }
        }
    }

    /** The move out of the tables, or nothing when it leaves the opponent without seeds. */
    private static List<String> moves(
            SideOrder order, int seeds, int moverSeeds, int move, int opponent, CrossingTable[] crossings) {
        int crossing = MoveTable.crossing(move);
        int left = MoveTable.sideLeft(move);
        CrossingTable table = crossings[crossing];
        List<String> found = new ArrayList<>();
        if (crossing == Crossing.NONE) {
            if (table.starved.length == 0) {
                found.add(line(0, opponent, left));
            }
            return found;
        }
        if (table.successor[opponent] >= 0) {
            found.add(line(0, table.successor[opponent], left));
        }
        int rank = ~table.successor[opponent];
        if (table.losses != 0 && (table.losers[opponent / Tiles.WIDTH] >>> opponent & 1) != 0) {
            int fuller = seeds - moverSeeds + Crossing.seeds(crossing);
            int captured = 0;
            while (order.fewer(fuller - captured) > rank) {
                captured++;
            }
            assertEquals(1, table.losses >>> captured & 1);
            int[] workIndexes = order.workIndexesInFileOrder(fuller - captured);
            found.add(line(captured, workIndexes[rank - order.fewer(fuller - captured)], left));
        }
        return found;
    }

    private static List<String> expected(Awari awari, SideOrder order, int[] board) {
        List<String> moves = new ArrayList<>();
        for (Rules.Move move : Rules.valueOf(awari.rules().name()).moves(board)) {
            if (Rules.seedsOfMover(move.board()) > 0) {
                int mover = order.workIndex(move.board(), 0);
                moves.add(line(move.captured(), mover, order.workIndex(move.board(), awari.pits())));
            }
        }
        Collections.sort(moves);
        return moves;
    }

    private static String line(int captured, int opponentAfter, int left) {
        return captured + " captured, leaves " + left + " and " + opponentAfter;
    }
}
