package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What people who play and analyse expect of the page. */
class PlayersPageTest extends BrowserTest {
    @Test
    void theFirstViewIsABoardToPlayOn() {
        browser.open("/");
        assertEquals(6, browser.count(".pit.playable"));
        assertTrue(browser.labels(".pit").stream().allMatch(label -> label.contains("4 seeds")));
    }

    @Test
    void aConnectionThatIsLostIsFoundAgainWithoutAReload() {
        browser.open(START);
        browser.script(
                "window.held = window.fetch; window.fetch = () => Promise.reject(new TypeError('no connection'));");
        browser.press("d");
        browser.await("the loss", page -> browser.verdict().contains("no connection"));
        assertEquals(List.of("Try again"), browser.texts("#remedies *"));
        assertTrue(browser.count(".pit.playable") > 0, "the board can be played on");
        browser.script("window.fetch = window.held; dispatchEvent(new Event('online'));");
        browser.await(
                "the answer",
                page -> browser.verdict().startsWith("North to move: North")
                        || browser.verdict().startsWith("North to move: South")
                        || browser.verdict().endsWith("even"));
        assertEquals(0, browser.count("#remedies *"));
    }

    @Test
    void theButtonsForExamplesStayWhereTheyAre() {
        for (int width : new int[] {360, 1440}) {
            browser.shape(width, 800, false);
            browser.open(START);
            browser.script("scrollTo(0, 150)");
            List<Object> places = Stream.of("random", "longest", "zugzwang", "only-move", "random", "random")
                    .map(kind -> {
                        String before = browser.path();
                        browser.script("document.querySelector('[data-kind=" + kind + "]').click()");
                        browser.await(kind, page -> !browser.path().equals(before));
                        return browser.script(
                                "return Math.round(document.querySelector('[data-kind=random]').getBoundingClientRect().top)");
                    })
                    .distinct()
                    .toList();
            assertEquals(1, places.size(), () -> width + " pixels wide: " + places);
        }
    }

    @Test
    void aMatchSurvivesAReloadAndHasARematch() {
        browser.open("/explore/awari/0-0-0-0-0-1-0-0-0-0-0-1-23-23-S");
        browser.click("#play-button");
        browser.script(
                "document.getElementById('match-side').value = '0'; document.getElementById('match-from').value = 'here'");
        browser.click("#match-dialog [value=play]");
        browser.await("the user's turn", page -> browser.verdict().equals("Your move"));
        String players = browser.text("#match-players");
        browser.reload();
        browser.await("the match", page -> browser.count("#match:not([hidden])") == 1);
        assertEquals(players, browser.text("#match-players"));
        while (!browser.verdict().matches("(You have|A draw).*")) {
            String before = browser.address();
            browser.click("#moves .move:not(:disabled)");
            browser.await("a reply", page -> !browser.address().equals(before));
            browser.await(
                    "the user's turn or the end", page -> browser.verdict().matches("(Your move|You have|A draw).*"));
        }
        assertEquals(0, browser.count("#moves .move:not(:disabled)"));
        browser.click("#rematch");
        browser.await("another game", page -> !browser.text("#match-players").equals(players));
        browser.click("#end-match");
    }

    @Test
    void aPassOverTheGameStopsAtEachMoveThatLostSeeds() {
        browser.open(START);
        browser.click("[data-kind=only-move]");
        browser.await("the example", page -> !browser.path().equals(START));
        String beginning = browser.path();
        String worst = (String) browser.script(
                "return [...document.querySelectorAll('#moves .move')].at(-1).querySelector('.name').textContent");
        browser.script("[...document.querySelectorAll('#moves .move')].at(-1).click()");
        browser.await("the move", page -> browser.count(".record button") == 1);
        browser.click("#analyse");
        browser.await("the end", page -> browser.text("#record-note").equals("1 move lost seeds."));
        browser.click("#next-mistake");
        browser.awaitPath(beginning);
        assertTrue(browser.text("#record-note").startsWith(worst + " lost "), browser.text("#record-note"));
        assertEquals(1, browser.count(".record .lost"));
    }

