package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import granary.database.Database;
import granary.database.Line;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** The page in a real browser. */
class PageTest extends BrowserTest {
    @Test
    void aLineOfBestPlayIsPlayedToTheEndOfTheGame() {
        try (Database database = Database.open(Served.directory("awari"))) {
            int[] position = new int[12];
            Line line;
            long rank = 0;
            do {
                database.game().unrank(Served.SEEDS, rank++, position);
                line = database.line(position);
            } while (line.end() != Line.End.GAME_OVER
                    || line.moves().size() < 6
                    || line.moves().size() > 12);
            browser.open("/explore/awari/" + join(position) + "-0-0-S");
            String beginning = browser.path();
            for (int i = 1; i <= line.moves().size(); i++) {
                int points = i + 1;
                browser.press(Keys.SPACE);
                browser.await("move " + i, page -> browser.count("#history .point") == points);
            }
            assertEquals("The game is over", browser.verdict());
            int south = (Served.SEEDS + database.score(position)) / 2;
            int north = Served.SEEDS - south;
            boolean isSouthsTurn = line.moves().size() % 2 == 0;
            assertEquals(
                    (isSouthsTurn
                            ? "South cannot move: " + south + " to " + north + " for South."
                            : "North cannot move: " + north + " to " + south + " for North."),
                    browser.text("#detail"));
            String copied = browser.copyGame();
            assertTrue(copied.contains("[Result \"" + south + "-" + north + "\"]\n"), copied);
            // The value stays the same in best play.
            List<String> values = browser.labels("#history .point").stream()
                    .map(label -> label.substring(label.lastIndexOf(':')))
                    .distinct()
                    .toList();
            assertEquals(1, values.size(), values::toString);
            browser.press(Keys.HOME);
            browser.awaitPath(beginning);
            assertEquals(line.moves().size() + 1, browser.count("#history .point"));
        }
    }

    private static String join(int[] position) {
        return Arrays.stream(position).mapToObj(Integer::toString).collect(Collectors.joining("-"));
    }

    @Test
    void everyPositionHasItsUrl() {
        browser.open(START);
        List<String> before = browser.labels(".pit");
        browser.press("d");
        browser.awaitPath("/explore/awari/1-0-0-0-1-2-0-1-0-0-1-2-0-0-N");
        browser.await("the board follows", page -> browser.verdict().startsWith("North to move"));
        List<String> after = browser.labels(".pit");
        assertNotEquals(before, after);
        browser.reload();
        assertEquals(after, browser.labels(".pit"));
        browser.back();
        browser.awaitPath(START);
        browser.await("the board follows", page -> browser.labels(".pit").equals(before));
    }

    @Test
    void pitsArePlayedByPointerAndKeyboardAndTakenBack() {
        browser.open(START);
        browser.script("document.body.dispatchEvent("
                + "new KeyboardEvent('keydown', {key: 'd', ctrlKey: true, bubbles: true}))"); // is the browser's
        browser.click(".pit[data-pit=F]");
        browser.awaitPath("/explore/awari/1-0-0-2-0-0-1-1-0-0-1-2-0-0-N");
        browser.awaitCount(".pit.playable[data-pit=a]", 1);
        browser.press("1");
        browser.awaitPath("/explore/awari/1-0-0-2-0-0-0-2-0-0-1-2-0-0-S");
        browser.press(Keys.ARROW_LEFT);
        browser.awaitPath("/explore/awari/1-0-0-2-0-0-1-1-0-0-1-2-0-0-N");
        browser.press(Keys.ARROW_LEFT);
        browser.awaitPath(START);
        browser.press(Keys.ARROW_RIGHT);
        browser.awaitPath("/explore/awari/1-0-0-2-0-0-1-1-0-0-1-2-0-0-N");
        // A pit that has the focus is sown by Enter.
        browser.script("document.querySelector('.pit[data-pit=e]').focus()");
        browser.press(Keys.ENTER);
        browser.awaitPath("/explore/awari/1-0-0-2-0-0-1-1-0-0-0-3-0-0-S");
    }

    @Test
    void animationEndsInThePositionThatTheServerTells() {
        browser.open(START);
        browser.click("#animated");
        browser.press("d");
        browser.awaitPath("/explore/awari/1-0-0-0-1-2-0-1-0-0-1-2-0-0-N");
        browser.await("the seeds lie", page -> browser.labels(".pit").get(5).startsWith("F: 2 seeds"));
        assertEquals(
                8,
                ((Number) browser.script("return document.querySelectorAll('.pit .seed').length")).intValue(),
                "seeds drawn");
    }

    @Test
    void theBoardTurns() {
        browser.open(START);
        double before = ((Number)
                        browser.script("return document.querySelector('.pit[data-pit=A] circle').cy.baseVal.value"))
                .doubleValue();
        browser.press("t");
        double after = ((Number)
                        browser.script("return document.querySelector('.pit[data-pit=A] circle').cy.baseVal.value"))
                .doubleValue();
        assertTrue(after < before, before + " " + after);
    }

    @Test
    void examplesAreShown() {
        browser.open(START);
        for (String kind : List.of("random", "longest", "zugzwang", "only-move", "score", "distance")) {
            String before = browser.path();
            browser.click("[data-kind=" + kind + "]");
            browser.await(kind, page -> !browser.path().equals(before));
            browser.await(kind, page -> browser.count("#moves .move, #moves .note") > 0); // none in a game that is over
        }
        browser.fill(".joined:has([data-kind=score]) input", "4");
        browser.click("[data-kind=score]");
        browser.await("a score of 4", page -> browser.text("#badge").equals("▲+4"));
        browser.click("#example-layer option[value='3']");
        browser.click("[data-kind=random]");
        browser.await("three seeds", page -> browser.text("#layer-title").endsWith(" with 3 seeds"));
    }

