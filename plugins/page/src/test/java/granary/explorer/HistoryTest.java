package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.database.Database;
import granary.database.ScoredMove;
import granary.engine.Notation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The value of the game, position by position, is that of the database. */
class HistoryTest extends BrowserTest {
    private static final int PLIES = 4;

    private Database database;

    @BeforeEach
    void open() {
        database = Database.open(Served.directory("awari"));
    }

    @AfterEach
    void close() {
        database.close();
    }

    /** A game from some position: boards as their movers see them, South first, and what each side has taken by then. */
    private final class Game {
        final List<int[]> boards = new ArrayList<>();
        final List<int[]> taken = new ArrayList<>();
        final StringBuilder letters = new StringBuilder();

        /** Plays moves that something chooses. */
        Game(int[] beginning, Function<List<ScoredMove>, ScoredMove> choice) {
            boards.add(beginning);
            taken.add(new int[2]);
            for (int ply = 0; ply < PLIES; ply++) {
                List<ScoredMove> moves = database.moves(boards.get(ply));
                if (moves.isEmpty()) {
                    return;
                }
                ScoredMove move = choice.apply(moves);
                letters.append(Notation.letter(ply % 2, move.move()));
                int[] now = taken.get(ply).clone();
                now[ply % 2] += move.reward();
                boards.add(move.successor());
                taken.add(now);
            }
        }

        /** Returns by how much South ends ahead. */
        int value(int ply) {
            int score = database.score(boards.get(ply));
            return (ply % 2 == 0 ? score : -score) + taken.get(ply)[0] - taken.get(ply)[1];
        }

        /** Returns whether the value could be taken for a score, or for the value of another position. */
        boolean isPlain() {
            return boards.size() <= PLIES
                    || IntStream.range(0, PLIES)
                                    .filter(ply -> value(ply) != database.score(boards.get(ply)))
                                    .count()
                            < 2;
        }

        /** Returns what the page calls a position. */
        String address(int ply) {
            int[] board = boards.get(ply);
            int half = board.length / 2;
            IntStream south = ply % 2 == 0
                    ? Arrays.stream(board)
                    : IntStream.concat(Arrays.stream(board, half, board.length), Arrays.stream(board, 0, half));
            return IntStream.concat(south, Arrays.stream(taken.get(ply)))
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining("-"))
                    + (ply % 2 == 0 ? "-S" : "-N");
        }

        List<String> labels() {
            return IntStream.range(0, boards.size())
                    .mapToObj(ply -> (ply == 0 ? "Beginning" : ply + ". " + letters.charAt(ply - 1)) + ": "
                            + (value(ply) == 0
                                    ? "even"
                                    : (value(ply) > 0 ? "South" : "North") + " ahead by " + Math.abs(value(ply))))
                    .toList();
        }
    }

    /** Returns the first game of the highest layer whose values say something. */
    private Game game(Function<List<ScoredMove>, ScoredMove> choice) {
        for (long offset = 0; ; offset++) {
            int[] board = new int[database.game().cells()];
            database.game().unrank(Served.SEEDS, offset, board);
            Game game = new Game(board, choice);
            if (!game.isPlain()) {
                return game;
            }
        }
    }

    private static void awaitLabels(Game game) {
        browser.await(
                "all values",
                page -> browser.labels("#history .point").stream()
                                .filter(label -> !label.endsWith("not known"))
                                .count()
                        == PLIES + 1);
        assertEquals(game.labels(), browser.labels("#history .point"));
    }

    @Test
    void aGameThatIsOpenedAtItsEndHasTheValuesOfTheDatabase() {
        Game game = game(List::getLast); // errors, so that the value changes
        browser.open("/explore/awari/" + game.address(PLIES) + "?game=" + game.address(0) + "~" + game.letters);
        awaitLabels(game);
    }

    @Test
    void aClickOnALaterMoveOfTheBestLineHasTheValuesOfTheDatabase() {
        Game game = game(List::getFirst);
        browser.open("/explore/awari/" + game.address(0));
        browser.click("#line li:nth-of-type(" + PLIES + ") button");
        browser.awaitPath("/explore/awari/" + game.address(PLIES));
        awaitLabels(game);
    }
}