    @Test
    void theTabKeyStopsOnceAtALineAndAtPitsThatCanBeSown() {
        browser.open(START);
        browser.await("the line", page -> browser.count("#line button") > 1);
        assertEquals(1, browser.count("#line button[tabindex='0']"));
        assertEquals(browser.count(".pit.playable"), browser.count(".pit[tabindex='0']"));
    }

    @Test
    void theBoardStaysWhenTheDatabaseChangesAndIsShownUnderAllRules() {
        browser.open("/explore/awari/1-0-0-0-0-1-0-1-0-0-0-2-0-0-S");
        browser.await("the other databases", page -> browser.count("#others .move") > 0);
        browser.click("#others .move");
        browser.await("the other database", page -> !browser.path().contains("/awari/"));
        assertTrue(browser.path().endsWith("/1-0-0-0-0-1-0-1-0-0-0-2-0-0-S"), browser.path());
    }

    @Test
    void whatEachMoveMeansForTheWholeGameIsSaidOnceSeedsAreTaken() {
        browser.open("/explore/awari/1-0-0-2-0-1-0-1-0-0-1-2-22-18-S");
        assertTrue(
                browser.texts("#moves .what").stream()
                        .allMatch(text -> text.matches(".*(wins by \\d+|loses by \\d+|draws)")),
                () -> browser.texts("#moves .what").toString());
    }

    @Test
    void theDivisionIsSaidWhereAMoveEndsTheGame() {
        browser.open("/explore/awari/1-0-0-0-0-0-0-0-0-0-0-0-26-21-S");
        browser.await("the move", page -> browser.count("#moves .what") == 1);
        assertTrue(
                browser.text("#moves .what").matches("(wins|loses|draws) \\d+ to \\d+"), browser.text("#moves .what"));
    }

    @Test
    void itIsNobodysMoveWhileSeedsAreSown() {
        browser.open(OPENING);
        browser.script("localStorage.setItem('granary.animated', 'yes')");
        browser.click("#play-button");
        browser.script("document.getElementById('match-side').value = '0'");
        browser.click("#match-dialog [value=play]");
        browser.await("the user's turn", page -> browser.verdict().equals("Your move"));
        browser.press("f");
        browser.await("the sowing", page -> browser.verdict().equals("South sows"));
        browser.await("the reply", page -> browser.verdict().equals("North sows"));
        browser.await("the user's turn", page -> browser.verdict().equals("Your move"));
        assertEquals(2, browser.count(".record button"));
        assertEquals(0, browser.count(".flying *"));
        browser.click("#end-match");
    }

    @Test
    void nothingIsCutOffOnSmallScreens() {
        for (int[] size : new int[][] {{320, 640}, {360, 640}, {640, 360}}) {
            browser.shape(size[0], size[1], false);
            for (String path : List.of(
                    START,
                    START + "?game=1-0-0-2-0-1-0-1-0-0-1-2-0-0-S~FFFF",
                    OPENING,
                    "/explore/awari/1-0-0-2-0-1-0-1-0-0-1-2-22-18-S",
                    "/rules/awari")) {
                browser.openNext(path);
                browser.await("the page", page -> browser.count("h1, .pit") > 0 && browser.count("html.loading") == 0);
                assertEquals(List.of(), browser.cutOff(size[0]), size[0] + path);
            }
            browser.open(OPENING);
            assertEquals(true, browser.script("""
                            const box = name => document.querySelector(name).getBoundingClientRect();
                            return box('#board').height <= innerHeight && box('#theme').height < 45 * 1.5;
                            """), size[0] + " x " + size[1]);
            browser.click("#setup");
            assertEquals(List.of(), browser.cutOff(size[0]), size[0] + " wide");
        }
    }
}
