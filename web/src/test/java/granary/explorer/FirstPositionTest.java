package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures how long a new browser takes to show a first position of a published database: {@code
 * -Dgranary.first-position=DIR} names a database of awari of 20 seeds.
 */
@EnabledIfSystemProperty(named = "granary.first-position", matches = ".+")
class FirstPositionTest {
    private static final int BROWSERS = 15;

    /** Twenty seeds. */
    private static final String POSITION = "1-3-0-2-1-1-0-2-3-0-4-3-0-28-S";

    @Test
    void aFirstPositionIsShown(@TempDir Path work) throws Exception {
        Path database = Path.of(System.getProperty("granary.first-position"));
        List<Double> seconds = new ArrayList<>();
        try (Published published = new Published(work, database)) {
            URI address = published.uri(database.getFileName().toString()).resolve("?position=" + POSITION);
            for (int i = 0; i < BROWSERS; i++) {
                seconds.add(seconds(address));
            }
        }
        Collections.sort(seconds);
        System.out.println("seconds to a first position, each in a new browser: " + seconds);
    }

    /** Returns the seconds from the opening of the address to the frame with the score, in a new browser. */
    private static double seconds(URI address) {
        try (Browser browser = Browser.start()) {
            browser.runFirst("""
                    new MutationObserver((changes, observer) => {
                      const verdict = document.querySelector('#verdict')?.textContent ?? 'Loading';
                      if (!verdict.startsWith('Loading')) {
                        observer.disconnect();
                        requestAnimationFrame(() => { window.shownAfter = performance.now(); });
                      }
                    }).observe(document, {childList: true, characterData: true, subtree: true});
                    """);
            browser.goTo(address);
            browser.await("a frame", page -> browser.script("return window.shownAfter ?? null") != null);
            assertTrue(browser.verdict().contains("gains") || browser.verdict().contains("even"), browser.verdict());
            return ((Number) browser.script("return window.shownAfter")).doubleValue() / 1000;
        }
    }
}
