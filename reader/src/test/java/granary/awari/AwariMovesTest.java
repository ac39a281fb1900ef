package granary.awari;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Boards worked out by hand, one for each corner of the rules; the number of pits is the board's. */
class AwariMovesTest {
    /**
     * Checks one row.
     *
     * @param moves the legal moves as pit:captured:successor, separated by semicolons, or the score of a position
     *     without any
     */
    @ParameterizedTest(name = "{2}, {0}: {1}")
    @CsvFileSource(files = "../conformance/awari-moves.tsv", delimiter = '\t', numLinesToSkip = 1)
    void movesAreThoseOfTheRules(String rules, String board, String what, String moves) {
        int[] position = numbers(board);
        for (RuleSet ruleSet : rules.equals("all") ? RuleSet.values() : new RuleSet[] {RuleSet.of(rules)}) {
            Awari awari = new Awari(position.length / 2, ruleSet);
            StringJoiner found = new StringJoiner("; ");
            awari.moves(
                    position, (pit, captured, successor) -> found.add(pit + ":" + captured + ":" + text(successor)));
            String actual = found.length() > 0 ? found.toString() : "none: " + awari.terminalScore(position);
            assertEquals(moves, actual, () -> ruleSet + ": " + what);
            assertEquals(board, text(position), "the position itself is left alone");
        }
    }

    private static int[] numbers(String text) {
        return Stream.of(text.split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    private static String text(int[] board) {
        return Arrays.stream(board).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }
}
