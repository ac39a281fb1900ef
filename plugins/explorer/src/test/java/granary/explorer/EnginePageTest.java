package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Nginx;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A published page plays and analyses where the database ends. */
class EnginePageTest extends PublishedTest {
    @BeforeEach
    void shape() {
        browser.shape(360, 640, false);
    }

    private static final List<String> LEVELS = List.of("Beginner", "Casual", "Club", "Strong", "Best it can");

    private static void begin(String level) {
        browser.click("#play-button");
        browser.script("""
                document.getElementById('match-side').value = '0';
                document.getElementById('match-from').value = 'opening';
                const level = [...document.querySelectorAll('#match-level option')].find(one => one.textContent === arguments[0]);
                document.getElementById('match-level').value = level.value;
                """, level);
        browser.click("#match-dialog [value=play]");
        browser.await("the user's turn", page -> browser.verdict().equals("Your move"));
    }

    private static void playAndAwaitReply(String pit) {
        int before = browser.count("#record .record button");
        browser.press(pit);
        browser.await("a reply", page -> browser.count("#record .record button") == before + 2);
        browser.await("the user's turn", page -> browser.verdict().equals("Your move"));
    }

    private static boolean isEngineAskedFor(int from) throws IOException {
        List<String> log = published.server().log();
        return log.subList(from, log.size()).stream().anyMatch(line -> line.contains("engine.wasm"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Beginner", "Casual", "Club", "Strong", "Best it can"})
    void everyLevelPlaysFromTheOpening(String level) {
        browser.openAt(at("position=" + OPENING));
        begin(level);
        playAndAwaitReply("f");
        browser.assertQuiet(published.uri("awari"));
    }

    @Test
    void everyLevelAnswersOnAMachineFourTimesAsSlow() throws Exception {
        for (String level : LEVELS) {
            browser.openAt(at("position=" + OPENING));
            begin(level); // loads the engine
            playAndAwaitReply("f");
            Process slow = browser.slow();
            try {
                long start = System.nanoTime();
                playAndAwaitReply("e");
                System.out.printf(
                        Locale.ROOT, "%s, four times as slow: %d ms%n", level, (System.nanoTime() - start) / 1_000_000);
                assertTrue(slow.isAlive(), "the page was slow all the time");
            } finally {
                slow.destroy();
                slow.waitFor();
            }
        }
        assertEquals(
                LEVELS,
                browser.asyncScript("""
                const {LEVELS} = await import('./assets/strength.js');
                return LEVELS.filter(({limits}) => limits.millis <= 2000).map(({name}) => name);
                """.replace("./", published.uri("awari").toString())),
                "whatever the position, time is limited");
    }

    @Test
    void whoeverOnlyLooksLoadsNoEngine() throws IOException {
        int before = published.server().log().size();
        browser.openAt(at("position=" + HELD));
        browser.await("the line", page -> browser.count("#line li") > 0);
        browser.goTo(at("position=" + OPENING));
        browser.await(
                "the analysis is offered", page -> browser.text("#search-note").contains("An engine can search"));
        assertFalse(isEngineAskedFor(before));
    }

    @Test
    void anAnalysisDeepensFollowsTheBoardAndStops() {
        browser.openAt(at("position=" + OPENING));
        browser.click("#search");
        browser.await("depth 8", page -> depth() >= 8);
        browser.await("a line", page -> browser.count("#line li") > 3);
        browser.await("lines", page -> browser.count("#moves .expected") == 6);
        browser.awaitMovingNumbers();
        assertTrue(browser.verdict().contains("about"), browser.verdict());
        browser.press("f");
        browser.await("north's moves", page -> browser.verdict().startsWith("North to move") && depth() >= 6);
        browser.click("#search");
        browser.await("it has stopped", page -> browser.text("#search-note").startsWith("The scores come from"));
        browser.assertQuiet(published.uri("awari"));
    }

    private static int depth() {
        String note = browser.text("#search-note");
        return note.matches("Searching: \\d+ moves ahead.*") ? Integer.parseInt(note.split(" ", -1)[1]) : 0;
    }

    @Test
    void aWholeGameIsAnalysedFromTheOpeningOn() {
        browser.openAt(at("game=" + OPENING + "~FeDbAa"));
        browser.click("#analyse");
        browser.await(
                "the judgement",
                page -> browser.text("#record-note").matches("No move lost a seed\\.|\\d+ moves? lost seeds\\."));
    }

    @Test
    void aGameGoesOnWithoutAConnectionAndIsFoundAgain() throws Exception {
        browser.openAt(at("position=" + OPENING));
        awaitWorker();
        begin("Casual");
        playAndAwaitReply("f");
        Nginx server = published.server();
        server.kill();
        try {
            browser.goTo(published.uri("awari")); // as an icon on a phone does
            browser.await("the game", page -> browser.verdict().equals("Your move"));
            assertEquals(2, browser.count("#record .record button"));
            playAndAwaitReply("d");
        } finally {
            server.start();
        }
    }

    @Test
    void aThumbBeginsPlaysTakesBackAndSeesScores() {
        browser.openAt(at("position=" + OPENING));
        browser.click("#play-button");
        browser.click("#match-level [value='0']");
        browser.click("#match-side [value='0']");
        browser.click("#match-clock [value='0']");
        browser.click("#match-hints");
        browser.click("#match-dialog [value=play]");
        browser.click(".pit[data-pit=F]");
        browser.await("a reply", page -> browser.count("#record .record button") == 2);
        assertTrue(browser.text("#match-players").contains("beginner"), browser.text("#match-players"));
        assertFalse(browser.verdict().equals("Your move"), "scores are shown");
        browser.click("#take-back");
        browser.await("the opening", page -> browser.count("#take-back:disabled") == 1);
        browser.click(".pit[data-pit=E]");
        browser.await(
                "another reply",
                page -> browser.count("#take-back:disabled") == 0
                        && browser.verdict().startsWith("South to move"));
        assertTrue(browser.text("#record").contains("E"), browser.text("#record"));
        browser.click("#end-match");
        assertEquals(1, browser.count("#match[hidden]"));
    }

    @Test
    void thePageInstallsAndFitsASmallPhone() {
        browser.openAt(at("position=" + OPENING));
        assertEquals(List.of(), browser.obstaclesToInstalling());
        assertEquals(List.of(192L, 512L), browser.asyncScript("""
                const address = document.querySelector('link[rel=manifest]').href;
                const {icons} = await (await fetch(address)).json();
                const pictures = icons.filter(({type}) => type === 'image/png').map(async ({src, sizes}) => {
                  const picture = await createImageBitmap(await (await fetch(new URL(src, address))).blob());
                  return sizes === `${picture.width}x${picture.height}` ? picture.width : src;
                });
                return Promise.all(pictures);
                """));
        assertEquals(192L, browser.asyncScript("""
                const {href} = document.querySelector('link[rel=apple-touch-icon]');
                return (await createImageBitmap(await (await fetch(href)).blob())).width;
                """));
        begin("Beginner");
        assertEquals(360L, browser.script("return document.documentElement.scrollWidth"));
        assertTrue(
                ((Number) browser.script("return document.getElementById('board').getBoundingClientRect().bottom"))
                                .doubleValue()
                        <= 640,
                "the board is in view");
        assertEquals(List.of(), browser.barriers());
    }

    @Test
    void aDamagedEngineIsASentenceOnThePage() throws IOException {
        damaged(FOLDER + "engine.wasm", 0.5, () -> {
            browser.openAt(at("position=" + OPENING));
            browser.click("#search");
            browser.await("a sentence", page -> browser.text("#search-note").contains("its bytes are not those"));
            assertTrue(browser.verdict().contains("not in the database"), browser.verdict());
        });
    }

    @Test
    void aBrowserThatCannotRunItSaysSoAndShowsTheRest() {
        try (Browser old = Browser.start()) {
            old.runFirst("WebAssembly.validate = () => false;");
            old.goTo(at("position=" + OPENING));
            assertTrue(old.verdict().contains("not in the database"), old.verdict());
            assertTrue(
                    old.text("#search-note").contains("WebAssembly with garbage collection"), old.text("#search-note"));
            assertEquals(1, old.count("#play-button:disabled"));
            assertEquals(0, old.count("a[href*=api]"));
            old.goTo(at("position=" + HELD));
            old.click("#play-button");
            assertEquals(true, old.script("return document.querySelector('#match-from [value=opening]').disabled"));
            assertEquals("here", old.script("return document.getElementById('match-from').value"));
        }
    }
}
