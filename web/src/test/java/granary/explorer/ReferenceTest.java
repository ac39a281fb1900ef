package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The page of the API. */
class ReferenceTest extends BrowserTest {
    private static void open() {
        browser.openNext("/api");
        browser.awaitCount("#shape-Problem", 1);
    }

    @Test
    void everyRequestOfTheDescriptionIsOnThePage() throws Exception {
        List<String> described = new ArrayList<>();
        JsonObject paths = Served.json(Served.get("/api/v1/openapi.json")).getAsJsonObject("paths");
        for (String path : paths.keySet()) {
            for (String method : paths.getAsJsonObject(path).keySet()) {
                described.add(method.toUpperCase(Locale.ROOT) + " " + path);
            }
        }
        open();
        assertEquals(described, browser.texts(".request code"));
        assertEquals(List.of(), browser.script("""
                return [...document.querySelectorAll('main a[href^="#"]')].map(link => link.hash)
                  .filter(hash => !document.getElementById(hash.slice(1)));
                """));
    }

    @Test
    void everyRequestToTryIsAnswered() throws Exception {
        open();
        List<String> requests = browser.texts(".attempt a");
        assertTrue(requests.size() >= 10, requests::toString);
        for (String request : requests) {
            assertEquals(200, Served.get(request).statusCode(), request);
        }
    }

    @Test
    void thePageIsWithoutBarriersAndFitsAPhone() {
        open();
        browser.shape(360, 800, true);
        browser.assertFitsWithoutBarriers();
    }
}
