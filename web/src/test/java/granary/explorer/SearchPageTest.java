package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.awari.Sowing;
import granary.engine.OwareNotation;
import granary.engine.PlayedGame;
import granary.testing.TestRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** A search beyond the database, as one sees it on the page. */
class SearchPageTest extends BrowserTest {
    private static int depth() {
        String detail = browser.text("#detail");
        return detail.contains(" ahead")
                ? Integer.parseInt(detail.replaceAll(".*searched ([0-9]+) moves? ahead.*", "$1"))
                : 0;
    }

    @Test
    void whatIsNotInTheDatabaseIsSaid() {
        openUnsearched(OPENING);
        assertEquals("South to move: not in the database", browser.verdict());
        assertEquals("This position has 48 seeds; awari holds 0 to 8 seeds.", browser.text("#detail"));
    }

    @Test
    void aSearchGetsDeeperShowsItsLineAndStopsOnAClick() {
        browser.open(OPENING);
        browser.await("a depth", page -> depth() > 2);
        int first = depth();
        browser.await("a greater depth", page -> depth() > first + 1);
        assertEquals("Stop the analysis", browser.text("#search"));
        assertEquals(6, browser.count(".move.guess"));
        assertEquals("What the search expects", browser.text("#line-title"));
        assertTrue(browser.count("#line button") > 2);
        browser.click("#search");
        browser.await("the end", page -> browser.text("#search").equals("Analysis"));
        assertTrue(browser.text("#search-note").startsWith("The scores come from a search of depth "));
        String guess = browser.labels("#history .point").getFirst();
        assertTrue(guess.matches("Beginning: about (even|(South|North) ahead by \\d+(\\.\\d)?)"), guess);
        int last = depth();
        assertTrue(last > first, first + " " + last);
        // Going on begins where it ended: what was known is not taken back.
        browser.click("#search");
        browser.await("more", page -> {
            assertTrue(depth() >= last, () -> depth() + " after " + last);
            return depth() > last;
        });
        browser.click("#line li:nth-child(2) button");
        browser.awaitCount("#history .point", 3);
    }

    @Test
    void eachMoveHasItsLineAndNumbersMoveWhileTheEngineThinks() {
        browser.open(OPENING);
        browser.awaitCount("#moves .expected", 6);
        browser.awaitMovingNumbers();
        String heading = browser.text("#moves h4");
        assertEquals("≈ As the engine sees it", heading);
        List<String> scores = new ArrayList<>(browser.texts("#moves .score"));
        scores.addAll(browser.texts(".pill-text"));
        scores.add(browser.text("#badge"));
        assertEquals(13, scores.size());
        assertTrue(scores.stream().allMatch(score -> score.matches("≈(0|[+\u2212]\\d+(\\.\\d)?)")), scores::toString);
        assertTrue(browser.texts("#moves .expected").stream().allMatch(line -> line.matches("[a-f]( [A-Fa-f])*( …)?")));
    }

    @Test
    void anAnalysisFollowsTheBoardAndItsResultsStay() {
        browser.open(OPENING);
        browser.await("a depth", page -> depth() > 2);
        browser.press("f");
        browser.await("the next position", page -> browser.verdict().startsWith("North to move: about "));
        browser.click("#search");
        browser.await("its end", page -> browser.text("#search").equals("Analysis"));
        String north = browser.verdict();
        browser.press(Keys.ARROW_LEFT);
        browser.await("the results", page -> depth() > 2);
        String verdict = browser.verdict();
        assertTrue(verdict.startsWith("South to move: about "), verdict);
        browser.press(Keys.ARROW_RIGHT);
        browser.await("the next position", page -> browser.verdict().equals(north));
        browser.back();
        browser.await("the results", page -> browser.verdict().equals(verdict));
        browser.forward();
        browser.await("the next position", page -> browser.verdict().equals(north));
        // No search goes on for what nobody looks at: another would wait for its end.
        assertEquals(1L, browser.asyncScript("""
                const {session} = await import('/assets/session.js');
                const {depth} = await session.database.engine.best({board: '4-4-4-4-4-4-4-4-4-4-4-4-0-0-S', moves: ''}, {depth: 1});
                return depth;
                """));
    }

    @Test
    void aMoveBackToAPositionOfTheGameGivesEachSideItsRow() {
        Awari game = new Awari(6, RuleSet.ABAPA);
        PlayedGame played = repeating(game);
        PlayedGame.Moment last = played.now();
        int rows = Sowing.moversSeeds(last.position()) - Sowing.opponentsSeeds(last.position());
        List<Integer> pits = played.moves();
        int back = pits.getLast();
        openUnsearched("/explore/popular");
        Object found = browser.asyncScript(
                """
                const {session} = await import('/assets/session.js');
                const [board, moves, back] = arguments;
                const {moves: scored} = await session.database.engine.best({board, moves}, {depth: 1});
                return String(scored.find(({pit}) => pit === back).score);
                """,
                OwareNotation.position(played.moments().getFirst()),
                OwareNotation.letters(played.moments().getFirst().mover(), pits.subList(0, pits.size() - 1)),
                back);
        assertEquals(-rows, Double.parseDouble((String) found), pits::toString);
    }

    /** Returns a game without captures that ends in a repetition, and does not give both sides the same. */
    private static PlayedGame repeating(Awari game) {
        Random random = TestRandom.create();
        while (true) {
            int[] board = new int[12];
            game.unrank(3, random.nextLong(game.size(3)), board);
            PlayedGame played = new PlayedGame(game, board);
            while (played.moments().size() < 400 && !played.legalMoves().isEmpty()) {
                List<Integer> legal = played.legalMoves();
                played.play(legal.get(random.nextInt(legal.size())));
                PlayedGame.Moment now = played.now();
                if (now.taken()[0] + now.taken()[1] > 0) {
                    break;
                }
                if (played.times(now.position(), now.mover()) > 1) {
                    return played;
                }
            }
        }
    }

    @Test
    void aScoreThatIsCertainIsSaidToBeAndNotSearchedOn() {
        browser.open("/explore/awari/0-0-0-0-0-1-2-6-0-0-0-0-20-19-S");
        browser.await("certainty", page -> browser.text("#detail").contains("the score is certain"));
        assertEquals("There is nothing more to find.", browser.text("#search-note"));
        assertTrue(browser.verdict().matches("South to move: (even|[+\u2212]\\d+)"), browser.verdict());
        assertFalse((browser.text("#badge") + browser.text("#moves .score")).contains("≈"), "that is no guess");
        String certain = browser.labels("#history .point").getFirst();
        assertTrue(certain.matches("Beginning: (even|(South|North) ahead by \\d+)"), certain);
    }

    @Test
    void theValueOfAGuessHasOneDecimalAsItsScoreHas() {
        openUnsearched("/explore/awari/4-4-4-4-4-4-4-4-4-4-0-0-6-2-S");
        List<Object> told = new ArrayList<>();
        for (double score : new double[] {0.27, -4.96, -5.27}) {
            browser.asyncScript("""
                    const {learn, session} = await import('/assets/session.js');
                    const {node} = session.tree;
                    learn(node, {moves: node.answer.moves, score: arguments[0], depth: 1, nodes: 9});
                    """, score);
            told.addAll(browser.labels("#history .point"));
        }
        assertEquals(
                List.of(
                        "Beginning: about South ahead by 4.3",
                        "Beginning: about North ahead by 1.0",
                        "Beginning: about North ahead by 1.3"),
                told);
    }
}
