package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.database.Database;
import granary.database.ScoredMove;
import granary.engine.OwareNotation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

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
                letters.append(OwareNotation.letter(ply % 2, move.move()));
                int[] now = taken.get(ply).clone();
                now[ply % 2] += move.captured();
                boards.add(move.successor());
                taken.add(now);
            }
        }

        int score(int ply) {
            return database.score(boards.get(ply));
        }

        boolean hasTaken(int ply) {
            return Arrays.stream(taken.get(ply)).sum() > 0;
        }

        /** Returns by how much South ends ahead. */
        int value(int ply) {
            return (ply % 2 == 0 ? score(ply) : -score(ply)) + taken.get(ply)[0] - taken.get(ply)[1];
        }

        /** Returns whether the value could be taken for a score, or for the value of another position. */
        boolean isPlain() {
            return boards.size() <= PLIES
                    || IntStream.range(0, PLIES)
                                    .filter(ply -> value(ply) != score(ply))
                                    .count()
                            < 2;
        }

        /** Returns the loss of the played move against the best one. */
        int lost(int ply) {
            return score(ply) - (taken.get(ply + 1)[ply % 2] - taken.get(ply)[ply % 2]) + score(ply + 1);
        }

        List<Integer> mistakes() {
            return IntStream.range(0, boards.size() - 1)
                    .filter(ply -> lost(ply) > 0)
                    .boxed()
                    .toList();
        }

        /** Returns the page's name of a position. */
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
        return game(choice, game -> true);
    }

    private Game game(Function<List<ScoredMove>, ScoredMove> choice, Predicate<Game> isWanted) {
        for (long rank = 0; ; rank++) {
            int[] board = new int[database.game().cells()];
            database.game().unrank(Served.SEEDS, rank, board);
            Game game = new Game(board, choice);
            if (!game.isPlain() && isWanted.test(game)) {
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
        assertEquals(
                IntStream.rangeClosed(0, PLIES)
                        .mapToObj(ply -> (long) Integer.signum(game.value(ply)))
                        .toList(),
                browser.script("""
                const zero = document.querySelector('#history .zero').y1.baseVal.value;
                const dots = [...document.querySelectorAll('#history .dot')];
                return dots.map(dot => Math.sign(zero - dot.cy.baseVal.value));
                """),
                "what is good for South is above");
    }

    @Test
    void aGameThatIsOpenedAtItsEndHasTheValuesOfTheDatabase() {
        Game game = game(
                List::getLast, // errors, so that the value changes
                one -> IntStream.range(0, PLIES).anyMatch(ply -> one.hasTaken(ply) && one.score(ply) != 0));
        openAtItsEnd(game);
        awaitLabels(game);
        for (int ply = PLIES - 1; ply >= 0; ply--) {
            browser.press(Keys.ARROW_LEFT);
            String verdict = verdict(game, ply);
            browser.await(verdict, page -> browser.verdict().equals(verdict));
            int value = game.value(ply);
            String end = value == 0 ? "level" : (value > 0 ? "south" : "north") + " ahead by " + Math.abs(value);
            assertEquals(
                    game.hasTaken(ply),
                    browser.text("#detail").toLowerCase(Locale.ROOT).contains(end + " in the end"),
                    browser.text("#detail"));
        }
    }

    private static void openAtItsEnd(Game game) {
        browser.open("/explore/awari/" + game.address(PLIES) + "?game=" + game.address(0) + "~" + game.letters);
    }

    /** Returns the page's text for a position from which a game continues. */
    private String verdict(Game game, int ply) {
        int score = game.score(ply);
        String winner = score > 0 == (ply % 2 == 0) ? "South" : "North";
        String gains = winner + " gains " + Math.abs(score) + (Math.abs(score) == 1 ? " seed" : " seeds");
        return (ply % 2 == 0 ? "South" : "North") + " to move: " + (score == 0 ? "even" : gains);
    }

    @Test
    void theMistakesOfAGameAreShownOneAfterAnother() {
        Game game = game(List::getLast, one -> one.mistakes().size() > 1);
        List<Integer> mistakes = new ArrayList<>(game.mistakes());
        openAtItsEnd(game);
        browser.click("#analyse");
        browser.await(
                "the judgement", page -> browser.text("#record-note").equals(mistakes.size() + " moves lost seeds."));
        assertEquals(
                mistakes.stream()
                        .map(game::lost)
                        .map(lost -> (lost >= 5 ? "??" : lost >= 3 ? "?" : "?!") + " \u2212" + lost)
                        .toList(),
                browser.texts(".record .lost"));
        List<String> summaries = browser.texts("#summary li");
        for (int side = 0; side < 2; side++) {
            int mover = side;
            List<Integer> lost = mistakes.stream()
                    .filter(ply -> ply % 2 == mover)
                    .map(game::lost)
                    .toList();
            String summary = summaries.get(side);
            assertTrue(summary.startsWith(side == 0 ? "South: " : "North: "), summary);
            int seeds = lost.stream().mapToInt(Integer::intValue).sum();
            assertTrue(summary.contains(lost.isEmpty() ? "no mistakes" : "; lost " + seeds + " seed"), summary);
        }
        mistakes.add(mistakes.getFirst());
        for (int ply : mistakes) {
            browser.click("#next-mistake");
            browser.awaitPath("/explore/awari/" + game.address(ply));
        }
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
