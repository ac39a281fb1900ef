package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Cli;
import granary.command.testing.Nginx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A published page shows what a server's does. */
class PublishedPageTest extends PublishedTest {
    private static final String POSITION = HELD;
    private static final String NEXT = "1-0-0-2-0-0-1-1-0-0-1-2-0-0-N";
    private static final int MOST_SCRIPT = 165 * 1024;

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
        browser.await("the layer", page -> browser.count("#layer .scores .value") > 0);
        List<String> bars = browser.labels("#layer .value");
        browser.await("the line", page -> browser.count("#line li") > 0);
        List<String> line = browser.texts("#line li");

        browser.openAt(at("position=" + POSITION));
        assertEquals(verdict, browser.verdict());
        assertEquals(detail, browser.text("#detail"));
        assertEquals(pits, browser.labels(".pit"));
        assertEquals(moves, browser.texts("#moves .move"));
        browser.await("the layer", page -> browser.count("#layer .scores .value") > 0);
        assertEquals(bars, browser.labels("#layer .value"));
        browser.await("the line", page -> browser.count("#line li") > 0);
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

    @Test
    void examplesAreShown() {
        browser.openAt(at("position=" + POSITION));
        for (String kind : List.of("longest", "zugzwang", "only-move", "random", "score", "distance")) {
            browser.goTo(at("position=" + POSITION));
            String before = browser.address();
            browser.click("#examples [data-kind=" + kind + "]");
            browser.await(
                    kind,
                    page -> !browser.address().equals(before)
                            || !browser.text("#example-note").isEmpty());
            assertEquals("", browser.text("#example-note"), kind);
        }
        browser.goTo(at("position=" + POSITION));
        browser.await("the layer", page -> browser.count("#layer .scores .value") > 0);
        browser.script(
                "document.querySelector('#layer .scores .value:last-of-type').dispatchEvent(new Event('click'))");
        browser.await("a position of that score", page -> browser.verdict().contains("South gains 8"));
        browser.assertQuiet(published.uri("awari"));
    }

    /** Shows a position with its layer and its line, and waits until all that was asked for is kept. */
    private static void see() {
        browser.openAt(at("position=" + POSITION));
        browser.await("the layer", page -> browser.count("#layer .scores .value") > 0);
        browser.await("the line", page -> browser.count("#line li") > 0);
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
            browser.await("the layer", page -> browser.count("#layer .scores .value") > 0);
            assertEquals(bars, browser.labels("#layer .value"));
            browser.goTo(published.uri("awari").resolve("rules.html"));
            browser.await("the boards", page -> browser.count("figure svg") > 0);
        } finally {
            server.start();
        }
    }

    @Test
    void blocksThatWereSeenAreNotFetchedAgain() throws Exception {
        see();
        String verdict = browser.verdict();
        int before = published.server().log().size();
        browser.reload();
        browser.await("the line", page -> browser.count("#line li") > 0);
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
            browser.await("a sentence", page -> browser.text("#layer").contains("no counts"));
            browser.click("#examples [data-kind=zugzwang]");
            browser.await("a sentence", page -> browser.text("#example-note").contains("no examples"));
        } finally {
            Files.write(counts, bytes);
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
        browser.await("the line", page -> browser.count("#line li") > 0);
        assertEquals(verdict, browser.verdict());
        List<String> log = published.server().log();
        assertTrue(
                log.subList(before, log.size()).stream().anyMatch(line -> line.matches(".* bytes=4096-\\d{5,}")),
                log.toString());
    }

    @Test
    void aKeptBlockThatIsDamagedIsFetchedAgain() throws Exception {
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
    void aFileIsRefusedWithASentence() {
        browser.goTo(published.directory("awari").resolve("index.html").toUri());
        assertEquals("This page needs a web server", browser.verdict());
        assertTrue(browser.text("#detail").contains("granary serve"), browser.text("#detail"));
    }

    @Test
    void thePageFitsAPhone() {
        browser.shape(360, 800, true);
        browser.openAt(at("position=" + POSITION));
        browser.await("the layer", page -> browser.count("#layer .scores .value") > 0);
        assertEquals(360L, browser.script("return document.documentElement.scrollWidth"));
        assertEquals(List.of(), browser.barriers());
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
    }

    @Test
    void aServerIsCheckedForThePageToo() throws Exception {
        String checked = Cli.run("publish", "--check", published.uri("awari"))
                .assertSuccess()
                .out();
        assertTrue(checked.matches("(?s).*ok: the page, \\d+ files.*"), checked);
        Path bare = Files.createDirectories(work.resolve("bare"));
        try (Nginx wrong = new Nginx(bare, published.directory("awari"), "types { text/plain js; }", "", null)) {
            String refused = Cli.run("publish", "--check", wrong.uri()).out();
            assertTrue(refused.contains("assets/app.js: text/plain, not text/javascript"), refused);
            assertEquals(1, Cli.run("publish", "--check", wrong.uri()).exitCode());
        }
    }
}
