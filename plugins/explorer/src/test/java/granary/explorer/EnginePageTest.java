package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Nginx;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A published page that plays and analyses where the database ends, on a web server that knows nothing but files. */
class EnginePageTest {
    private static final String OPENING = "position=4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
    private static final String HELD = "position=1-0-0-2-0-1-0-1-0-0-1-2-0-0-S";

    @TempDir
    private static Path work;

    private static Browser browser;
    private static Published published;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start();
        published = new Published(work, Served.directory("awari"));
    }

    @AfterAll
    static void stop() {
        if (published != null) {
            published.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void shape() {
        browser.shape(360, 640, false);
    }

    private static URI at(String query) {
        return published.uri("awari").resolve("?" + query);
    }

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
        browser.openAt(at(OPENING));
        begin(level);
        playAndAwaitReply("f");
        browser.assertQuiet(published.uri("awari"));
    }

    @Test
    void whoeverOnlyLooksLoadsNoEngine() throws IOException {
        int before = published.server().log().size();
        browser.openAt(at(HELD));
        browser.await("the line", page -> browser.count("#line li") > 0);
        browser.goTo(at(OPENING));
        browser.await(
                "the analysis is offered", page -> browser.text("#search-note").contains("An engine can search"));
        assertFalse(isEngineAskedFor(before));
    }

    @Test
    void anAnalysisDeepensFollowsTheBoardAndStops() {
        browser.openAt(at(OPENING));
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
        browser.openAt(at("game=4-4-4-4-4-4-4-4-4-4-4-4-0-0-S~FeDbAa"));
        browser.click("#analyse");
        browser.await(
                "the judgement",
                page -> browser.text("#record-note").matches("No move lost a seed\\.|\\d+ moves? lost seeds\\."));
    }

    @Test
    void aGameGoesOnWithoutAConnectionAndIsFoundAgain() throws Exception {
        browser.openAt(at(OPENING));
        browser.asyncScript("await navigator.serviceWorker.ready;");
        browser.await(
                "the page is kept",
                page -> Boolean.TRUE.equals(browser.script("return Boolean(navigator.serviceWorker.controller)")));
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
    void thePageInstallsAndFitsASmallPhone() {
        browser.openAt(at(OPENING));
        assertEquals(List.of(), browser.obstaclesToInstalling());
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
    void aDamagedEngineIsASentenceOnThePage() throws Exception {
        Path engine = published.directory("awari").resolve("assets/granary-browser/engine.wasm");
        byte[] bytes = Files.readAllBytes(engine);
        byte[] damaged = bytes.clone();
        damaged[bytes.length / 2] ^= 1;
        Files.write(engine, damaged);
        try {
            browser.openAt(at(OPENING));
            browser.click("#search");
            browser.await("a sentence", page -> browser.text("#search-note").contains("its bytes are not those"));
            assertTrue(browser.verdict().contains("not in the database"), browser.verdict());
        } finally {
            Files.write(engine, bytes);
        }
    }

    @Test
    void aBrowserThatCannotRunItSaysSoAndShowsTheRest() {
        try (Browser old = Browser.start()) {
            old.runFirst("WebAssembly.validate = () => false;");
            old.goTo(at(OPENING));
            assertTrue(old.verdict().contains("not in the database"), old.verdict());
            assertTrue(
                    old.text("#search-note").contains("WebAssembly with garbage collection"), old.text("#search-note"));
            assertEquals(1, old.count("#play-button:disabled"));
            assertEquals(0, old.count("a[href*=api]"));
            old.goTo(at(HELD));
            old.click("#play-button");
            assertEquals(true, old.script("return document.querySelector('#match-from [value=opening]').disabled"));
            assertEquals("here", old.script("return document.getElementById('match-from').value"));
        }
    }
}
