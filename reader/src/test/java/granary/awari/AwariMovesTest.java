package granary.awari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.plain.Boards;
import granary.plain.Rules;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Moves of boards worked out by hand, one for each corner of the rules, and ranks and moves of all small boards against the plain ones. */
class AwariMovesTest {
    /**
     * Checks one row.
     *
     * @param moves the legal moves as pit:captured:successor, separated by semicolons, or the score of a position without any
     */
    @ParameterizedTest(name = "{2}, {0}: {1}")
    @CsvFileSource(files = "../conformance/awari-moves.tsv", delimiter = '\t', numLinesToSkip = 1)
    void movesAreThoseOfTheRules(String rules, String board, String what, String moves) {
        int[] position = numbers(board);
        for (RuleSet ruleSet : rules.equals("all") ? RuleSet.values() : new RuleSet[] {RuleSet.of(rules)}) {
            Awari awari = new Awari(position.length / 2, ruleSet);
            assertEquals(moves, found(awari, position), () -> ruleSet + ": " + what);
            assertEquals(board, text(position), "the position itself is left alone");
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 14", "3, 9", "4, 7", "5, 6", "6, 5", "7, 4", "8, 4"})
    void everyBoardHasThePlainRankAndMoves(int pits, int most) {
        for (RuleSet rules : RuleSet.values()) {
            Awari awari = new Awari(pits, rules);
            Rules plain = Rules.valueOf(rules.name());
            int[] board = new int[2 * pits];
            for (int seeds = 0; seeds <= most; seeds++) {
                assertEquals(Boards.count(2 * pits, seeds), awari.size(seeds));
                for (long rank = 0; rank < awari.size(seeds); rank++) {
                    awari.unrank(seeds, rank, board);
                    assertArrayEquals(Boards.board(2 * pits, seeds, rank), board);
                    assertEquals(rank, awari.rank(board));
                    assertEquals(plain(plain, board), found(awari, board), () -> rules + ": " + text(board));
                }
            }
        }
    }

    private static String plain(Rules rules, int... board) {
        List<Rules.Move> moves = rules.moves(board);
        return moves.isEmpty()
                ? "none: " + rules.scoreWithoutMove(board)
                : moves.stream()
                        .map(move -> text(move.pit(), move.captured(), move.board()))
                        .collect(Collectors.joining("; "));
    }

    private static String found(Awari awari, int... board) {
        StringJoiner found = new StringJoiner("; ");
        awari.moves(board, (pit, captured, successor) -> found.add(text(pit, captured, successor)));
        return found.length() > 0 ? found.toString() : "none: " + awari.terminalScore(board);
    }

    private static String text(int pit, int captured, int... board) {
        return pit + ":" + captured + ":" + text(board);
    }

    private static int[] numbers(String text) {
        return Stream.of(text.split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    private static String text(int[] board) {
        return Arrays.stream(board).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }
}
