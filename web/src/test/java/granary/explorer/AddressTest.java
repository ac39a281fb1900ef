package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** Addresses: those that hold a whole game, and those that are wrong. */
class AddressTest extends BrowserTest {
    private static final String AWARI_OPENING = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";

    @Test
    void anAddressThatIsWrongIsSaidToBeAndLeadsToTheOpening() {
        for (String line : """
                awari/9-9|A position is 12 numbers, those of the side to move first; or 14 numbers and S or N. There are 2.
                awari/2--1-0-0-0-0-0-0-0-0-0-0-1-0-S|Between two separators there is no number of seeds.
                awari/99-0-1-0-0-0-0-0-0-0-0-0-0-0-S|A board has at most 52 seeds, not 100.
                awari/2-0-1-0-0-0-0-0-0-0-0-0-40-40-S|The seeds on the board and those taken are 83; a game has 48.
                awari/1-0-x-0-0-0-0-0-0-0-0-0-0-0-S|“x” is not a number of seeds.
                awari/x?game=4-4-4-4-4-4-4-4-4-4-4-4-0-0-S~FeDD|Move 4, “D”, is not legal.
                awari/x?game=4-4-4-4-4-4-4-4-4-4-4-4-0-0-S~Fe(dB|A variation is not closed.
                awari/x?game=4-4-4~F|A position is 12 numbers, those of the side to move first; or 14 numbers and S or N. There are 3.
                chain/x|A position is the number of chips in each group, at most 100 in all, such as 4_3_1; or one number, the opening row.
                chomp/3_5|A position is the lengths of at most 3 rows, each 0 to 5 and none longer than the one above it.
                chexers/9,9|A position is 1 to 4 hexes q,r of the board, different ones that are not blocked, such as 0,0_1,-1; or “none”.
                """.lines().toList()) {
            String wrong = "/explore/" + line.substring(0, line.indexOf('|'));
            String why = line.substring(line.indexOf('|') + 1);
            browser.goTo(Served.uri(wrong));
            assertEquals("That cannot be shown", browser.verdict());
            assertEquals(why, browser.text("#detail"));
            browser.press("tsyra1 ?" + Keys.ARROW_LEFT + Keys.HOME + Keys.END + Keys.ESCAPE);
            assertEquals("That cannot be shown", browser.verdict());
            assertEquals(why, browser.text("#detail"));
            assertEquals(wrong, browser.address());
            browser.click("#remedies button");
            browser.awaitSome("#moves .move");
            assertNotEquals(wrong, browser.address());
            browser.press("s");
            browser.awaitCount("#editor:not([hidden])", 1);
        }
    }

    @Test
    void aPageThatSaysWhatIsWrongIsWithoutBarriers() {
        browser.open("/explore/awari/9-9");
        assertEquals(List.of(), browser.barriers());
        browser.shape(360, 800, true);
        browser.assertFitsWithoutBarriers();
    }

    @Test
    void anUnknownDatabaseLeadsToThoseThatAreThere() {
        browser.open("/explore/nothing/1-2");
        assertEquals("There is no database “nothing” here.", browser.text("#detail"));
        assertEquals(5, browser.count("#remedies a"));
        browser.click("#remedies a[href='/explore/chain']");
        browser.awaitPath("/explore/chain/9");
    }

    @ParameterizedTest
    @CsvSource({"awari, d, f", "popular, d, f", "chain, 1, 2", "chomp, 1, 3", "chexers, '', ''"})
    void theWholeGameIsInTheAddress(String database, String first, String second) {
        browser.open(
                "/explore/" + database + (database.equals("awari") ? START.substring("/explore/awari".length()) : ""));
        if (database.equals("popular")) {
            browser.open("/explore/popular/" + AWARI_OPENING);
        }
        String beginning = browser.address();
        if (first.isEmpty()) {
            browser.play("1", 1);
            browser.press(Keys.ARROW_LEFT);
            browser.awaitPath(beginning);
            browser.play("2", 2);
        } else {
            play(first, second);
        }
        List<String> record = browser.texts(".record button");
        List<String> history = history();
        String now = browser.text(".record .now");
        String address = browser.address();
        browser.copyInPage();
        browser.press("y");
        browser.await("the copy", page -> browser.text("#share").equals("Copied"));
        assertEquals(Served.uri("/").resolve(address).toString(), browser.copied());
        browser.open(address);
        assertEquals(record, browser.texts(".record button"));
        assertEquals(now, browser.text(".record .now"));
        browser.await("the values " + history, page -> history().equals(history));
        assertEquals(address, browser.address());
    }

    /** Returns the values of the game, without those that an engine goes on estimating. */
    private static List<String> history() {
        return browser.labels("#history .point").stream()
                .map(label -> label.replaceFirst(": (about|not known).*", ""))
                .toList();
    }

    /** Plays a move and its answer, goes back, plays another move, and goes on in the first line. */
    private static void play(String first, String second) {
        browser.press(first);
        browser.awaitCount(".record button", 1);
        browser.click("#moves .move");
        browser.awaitCount(".record button", 2);
        browser.press(Keys.HOME);
        browser.awaitCount(".record .now", 0);
        browser.press(second);
        browser.awaitCount(".record .variation button", 1);
        assertTrue(browser.address().contains("("), browser.address());
        browser.click(".record > button");
        browser.awaitCount(".record > button:first-of-type.now", 1);
    }

    @Test
    void aGameGoesOnWhereTheBrowserRefusesToChangeTheAddress() {
        browser.open(START);
        browser.script("history.pushState = () => { throw new DOMException('too often', 'SecurityError'); }");
        browser.play("d", 1);
        assertEquals(START, browser.path());
        browser.script("delete history.pushState");
        browser.play(" ", 2);
        assertTrue(browser.address().contains("~D"), browser.address());
    }

    @Test
    void anAddressMayBeEncoded() {
        browser.open("/explore/chexers/0%2C0_3%2C-1");
        assertTrue(browser.verdict().endsWith(" to the goal"), browser.verdict());
    }

    @Test
    void anotherGameBeginsAtItsStartAndBackReturns() {
        browser.open("/explore/chain/3"); // which could be read as a bar of chocolate
        browser.click("#database option[value=chomp]");
        browser.awaitPath("/explore/chomp/5_5_5");
        browser.awaitCount(".square", 15);
        browser.back();
        browser.awaitPath("/explore/chain/3");
        browser.awaitCount(".chip", 3);
    }
}
