package granary.explorer;

import granary.testing.Thorough;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a page that is published, in a real browser, on a real web server that knows nothing but files. */
@Thorough
abstract class PublishedTest {
    /** Eight seeds, south to move: the database has it. */
    static final String HELD = "1-0-0-2-0-1-0-1-0-0-1-2-0-0-S";

    static final String OPENING = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";

    /** The directory of the engine's files. */
    static final String FOLDER = "assets/granary-browser/";

    @TempDir
    static Path work;

    static Browser browser;
    static Published published;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.shared();
        published = new Published(work, Served.directory("awari"));
    }

    @AfterAll
    static void stop() throws IOException {
        if (published != null) {
            published.close();
        }
    }

    @AfterEach
    void runNothingFirst() {
        browser.runNothingFirst();
    }

    static URI at(String query) {
        return published.uri("awari").resolve("?" + query);
    }

    static void awaitWorker() {
        browser.asyncScript("await navigator.serviceWorker.ready;");
        browser.await(
                "the page is kept",
                page -> Boolean.TRUE.equals(browser.script("return Boolean(navigator.serviceWorker.controller)")));
    }

    /** Changes a bit of a published file for as long as an action takes. */
    static void damaged(String name, double where, Runnable action) throws IOException {
        Path file = published.directory("awari").resolve(name);
        byte[] bytes = Files.readAllBytes(file);
        byte[] damaged = bytes.clone();
        damaged[(int) (bytes.length * where)] ^= 1;
        Files.write(file, damaged);
        try {
            action.run();
        } finally {
            Files.write(file, bytes);
        }
    }
}
