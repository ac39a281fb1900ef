package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Games against the computer. */
class MatchTest extends BrowserTest {
    private static void begin(String side, String level, String from, boolean hasHints) {
        browser.click("#play-button");
        browser.script("""
                const set = (id, value) => { document.getElementById(id).value = value; };
                set('match-side', arguments[0]);
                set('match-from', arguments[2]);
                const level = [...document.querySelectorAll('#match-level option')].find(one => one.textContent === arguments[1]);
                set('match-level', level.value);
                document.getElementById('match-hints').checked = arguments[3];
                """, side, level, from, hasHints);
        browser.click("#match-dialog [value=play]");
        browser.await("the game", page -> browser.count("#match:not([hidden])") == 1);
    }

    private static void awaitTurn() {
        browser.await(
                "the user's turn or the end",
                page -> browser.verdict().equals("Your move")
                        || browser.verdict().startsWith("You have")
                        || browser.verdict().startsWith("A draw"));
    }

    @ParameterizedTest
    @CsvSource({
        "/explore/chain/9, 0, Beginner",
        "/explore/chain/9, 1, Best it can",
        "/explore/chomp, 1, Club",
        "/explore/popular/0-0-0-0-2-1-1-0-0-1-0-0-20-23-S, 0, Best it can",
        "/explore/awari/1-0-0-2-0-1-0-1-0-0-1-2-20-20-S, 1, Casual"
    })
    void aGameIsPlayedToItsEnd(String path, String side, String level) {
        browser.open(path);
        begin(side, level, "here", false);
        awaitTurn();
        int plies = 0;
        while (browser.verdict().equals("Your move")) {
            assertTrue(plies++ < 300, "the game does not end");
            String before = browser.address();
            browser.click("#moves .move");
            browser.await("a reply", page -> !browser.address().equals(before));
            awaitTurn();
        }
        assertTrue(plies > 0 || side.equals("1"));
        assertEquals(0, browser.count("#moves .move:not(:disabled)"));
        assertTrue(browser.text("#detail").length() > 5, browser.text("#detail"));
        if (path.contains("chain") || path.contains("chomp")) {
            assertTrue(browser.text("#detail").endsWith("has won."), browser.text("#detail"));
        } else {
            int[] has = Arrays.stream(
                            browser.verdict().replaceAll("[^0-9]+", " ").strip().split(" "))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            boolean isWon = has[0] > has[1];
            assertEquals(isWon, browser.verdict().startsWith("You have won"), browser.verdict());
        }
        browser.click("#end-match");
        browser.await("scores", page -> browser.count("#layer-panel:not([hidden])") == 1);
    }

    @Test
    void nothingTellsScoresWhileOnePlays() {
        browser.open(START);
        begin("0", "Best it can", "here", false);
        awaitTurn();
        assertEquals(0, browser.count(".move .score, .pill, #layer-panel:not([hidden]), #line-panel:not([hidden])"));
        assertEquals(
                "none", browser.script("return getComputedStyle(document.getElementById('history-panel')).display"));
        for (String label : browser.labels(".pit")) {
            assertFalse(label.contains("wins") || label.contains("loses") || label.contains("even"), label);
        }
        browser.press(" ");
        assertEquals(START, browser.path());
        assertEquals("Your move", browser.verdict());
        browser.click("#end-match");
        browser.await("scores", page -> browser.count(".move .score") > 0);
        begin("0", "Best it can", "here", true);
        assertTrue(browser.count(".move .score") > 0);
    }

    @Test
    void aMoveIsTakenBackWithItsReplyAndKeptAsAVariation() {
        browser.open(START);
        begin("0", "Best it can", "here", false);
        awaitTurn();
        assertEquals(1, browser.count("#take-back:disabled"));
        browser.press("d");
        browser.await("a reply", page -> browser.count(".record button") == 2);
        browser.click("#take-back");
        browser.awaitPath(START);
        assertEquals("Your move", browser.verdict());
        browser.press("f");
        browser.await("a reply", page -> browser.count(".record button") == 4);
        assertEquals(2, browser.count(".record .variation button"));
        assertEquals("Your move", browser.verdict());
        // Going back to look is not taking back: the computer does not move there.
        browser.click(".record > button");
        browser.await("its turn", page -> browser.verdict().equals("Granary is thinking"));
        browser.press("1");
        assertEquals(4, browser.count(".record button"));
    }

    @Test
    void theComputerPlaysBeyondTheDatabase() {
        browser.open(OPENING);
        begin("1", "Club", "opening", false);
        browser.await("its move", page -> browser.count(".record button") == 1);
        browser.await("the turn", page -> browser.verdict().equals("Your move"));
        // The board is turned: the user's row is below.
        assertTrue((Boolean) browser.script("""
                const y = pit => document.querySelector(`.pit[data-pit=${pit}] circle`).cy.baseVal.value;
                return y('a') > y('A');
                """));
        browser.press("c");
        browser.await("its reply", page -> browser.count(".record button") == 3);
    }

    @Test
    void aStrongerLevelGivesLessAway() {
        Object found = browser.asyncScript("""
                const {LEVELS, choose} = await import('/assets/strength.js');
                const moves = [5, 4, 2, 0, -3, -6].map(score => ({score}));
                const loss = (move, best) => best.score - move.score;
                const means = LEVELS.map(({slack}) => {
                  let sum = 0;
                  for (let i = 0; i < 1000; i++) {
                    sum += loss(choose(moves, loss, slack, (i + 0.5) / 1000), moves[0]);
                  }
                  return sum / 1000;
                });
                return means.every((mean, i) => i === 0 || mean < means[i - 1]) && means.at(-1) === 0 ? 'falls to nothing' : means.join();
                """.replace("'/assets", "'" + Served.uri("/assets")));
        assertEquals("falls to nothing", found);
    }

    @Test
    void theDialogAndTheGameAreWithoutBarriers() {
        browser.shape(360, 800, false);
        browser.open(START);
        browser.click("#play-button");
        assertEquals(List.of(), browser.barriers());
        browser.click("#match-dialog [value=cancel]");
        begin("0", "Club", "here", false);
        awaitTurn();
        assertEquals(List.of(), browser.barriers());
        assertEquals(
                "0",
                browser.script("return document.documentElement.scrollWidth - innerWidth")
                        .toString());
    }
}
