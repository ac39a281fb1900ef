package granary.explorer.api;

import granary.engine.PlayedGame;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** The searches that go on, of which each holds a thread and a table of 16 MB; their number is limited. Safe for use by any number of threads. */
final class Searches implements AutoCloseable {
    static final int MAX_SEARCHES = 8;

    /** Bytes of a name that nobody guesses. */
    private static final int NAME_BYTES = 12;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, GoingSearch> searches = new HashMap<>();

    /**
     * Begins a search and returns its name with what it has found.
     *
     * @param cores what it shares with others
     * @throws Problem when the greatest number of searches goes on, or there is no engine for the game
     */
    synchronized Map<String, Object> begin(ServedDatabase served, PlayedGame played, Cores cores) {
        EngineSearch.requireEngine(served);
        searches.values().removeIf(search -> search.isForgotten() && !search.isGoingOn());
        if (searches.values().stream().filter(GoingSearch::isGoingOn).count() >= MAX_SEARCHES) {
            throw Problem.busy(MAX_SEARCHES + " searches go on, which is all that may; try again in a second");
        }
        byte[] name = new byte[NAME_BYTES];
        random.nextBytes(name);
        String id = HexFormat.of().formatHex(name);
        GoingSearch search = new GoingSearch(served, played, cores);
        searches.put(id, search);
        return search.toJson(id);
    }

    /**
     * Returns what a search has found.
     *
     * @throws Problem when there is no search of that name
     */
    Map<String, Object> look(String id) {
        return find(id).toJson(id);
    }

    /**
     * Stops a search and returns what it has found.
     *
     * @throws Problem when there is none of that name
     */
    Map<String, Object> stop(String id) {
        GoingSearch search = find(id);
        search.stop();
        return search.toJson(id);
    }

    private synchronized GoingSearch find(String id) {
        GoingSearch search = searches.get(id);
        if (search == null) {
            throw Problem.notFound("no search '" + id + "'; one ends when nobody has asked for some seconds");
        }
        return search;
    }

    /** Stops all searches and waits for their end. */
    @Override
    public synchronized void close() {
        searches.values().forEach(GoingSearch::stop);
        searches.values().forEach(GoingSearch::join);
    }
}
