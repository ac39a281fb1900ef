package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The set-up of positions. */
class SetupTest extends BrowserTest {
    private static String field(String name) {
        return browser.script("return document.getElementById(arguments[0]).value", name)
                .toString();
    }

    /** Returns the seeds that the drawing shows in a pit. */
    private static String drawn(String pit) {
        return browser.text(".pit[data-pit=" + pit + "] .number");
    }

    @Test
    void aPositionIsSetUp() {
        browser.open(START);
        browser.press("s");
        browser.fill("#pit-0", "3");
        assertEquals("10 seeds, not in the database (0 to 8)", browser.text("#counted"));
        browser.fill("#pit-11", "0");
        assertEquals("8 seeds, in the database", browser.text("#counted"));
        browser.click(".pit[data-pit=B]");
        assertEquals("9 seeds, not in the database (0 to 8)", browser.text("#counted"));
        browser.fill("#editor-text", "1 2 3");
        browser.click("#editor-done");
        assertTrue(browser.text(".complaint").startsWith("A position is 12 numbers"), browser.text(".complaint"));
        browser.fill("#editor-text", "3 0 0 2 0 1 0 1 0 0 1 0 7 8 N");
        assertEquals("8 seeds, in the database", browser.text("#counted"));
        assertEquals(
                List.of("3", "0", "7", "1"),
                List.of(field("pit-0"), field("pit-11"), field("store-0"), field("editor-side")));
        browser.fill("#editor-text", "3 0 0 2 0 1 0 1 0 0 1 0");
        assertEquals(List.of("0", "0"), List.of(field("store-0"), field("editor-side")));
        browser.click("#editor-done");
        browser.awaitPath("/explore/awari/3-0-0-2-0-1-0-1-0-0-1-0-0-0-S");
        browser.await("the verdict follows", page -> browser.verdict().startsWith("South to move"));
    }

    @Test
    void storesAreSetUp() {
        browser.open(START);
        browser.press("s");
        browser.fill("#store-0", "21");
        browser.fill("#store-1", "19");
        browser.click("#editor-done");
        browser.awaitPath("/explore/awari/1-0-0-2-0-1-0-1-0-0-1-2-21-19-S");
        browser.await("the end is told", page -> browser.text("#detail").contains(" in the end"));
        assertEquals("South has taken 21 seeds", browser.labels(".store").get(0));
        browser.press("s");
        assertEquals("21", field("store-0"));
        browser.script("""
                const buttons = [...document.querySelectorAll('#editor button')];
                buttons.find(one => one.textContent === 'Swap sides').click();
                """);
        browser.click("#editor-side option[value='1']");
        browser.click("#editor-done");
        browser.awaitPath("/explore/awari/0-1-0-0-1-2-1-0-0-2-0-1-19-21-N");
    }

    @Test
    void onATouchScreenSeedsAreTakenOffAndNoKeyboardOpens() {
        browser.shape(360, 640, false);
        browser.setTouch(true);
        try {
            browser.open(START);
            browser.tap("#setup");
            browser.awaitCount("#editor:not([hidden])", 1);
            browser.tap(".pit[data-pit=D]");
            browser.await("a seed more", page -> drawn("D").equals("3"));
            browser.tap("#takes-off");
            for (String left : List.of("2", "1", "0", "0")) {
                browser.tap(".pit[data-pit=D]");
                browser.await(left + " seeds", page -> drawn("D").equals(left));
            }
            assertEquals("6 seeds, in the database", browser.text("#counted"));
            assertEquals(0, browser.count("#editor :is([type=number], [type=text]):focus"));
        } finally {
            browser.setTouch(false);
        }
    }

    @Test
    void whatIsNoPositionIsRefusedWithTheReason() {
        browser.open(START);
        for (String line : """
                #pit-4|99|A board has at most 52 seeds, not 107.
                #store-0|41|The seeds on the board and those taken are 49; a game has 48.
                #editor-text|2--1-0-0-0-0-0-0-0-0-0-0-0-0-S|Between two separators there is no number of seeds.
                #editor-text|0-1-0-0-0-0-0-0-0-0-0-0-40-40-S|The seeds on the board and those taken are 81; a game has 48.
                #editor-text|0-99-0-0-0-0-0-0-0-0-0-0-0-0-S|A board has at most 52 seeds, not 99.
                """.lines().toList()) {
            String[] words = line.split("\\|", -1);
            browser.click("#setup");
            browser.fill(words[0], words[1]);
            browser.click("#editor-done");
            assertEquals(words[2], browser.text(".complaint"), line);
            assertEquals(START, browser.path(), line);
            assertEquals(1, browser.count("#editor:not([hidden])"), line);
            browser.click("#setup"); // closes it
        }
    }

    @Test
    void theFieldsAndTheBoardAgree() {
        browser.open(START);
        browser.press("s");
        for (String typed : List.of("x", "99", "-1", "2.5", "1e1", "07", "999")) {
            browser.fill("#pit-1", typed);
            int seeds = field("pit-1").isEmpty() ? 0 : Integer.parseInt(field("pit-1"));
            assertEquals(Integer.toString(seeds), drawn("B"), typed);
            if (typed.equals("99")) {
                assertEquals(99, seeds);
            }
            browser.click(".pit[data-pit=B]");
            assertEquals(Integer.toString(Math.min(99, seeds + 1)), drawn("B"), typed);
            assertEquals(drawn("B"), field("pit-1"), typed);
        }
    }
}
