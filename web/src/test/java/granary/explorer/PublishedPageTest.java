package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Nginx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A published page shows what a server's does. */
class PublishedPageTest extends PublishedTest {
    private static final String POSITION = HELD;
    private static final String NEXT = "1-0-0-2-0-0-1-1-0-0-1-2-0-0-N";
    private static final int MOST_SCRIPT = 194 * 1024;
    /** Of these, what a first board waits for. */
    private static final int MOST_FIRST = 84 * 1024;

    @BeforeEach
    void shape() {
        browser.shape(1280, 900, false);
    }

    @Test
    void aPositionIsShownAsByAServer() {
        browser.open("/explore/awari/" + POSITION);
        List<String> pits = browser.labels(".pit");
        List<String> moves = browser.texts("#moves .move");
        String verdict = browser.verdict();
        String detail = browser.text("#detail");
        browser.awaitSome("#layer .scores .value");
        List<String> bars = browser.labels("#layer .value");
        browser.awaitSome("#line li");
        List<String> line = browser.texts("#line li");

        browser.openAt(at("position=" + POSITION));
        assertEquals(verdict, browser.verdict());
        assertEquals(detail, browser.text("#detail"));
        assertEquals(pits, browser.labels(".pit"));
        assertEquals(moves, browser.texts("#moves .move"));
        browser.awaitSome("#layer .scores .value");
        assertEquals(bars, browser.labels("#layer .value"));
        browser.awaitSome("#line li");
        assertEquals(line, browser.texts("#line li"));
        browser.assertQuiet(published.uri("awari"));
    }

    @Test
    void movesArePlayedAndAddressesLeadBack() {
        browser.openAt(at("position=" + POSITION));
        browser.click(".pit[data-pit=F]");
        browser.await("north to move", page -> browser.verdict().startsWith("North"));
        assertTrue(
                browser.address().endsWith("/awari/?position=" + NEXT + "&game=" + POSITION + "~F*"),
                browser.address());
        String verdict = browser.verdict();
        browser.reload();
        assertEquals(verdict, browser.verdict());
        browser.back();
        browser.await("south to move", page -> browser.verdict().startsWith("South"));
        assertTrue(browser.address().endsWith("/awari/?position=" + POSITION), browser.address());
        browser.assertQuiet(published.uri("awari"));
    }

    /** Shows a position with its layer and its line, and waits until all that was asked for is kept. */
    private static void see() {
        browser.openAt(at("position=" + POSITION));
        browser.awaitSome("#layer .scores .value");
        browser.awaitSome("#line li");
        awaitWorker();
        browser.await("what was asked for is kept", page -> (Boolean) browser.asyncScript("""
                const path = address => new URL(address).pathname;
                const asked = performance.getEntriesByType('resource').map(one => path(one.name)).filter(one => /(\\.granary|\\.json|granary\\.manifest)$/.test(one));
                const names = (await caches.keys()).filter(name => name.startsWith('granary-answers'));
                const kept = (await (await caches.open(names[0])).keys()).map(one => path(one.url));
                return asked.length > 0 && asked.every(one => kept.filter(other => other === one).length >= asked.filter(other => other === one).length);
                """));
    }

    @Test
    void whatWasSeenIsShownWithoutAConnection() throws Exception {
        see();
        String verdict = browser.verdict();
        List<String> moves = browser.texts("#moves .move");
        List<String> bars = browser.labels("#layer .value");
        Nginx server = published.server();
        server.kill();
        try {
            browser.reload();
            assertEquals(verdict, browser.verdict());
            assertEquals(moves, browser.texts("#moves .move"));
            browser.awaitSome("#layer .scores .value");
            assertEquals(bars, browser.labels("#layer .value"));
            browser.goTo(published.uri("awari").resolve("rules.html"));
            browser.awaitSome("figure svg");
        } finally {
            server.start();
        }
    }

    @Test
    void offlinePageSaysSoAtOnceAndGoesOnWithConnection() {
        browser.openAt(at("position=" + POSITION));
        awaitWorker();
        browser.setOffline(true);
        try {
            browser.press("s");
            browser.fill("#editor-text", "0 0 0 0 0 1 1 0 0 0 0 0");
            double millis = ((Number) browser.asyncScript("""
                    const begun = performance.now();
                    document.getElementById('editor-done').click();
                    while (document.getElementById('detail').textContent !== 'You are offline.') {
                      await new Promise(done => setTimeout(done, 5));
                    }
                    return performance.now() - begun;
                    """)).doubleValue();
            assertTrue(millis < 2000, millis + " ms");
            assertEquals("South to move: no connection", browser.verdict());
        } finally {
            browser.setOffline(false);
        }
        browser.await("the answer", page -> browser.verdict().matches("South to move: .*(gains|even).*"));
    }

