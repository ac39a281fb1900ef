package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures how long a new browser takes to show a first position of a published database: {@code
 * -Dgranary.first-position=DIR} names a database of awari of 20 seeds. Without a delay and with some, in turns.
 */
@EnabledIfSystemProperty(named = "granary.first-position", matches = ".+")
class FirstPositionTest {
    private static final int BROWSERS = 15;
    /** Delays in each direction, so that a round trip takes twice as long. */
    private static final List<Integer> DELAYS_MILLIS = List.of(0, 10, 20);

    /** Twenty seeds. */
    private static final String POSITION = "1-3-0-2-1-1-0-2-3-0-4-3-0-28-S";

    @Test
    void aFirstPositionIsShown(@TempDir Path work) throws Exception {
        Path database = Path.of(System.getProperty("granary.first-position"));
        Map<Integer, List<Double>> seconds = new TreeMap<>();
        try (Published published = new Published(work, database)) {
            URI address = published.uri(database.getFileName().toString()).resolve("?position=" + POSITION);
            for (int i = 0; i < BROWSERS; i++) {
                for (int millis : DELAYS_MILLIS) {
                    try (DelayedServer far = new DelayedServer(address, millis)) {
                        seconds.computeIfAbsent(millis, none -> new ArrayList<>())
                                .add(seconds(far.uri(address)));
                    }
                }
            }
        }
        seconds.forEach(
                (millis, all) -> System.out.println("a first position, " + millis + " ms each way: " + summary(all)));
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

    private static String summary(List<Double> seconds) {
        List<Double> sorted = seconds.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "%.2f s (median of %d new browsers; %.2f to %.2f, half of them %.2f to %.2f)",
                sorted.get(sorted.size() / 2),
                sorted.size(),
                sorted.getFirst(),
                sorted.getLast(),
                sorted.get(sorted.size() / 4),
                sorted.get(3 * sorted.size() / 4));
    }
}
