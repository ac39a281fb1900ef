package granary.explorer.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.engine.PlayedGame;
import granary.http.HttpDirectory;
import granary.testing.FileServer;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The limit is for searches that do not end; they would go on for ten minutes. */
@Timeout(120)
class GoingSearchTest {
    @TempDir
    private Path directory;

    private ServedDatabase served;

    @BeforeEach
    void open() throws IOException {
        Databases.build(directory, new Awari(6, RuleSet.OLYMPIAD), 2, 1);
        served = ServedDatabase.open("db", List.of(directory));
    }

    @AfterEach
    void close() {
        served.close();
    }

    private PlayedGame opening() {
        return new PlayedGame(served.game(), served.game().opening().orElseThrow());
    }

    @Test
    @Thorough
    void aSearchThatNobodyAsksForEnds() throws InterruptedException {
        GoingSearch search = new GoingSearch(served, opening(), new Cores());
        assertTrue(search.isGoingOn());
        search.join();
        assertTrue(search.isForgotten());
        assertEquals("stopped", search.toJson("x").get("state"));
    }

    @Test
    @Thorough
    void aSearchThatIsAskedForGoesOnLongerThanOneThatIsNot() throws InterruptedException {
        Cores cores = new Cores();
        GoingSearch forgotten = new GoingSearch(served, opening(), cores);
        GoingSearch asked = new GoingSearch(served, opening(), cores);
        while (forgotten.isGoingOn()) {
            asked.toJson("x");
            Thread.sleep(10);
        }
        assertEquals("searching", asked.toJson("x").get("state"));
        asked.stop();
        asked.join();
        assertEquals("stopped", asked.toJson("x").get("state"));
    }

    @Test
    @Thorough
    void aSearchThatWaitsForAnAddressEndsWhenItIsStoppedOrForgotten() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (FileServer files = new FileServer(directory);
                ServedDatabase far = ServedDatabase.open("far", List.of(HttpDirectory.at(files.uri())))) {
            files.setFault((request, answer) -> {
                asked.countDown();
                Thread.sleep(Long.MAX_VALUE);
                return answer;
            });
            PlayedGame played = new PlayedGame(far.game(), new int[] {0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0});
            GoingSearch stopped = new GoingSearch(far, played, new Cores());
            asked.await();
            stopped.stop();
            stopped.join();
            assertEquals("stopped", stopped.toJson("x").get("state"));
            GoingSearch forgotten = new GoingSearch(far, played, new Cores());
            forgotten.join();
            assertTrue(forgotten.isForgotten());
            assertEquals("stopped", forgotten.toJson("x").get("state"));
        }
    }

    @Test
    void noSearchGoesOnAfterTheEndOfTheServer() {
        Searches searches = new Searches();
        String id = searches.begin(served, opening(), new Cores()).get("search").toString();
        assertEquals("searching", searches.look(id).get("state"));
        searches.close();
        assertEquals("stopped", searches.look(id).get("state"));
    }

    @Test
    void whatEndedASearchIsTold() {
        PlayedGame opening = opening();
        served.close();
        GoingSearch search = new GoingSearch(served, opening, new Cores());
        search.join();
        assertThrows(IllegalStateException.class, () -> search.toJson("x"));
    }
}