    @Test
    void rangesOfLayerKeptWholeNeedNoConnection() throws Exception {
        String ask = """
                const {keptFetch} = await import(new URL('assets/published/kept.js', location));
                const address = new URL('layer-007.granary', location);
                address.search = '';
                const told = async request => {
                  const response = await keptFetch(address.href, request);
                  return [response.status, response.headers.get('Content-Range'), String(new Uint8Array(await response.arrayBuffer()))];
                };
                """;
        browser.openAt(at("position=" + POSITION));
        awaitWorker();
        List<?> whole = (List<?>) browser.asyncScript(ask + "return told();");
        String[] bytes = whole.get(2).toString().split(",", -1);
        browser.await("it is kept", page -> (Boolean) browser.asyncScript("""
                const keys = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()));
                return keys.flat().some(({url}) => url.includes('layer-007.granary?') && url.includes('from=&'));
                """));
        published.server().kill();
        try {
            assertEquals(
                    List.of(
                            206L,
                            "bytes 4090-4099/" + bytes.length,
                            String.join(",", List.of(bytes).subList(4090, 4100))),
                    browser.asyncScript(ask + "return told({headers: {Range: 'bytes=4090-4099'}});"));
        } finally {
            published.server().start();
        }
    }

    @Test
    void workerKeepsNoFileThatIsNotThePublishedOne() throws Exception {
        browser.prepare(at("position=" + POSITION));
        damaged("assets/session.js", 0.5, () -> assertEquals("redundant", browser.asyncScript("""
                const {installing} = await navigator.serviceWorker.register(new URL('../service-worker.js', location));
                return new Promise(done => installing.addEventListener('statechange', () => done(installing.state)));
                """)));
        browser.clearCache();
        browser.goTo(at("position=" + POSITION));
        awaitWorker();
        String verdict = browser.verdict();
        published.server().kill();
        try {
            browser.reload();
            assertEquals(verdict, browser.verdict());
        } finally {
            published.server().start();
        }
    }

    @Test
    void browserThatKeepsNothingShowsThePage() {
        for (String refusal : List.of(
                "const denied = {get() { throw new DOMException('denied', 'SecurityError'); }};"
                        + "Object.defineProperties(window, {localStorage: denied, caches: denied});"
                        + "Object.defineProperty(Navigator.prototype, 'serviceWorker', denied);",
                "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };")) {
            browser.prepare(at("position=" + POSITION));
            browser.runFirst(refusal);
            browser.goTo(at("position=" + POSITION));
            assertTrue(browser.verdict().startsWith("South to move: "), browser.verdict());
            String top = "return document.querySelector('.pit[data-pit=A] circle').cy.baseVal.value";
            Object before = browser.script(top);
            browser.press("t");
            assertNotEquals(before, browser.script(top), "the board turns");
            browser.click("#theme");
            assertEquals("Theme: dark", browser.text("#theme"));
            browser.click("#play-button");
            browser.click("#match-dialog [value=play]");
            browser.awaitCount("#match:not([hidden])", 1);
            browser.assertQuiet(published.uri("awari"));
            browser.runNothingFirst();
        }
    }

    @Test
    void chunksThatWereSeenAreNotFetchedAgain() throws Exception {
        see();
        String verdict = browser.verdict();
        int before = published.server().log().size();
        browser.reload();
        browser.awaitSome("#line li");
        assertEquals(verdict, browser.verdict());
        List<String> log = published.server().log();
        List<String> again = log.subList(before, log.size());
        assertTrue(again.stream().anyMatch(line -> line.contains("bytes=0-4095")), again.toString());
        assertEquals(
                List.of(),
                again.stream()
                        .filter(line -> line.matches(".* bytes=4096-\\d{5,}"))
                        .toList());
    }

    @Test
    void aLayerWithoutCountsIsSaidToHaveNone() throws IOException {
        Path counts = published.directory("awari").resolve("explorer/layer-008.json");
        byte[] bytes = Files.readAllBytes(counts);
        Files.delete(counts);
        try {
            browser.openAt(at("position=" + POSITION));
            browser.await("a sentence", page -> browser.text("#layer").contains("No counts"));
            browser.click("#examples [data-kind=zugzwang]");
            browser.await("a sentence", page -> browser.text("#example-note").contains("no examples"));
        } finally {
            Files.write(counts, bytes);
        }
    }

