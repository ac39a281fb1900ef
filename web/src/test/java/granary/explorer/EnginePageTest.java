package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Nginx;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private static void begin(String level) {
        browser.beginMatch("0", level, "opening", false, 0);
        browser.awaitVerdict("Your move");
    }

    private static void playAndAwaitReply(String pit) {
        int before = browser.count("#record .record button");
        browser.press(pit);
        browser.awaitCount("#record .record button", before + 2);
        browser.awaitVerdict("Your move");
    }

    /** True if this page, not one that was open before, has asked for the engine. */
    private static boolean isEngineAskedFor() {
        return (boolean) browser.script(
                "return performance.getEntriesByType('resource').some(({name}) => name.endsWith('engine.wasm'))");
    }

    @Test
    void theEngineIsLoadedWhenItIsWanted() {
        browser.openAt(at("position=" + HELD));
        browser.awaitSome("#line li");
        assertFalse(isEngineAskedFor());
        browser.goTo(at("position=" + OPENING));
        browser.await("it searches", page -> depth() > 0);
        assertTrue(isEngineAskedFor());
        browser.click("#search");
        browser.goTo(at("position=" + OPENING));
        browser.await("it is stopped", page -> browser.text("#search-note").contains("An engine can search"));
        assertTrue(browser.verdict().endsWith("not in the database"), browser.verdict());
        assertFalse(isEngineAskedFor());
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
                page -> browser.text("#record-note")
                        .matches("(No move lost a seed|\\d+ moves? lost seeds), as far as the engine sees\\."));
        List<String> values = browser.labels("#history .point");
        assertEquals(7, values.size());
        assertTrue(values.stream().allMatch(value -> value.contains(": about ")), values::toString);
        assertTrue(browser.texts(".record .lost").stream().allMatch(lost -> lost.contains("≈")));
        assertTrue(browser.texts("#summary li").stream().noneMatch(player -> player.matches(".*lost \\d.*")));
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
            browser.awaitVerdict("Your move");
            assertEquals(2, browser.count("#record .record button"));
            playAndAwaitReply("d");
        } finally {
            server.start();
        }
        // Whoever follows a link is shown where it leads.
        browser.goTo(at("position=" + HELD));
        assertTrue(browser.address().endsWith("?position=" + HELD), browser.address());
        assertEquals(1, browser.count("#match[hidden]"));
    }

    @Test
    void aScoreCountsFromThePositionOnWhateverWasTakenBefore() {
        browser.openAt(at("position=0-0-0-0-0-1-2-6-0-0-0-0-0-0-S"));
        String verdict = searched();
        List<String> scores = browser.texts("#moves .score");
        for (String game : List.of("", "&game=2-0-0-0-0-1-2-6-0-0-0-1-20-16-N~f")) {
            browser.goTo(at("position=0-0-0-0-0-1-2-6-0-0-0-0-20-19-S" + game));
            assertEquals(verdict, searched(), game);
            assertEquals(scores, browser.texts("#moves .score"), game);
        }
    }

    /** Returns the verdict of a search whose score is certain. */
    private static String searched() {
        browser.await("certainty", page -> browser.text("#detail").contains("the score is certain"));
        return browser.verdict();
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

    @ParameterizedTest
    @ValueSource(strings = {"engine.js", "engine.wasm", "runtime.js", "worker.js"})
    void aDamagedEngineIsASentenceOnThePageUntilItIsWholeAgain(String name) throws IOException {
        damaged(FOLDER + name, 0.5, () -> {
            browser.openAt(at("position=" + OPENING));
            browser.await(
                    "a sentence",
                    page -> browser.text("#search-note").contains(name)
                            && browser.text("#search-note").contains("its bytes are not those"));
            assertTrue(browser.verdict().contains("not in the database"), browser.verdict());
            assertTrue(prepared().contains("its bytes are not those"), "the failure is not the last word");
        });
        assertEquals("prepared", prepared());
    }

    /** Has the page load its engine, and returns why it did not. */
    private static String prepared() {
        return (String) browser.asyncScript("""
                const {session} = await import(new URL('assets/session.js', location));
                return session.database.engine.prepare().then(() => 'prepared', problem => problem.message);
                """);
    }

    @Test
    void anEngineThatFailsIsClosedAndOpenedAnew() {
        browser.runFirst("""
                window.workers = [];
                window.Worker = class extends Worker {
                  constructor(...all) {
                    super(...all);
                    window.workers.push(this);
                  }
                  terminate() {
                    super.terminate();
                    window.workers = window.workers.filter(one => one !== this);
                  }
                };
                """);
        browser.openAt(at("position=" + OPENING));
        browser.await("a search", page -> browser.text("#search-note").matches("Searching: \\d+ moves? ahead.*"));
        browser.script(
                "window.workers[0].dispatchEvent(new ErrorEvent('error', {message: 'it broke', cancelable: true}))");
        browser.await("a sentence", page -> browser.text("#search-note").contains("it broke"));
        assertEquals(0L, browser.script("return window.workers.length"));
        browser.click("#search");
        browser.click("#search");
        browser.await("a search", page -> browser.text("#search-note").matches("Searching: \\d+ moves? ahead.*"));
        assertEquals(1L, browser.script("return window.workers.length"));
    }

    /** Starts a server from which the browser keeps what it gets for an hour. */
    private static Nginx keeping() throws IOException, InterruptedException {
        return new Nginx(
                Files.createTempDirectory(work, "keeping"), published.directory("awari"), "", "expires 1h;", null);
    }

    @Test
    void aDamagedFileInTheBrowsersCacheIsAskedForAnew() throws Exception {
        try (Nginx keeping = keeping()) {
            damaged("granary.manifest", 0.5, () -> {
                browser.openAt(keeping.uri().resolve("?position=" + OPENING));
                assertTrue(prepared().contains("granary.manifest"), "the page has met the damage");
            });
            assertEquals("prepared", prepared());
        }
    }

    private static void awaitKeptEngine() {
        browser.await("the engine is kept", page -> (boolean) browser.asyncScript("""
                const parts = ['engine.js', 'engine.wasm', 'runtime.js', 'worker.js'];
                const kept = await Promise.all(parts.map(part => caches.match(new URL('assets/granary-browser/' + part, location))));
                return kept.every(Boolean);
                """));
    }

    /** Publishes another version of the engine in place of the one that is there, and returns what was there. */
    private static Map<Path, byte[]> anotherVersion() throws Exception {
        Path directory = published.directory("awari");
        Map<Path, byte[]> before = new LinkedHashMap<>();
        Map<String, String> digests = new LinkedHashMap<>();
        for (String name : List.of(
                FOLDER + "engine.wasm", FOLDER + "engine.js", "assets/engine.js", "index.html", "service-worker.js")) {
            Path file = directory.resolve(name);
            byte[] bytes = Files.readAllBytes(file);
            before.put(file, bytes);
            if (name.endsWith(".wasm")) {
                Files.write(file, new byte[] {0, 2, 1, 'x'}, StandardOpenOption.APPEND); // a section that means nothing
            } else {
                String text = new String(bytes, StandardCharsets.UTF_8);
                for (Map.Entry<String, String> digest : digests.entrySet()) {
                    text = text.replace(digest.getKey(), digest.getValue());
                }
                Files.writeString(file, text.replaceFirst("VERSION = \"\\w+\"", "VERSION = \"another\""));
            }
            digests.put(integrity(bytes), integrity(Files.readAllBytes(file)));
        }
        return before;
    }

    private static String integrity(byte[] bytes) throws Exception {
        return "sha256-"
                + Base64.getEncoder()
                        .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    private static void awaitAnotherVersion(URI page) {
        browser.goTo(page);
        browser.asyncScript("await (await navigator.serviceWorker.ready).update();"); // the browser itself looks later
        browser.await("another version", driver -> (Boolean) browser.asyncScript("""
                const names = (await caches.keys()).filter(name => name.startsWith('granary-page'));
                return names.length === 1 && names[0].endsWith('another');
                """));
        browser.goTo(page);
    }

    @Test
    void anOlderEngineInTheBrowsersCacheIsNotUsed() throws Exception {
        try (Nginx keeping = keeping()) {
            URI page = keeping.uri().resolve("?position=" + OPENING);
            browser.openAt(page);
            browser.await("a search", driver -> depth() > 0);
            awaitWorker();
            awaitKeptEngine();
            // As if it had not been wanted before: then the browser alone has it. This page has no engine of its own,
            // which would fetch it.
            URI without = keeping.uri().resolve("?position=" + HELD);
            browser.goTo(without);
            browser.asyncScript("""
                    const cache = await caches.open((await caches.keys()).find(name => name.startsWith('granary-page')));
                    await Promise.all((await cache.keys()).filter(({url}) => url.includes('granary-browser/')).map(key => cache.delete(key)));
                    """);
            Map<Path, byte[]> before = anotherVersion();
            try {
                awaitAnotherVersion(without);
                browser.goTo(page);
                browser.await("a search", driver -> depth() > 0);
                Path engine = published.directory("awari").resolve(FOLDER + "engine.js");
                assertEquals(Files.readString(engine), browser.asyncScript("""
                        const kept = await caches.match(new URL('assets/granary-browser/engine.js', location));
                        return kept.text();
                        """));
            } finally {
                restore(before);
            }
        }
    }

    private static void restore(Map<Path, byte[]> before) throws IOException {
        for (Map.Entry<Path, byte[]> file : before.entrySet()) {
            Files.write(file.getKey(), file.getValue());
        }
    }

    @Test
    void engineWorksOfflineAfterAnUpdate() throws Exception {
        browser.openAt(at("position=" + OPENING));
        awaitWorker();
        begin("Casual");
        playAndAwaitReply("f");
        awaitKeptEngine();
        Map<Path, byte[]> before = anotherVersion();
        Nginx server = published.server();
        try {
            awaitAnotherVersion(published.uri("awari"));
            server.kill();
            browser.goTo(published.uri("awari"));
            browser.awaitVerdict("Your move");
            playAndAwaitReply("d");
        } finally {
            restore(before);
            server.start();
        }
    }

    @Test
    void anEngineThatCameBeforeTheServiceWorkerIsKeptToo() {
        browser.runFirst("""
                const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
                navigator.serviceWorker.register = async address => {
                  await new Promise(done => {
                    window.mayRegister = done;
                  });
                  return register(address);
                };
                """);
        browser.openAt(at("position=" + OPENING));
        browser.await("a search", page -> browser.text("#search-note").matches("Searching: \\d+ moves? ahead.*"));
        browser.script("window.mayRegister()");
        awaitKeptEngine();
    }

    @Test
    void aBrowserThatCannotRunItSaysSoAndShowsTheRest() {
        browser.runFirst("WebAssembly.validate = () => false;");
        browser.openAt(at("position=" + OPENING));
        assertTrue(browser.verdict().contains("not in the database"), browser.verdict());
        assertTrue(
                browser.text("#search-note").contains("WebAssembly with garbage collection"),
                browser.text("#search-note"));
        assertEquals(1, browser.count("#play-button:disabled"));
        assertTrue(browser.text("#play-note").contains("no engine runs here"), browser.text("#play-note"));
        assertEquals(0, browser.count("a[href*=api]"));
        browser.goTo(at("position=" + HELD));
        browser.click("#play-button");
        assertEquals(true, browser.script("return document.querySelector('#match-from [value=opening]').disabled"));
        assertEquals("here", browser.script("return document.getElementById('match-from').value"));
    }
}