    @Test
    void theOtherGamesArePlayed() {
        browser.open("/explore/chain/9");
        assertEquals("The first player to move: wins in 7 moves", browser.verdict());
        browser.click(".chip:nth-of-type(3)");
        browser.awaitCount(".chip", 8);
        browser.open("/explore/chain/9");
        browser.press(" ".repeat(7));
        browser.awaitVerdict("The game is over");
        assertEquals("The first player has won.", browser.text("#detail"));
        assertEquals(
                List.of("7", "6", "5", "4", "3", "2", "1", "over"),
                browser.labels("#history .point").stream()
                        .map(label -> label.replaceFirst(".*: (first wins in )?", ""))
                        .toList());
        browser.open("/explore/chomp/2_0_0");
        assertTrue(browser.verdict().startsWith("The first player to move: wins"), browser.verdict());
        browser.press("  ");
        browser.awaitVerdict("The game is over");
        assertEquals("The first player has won.", browser.text("#detail"));
        browser.open("/explore/chomp");
        browser.click(".square[data-row='1'][data-column='2']");
        browser.awaitPath("/explore/chomp/5_2_2");
        browser.press("1");
        browser.await("a move of the list is played", page -> !browser.path().equals("/explore/chomp/5_2_2"));
        browser.open("/explore/chexers/0,0_3,-1");
        browser.click("[data-hex='3,-1']");
        browser.click("[data-hex='3,-1'].target");
        browser.awaitPath("/explore/chexers/0,0");
        browser.open("/explore/popular/0-0-0-0-0-1-1-0-0-0-0-0-0-0-S");
        assertTrue(browser.verdict().startsWith("South to move"), browser.verdict());
    }

    @Test
    void everyGameFitsEveryScreenAndIsWithoutBarriers() {
        List<String> wrong = new ArrayList<>();
        for (String path : List.of(START, OPENING, "/explore/chain/9", "/explore/chomp", "/explore/chexers/0,0_3,-1")) {
            browser.goTo(Served.uri(path));
            for (int width : new int[] {360, 768, 1440}) {
                boolean isDark = width != 768;
                browser.shape(width, 800, isDark);
                String what = path + " at " + width + ": ";
                Object over = browser.script("return document.documentElement.scrollWidth - innerWidth");
                if (!over.toString().equals("0")) {
                    wrong.add(what + over + " pixels too wide");
                }
                if (width == 360 || path.equals(START)) {
                    browser.barriers().forEach(barrier -> wrong.add(what + barrier));
                }
            }
        }
        browser.open(START);
        browser.press("s");
        browser.barriers().forEach(barrier -> wrong.add("set-up: " + barrier));
        browser.press(Keys.ESCAPE);
        browser.press("?");
        browser.awaitCount("dialog[open]", 1);
        browser.barriers().forEach(barrier -> wrong.add("keys: " + barrier));
        assertEquals(List.of(), wrong);
    }

    @Test
    void theFilesAreListedWithSizesAndDigests() throws Exception {
        browser.shape(360, 800, true);
        browser.open(START);
        browser.click("#files-button");
        browser.awaitSome("#files tbody tr");
        List<String> told = new ArrayList<>();
        long total = 0;
        for (JsonElement element :
                Served.json(Served.get("/api/v1/databases/awari/files")).getAsJsonArray("files")) {
            JsonObject file = element.getAsJsonObject();
            told.add(file.get("name").getAsString()
                    + String.format(Locale.ROOT, "%,d", file.get("bytes").getAsLong())
                    + file.get("digest").getAsString());
            total += file.get("bytes").getAsLong();
        }
        String sum = browser.text("#files .note");
        assertTrue(sum.startsWith(told.size() + " files, " + rounded(total / 1024.0, 3) + " KiB. "), sum);
        assertEquals(told, browser.texts("#files tbody tr"));
        Object address = browser.script("return document.querySelector('#files td a').pathname");
        assertEquals(200, Served.get(address.toString()).statusCode());
        browser.assertFitsWithoutBarriers();
    }

    @ParameterizedTest
    @CsvSource({"cut, [hidden]", "back, :disabled"})
    void theKeyboardGoesOnWhereAButtonIsHiddenOrDisabled(String button, String state) {
        browser.open(START);
        browser.press("d");
        browser.awaitCount("#" + button + ":not(" + state + ")", 1);
        browser.script("document.getElementById(arguments[0]).focus()", button);
        browser.press(Keys.ENTER);
        browser.awaitPath(START);
        browser.awaitCount("#" + button + state, 1);
        assertEquals("moves-panel", browser.script("return document.activeElement.id"));
        browser.press(Keys.TAB);
        assertEquals(1, browser.count("#moves .move:focus"));
    }

    @Test
    void aMoveIsSaidWithWhatItTakesAndWhereItLeads() {
        browser.open("/explore/awari/1-0-0-0-0-2-0-1-0-0-0-1-0-0-S");
        browser.press("f");
        browser.await("words", page -> browser.text("#said").equals("F, takes 2. " + browser.verdict()));
        assertTrue(browser.verdict().startsWith("North to move: "), browser.verdict());
    }

    @Test
    void scoresThatAreHiddenStayHidden() {
        browser.open(START);
        assertTrue(browser.count(".pill") > 0);
        browser.click("#hints");
        assertEquals(0, browser.count(".pill"));
        browser.reload();
        assertEquals(0, browser.count("#hints:checked, .pill"));
        assertTrue(browser.count(".pit.playable") > 0);
    }
}