    /** Changes a file of the site while something is done. */
    private static void altered(String name, UnaryOperator<String> change, Runnable action) throws IOException {
        Path file = published.directory("awari").resolve(name);
        byte[] bytes = Files.readAllBytes(file);
        String before = Files.readString(file);
        String after = change.apply(before);
        assertNotEquals(before, after, name);
        Files.writeString(file, after);
        browser.clearCache();
        try {
            action.run();
        } finally {
            Files.write(file, bytes);
        }
    }

    /** Changes the last digit that stands before the checksum. */
    private static String otherDigit(String text) {
        Matcher digits =
                Pattern.compile("\\d(?=\\D*(\\d{1,9}\\D*)?\"checksum\")").matcher(text);
        assertTrue(digits.find(), text);
        int at = digits.start();
        return text.substring(0, at) + (text.charAt(at) == '9' ? '1' : '9') + text.substring(at + 1);
    }

    @Test
    void aChangedDigitOfWhatIsPublishedBesidesIsAMessage() throws IOException {
        String layer = "explorer/layer-008.json";
        UnaryOperator<String> counts = text -> text.replaceFirst("\"positions\":(\\d)", "\"positions\":1$1");
        altered(layer, counts, () -> {
            browser.openAt(at("position=" + POSITION));
            browser.await("a sentence", page -> browser.text("#layer").contains("checksum does not fit"));
            assertEquals(0, browser.count("#layer .value"));
            browser.click("#examples [data-kind=zugzwang]");
            browser.await("a sentence", page -> browser.text("#example-note").contains("checksum"));
        });
        for (UnaryOperator<String> change : List.<UnaryOperator<String>>of(
                PublishedPageTest::otherDigit,
                text -> text.replace("\"scores\"", "\"stores\""),
                text -> "null",
                text -> "")) {
            altered(
                    layer,
                    change,
                    () -> assertTrue(String.valueOf(browser.asyncScript("""
                            const {session} = await import(new URL('assets/session.js', location));
                            return session.database.statistics(8).then(() => 'counts', problem => problem.message);
                            """)).contains("checksum does not fit")));
        }
        Path other = published.directory("awari").resolve("explorer/layer-007.json");
        String counted = Files.readString(other);
        altered(layer, text -> counted, () -> {
            browser.openAt(at("position=" + POSITION));
            browser.await("a sentence", page -> browser.text("#layer").contains("is the file of layer 7"));
        });
        altered("explorer/database.json", text -> text.replace("\"layers\":[0,1,", "\"layers\":[0,2,"), () -> {
            browser.openAt(at("position=" + POSITION));
            assertTrue(browser.text("#detail").contains("database.json is damaged"), browser.text("#detail"));
        });
        altered("explorer/files.json", text -> text.replaceFirst("\"bytes\":(\\d)", "\"bytes\":1$1"), () -> {
            browser.openAt(at("position=" + POSITION));
            browser.click("#files-button");
            browser.await("a sentence", page -> browser.text("#files").contains("files.json is damaged"));
        });
        for (String script :
                List.of("reader/awari.js", "session.js", "app.js", "views/history.js", "reader/granary.js")) {
            altered("assets/" + script, text -> text + ";", () -> {
                browser.openAt(at("position=" + POSITION));
                browser.await(
                        script,
                        page -> (browser.verdict() + browser.text("#detail") + browser.text("#moves"))
                                .matches("(?s).*(did not load completely|dynamically imported).*"));
            });
        }
    }

    @Test
    void onASlowNetworkTheBoardComesFirstAndAMoveShowsAtOnce() {
        browser.prepare(at("position=" + POSITION));
        browser.clearCache();
        browser.runFirst("""
                window.seen = [];
                new MutationObserver(() => {
                  const text = name => document.getElementById(name)?.textContent;
                  const now = [text('verdict'), text('detail'), document.querySelectorAll('.pit').length > 0, document.documentElement.className];
                  if (String(now) !== String(window.seen.at(-1))) {
                    window.seen.push(now);
                  }
                }).observe(document, {childList: true, characterData: true, subtree: true, attributes: true});
                """);
        browser.slowDown(400, 50_000);
        try {
            browser.enter(at("position=" + POSITION));
            browser.awaitSome(".pit.playable");
            Object board = browser.script("return Math.round(performance.now())");
            String seen = String.valueOf(browser.script("return window.seen.map(String).join('|')"));
            assertTrue(seen.matches("(?s).*The page: \\d+ of \\d+ KB\\..*"), seen);
            // Whether the rest of the page is there before the board, the browser decides: it orders what it asks for.
            assertTrue(seen.matches("(?s).*looking it up,[^|]*,true,.*"), seen);
            browser.script("document.querySelector('.pit[data-pit=F]').dispatchEvent(new Event('click'))");
            browser.await("the answer", page -> browser.verdict().matches("North to move: .*(gains|even).*"));
            System.out.println("400 ms, 50 KB/s: a board after " + board
                    + " ms, the score of the position after its first move after "
                    + browser.script("return Math.round(performance.now())") + " ms");
            seen = String.valueOf(browser.script("return window.seen.map(String).join('|')"));
            assertTrue(seen.matches("(?s).*Reading the database: \\d+ of \\d+ KB\\..*"), seen);
            assertTrue(seen.contains("North to move: looking it up"), seen);
        } finally {
            browser.slowDown(0, -1);
        }
    }

    @Test
    void nothingKeptOfAnotherVersionIsUsed() throws Exception {
        see();
        String verdict = browser.verdict();
        try (Stream<Path> all = Files.list(published.directory("awari"))) {
            for (Path file :
                    all.filter(one -> one.toString().endsWith(".granary")).toList()) {
                Path copy = Files.copy(file, work.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                Files.setLastModifiedTime(copy, FileTime.fromMillis(0)); // nginx makes the version of it
                Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        int before = published.server().log().size();
        browser.reload();
        browser.awaitSome("#line li");
        assertEquals(verdict, browser.verdict());
        List<String> log = published.server().log();
        assertTrue(
                log.subList(before, log.size()).stream().anyMatch(line -> line.matches(".* bytes=4096-\\d{5,}")),
                log.toString());
    }

    @Test
    void aKeptChunkThatIsDamagedIsFetchedAgain() throws Exception {
        see();
        String verdict = browser.verdict();
        List<String> moves = browser.texts("#moves .move");
        assertTrue(((Number) browser.asyncScript("""
                const [name] = (await caches.keys()).filter(one => one.startsWith('granary-answers'));
                const cache = await caches.open(name);
                const keys = (await cache.keys()).filter(one => Number(new URL(one.url).searchParams.get('from')) >= 4096);
                for (const key of keys) {
                  const response = await cache.match(key);
                  const bytes = new Uint8Array(await response.arrayBuffer());
                  await cache.put(key, new Response(bytes.map(byte => byte ^ 1), {headers: response.headers}));
                }
                return keys.length;
                """)).intValue() > 0);
        browser.reload();
        assertEquals(verdict, browser.verdict());
        assertEquals(moves, browser.texts("#moves .move"));
    }

    @Test
    void aWrongAddressHasAPageForPeople() {
        browser.goTo(at("position=" + POSITION));
        browser.enter(published.uri("awari").resolve("404.html"));
        browser.await("the page", page -> browser.text("h1").equals("There is nothing at this address"));
        browser.click("main a");
        browser.awaitCount(".pit", 12);
    }

    @Test
    void aFileIsRefusedWithASentence() {
        browser.goTo(published.directory("awari").resolve("index.html").toUri());
        assertEquals("This page needs a web server", browser.verdict());
        assertTrue(browser.text("#detail").contains("granary serve"), browser.text("#detail"));
    }

    @Test
    void scriptsAreFewAndAskNoOtherHost() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(published.directory("awari"))) {
            for (Path file : files.filter(one -> one.toString().matches(".*\\.(js|html|css)"))
                    .filter(one -> !one.toString().contains("granary-browser"))
                    .toList()) {
                String text = Files.readString(file);
                bytes += file.toString().endsWith(".js") ? Files.size(file) : 0;
                assertFalse(
                        text.replace("http://www.w3.org/2000/svg", "").matches("(?s).*https?://.*"), file.toString());
                assertFalse(text.matches("(?s).*(href|src)=\"/.*"), file.toString());
            }
        }
        assertTrue(bytes <= MOST_SCRIPT, bytes + " bytes of JavaScript");
        Matcher first = Pattern.compile("data-bytes=\"(\\d+)\"")
                .matcher(Files.readString(published.directory("awari").resolve("index.html")));
        assertTrue(first.find());
        assertTrue(Integer.parseInt(first.group(1)) <= MOST_FIRST, first.group(1) + " bytes before the board");
    }
}
