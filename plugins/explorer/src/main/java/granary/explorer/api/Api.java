package granary.explorer.api;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import granary.error.MissingLayerException;
import granary.explorer.api.Answer.Lasts;
import granary.statistics.LayerStatistics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The answers of the API, version 1, apart from HTTP. What a request may cost is bounded: {@code openapi.json} says how, and
 * {@link Problem} is thrown beyond. Safe for use by any number of threads.
 */
public final class Api {
    /** The most positions that one request may look up. */
    public static final int MAX_BATCH = 1000;
    /** The longest body, in bytes. */
    public static final int MAX_BODY = 256 * 1024;

    /** Engine searches and passes over a layer that may go on at once; each keeps a core busy. */
    private static final int MAX_LABORIOUS = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
    /** How many more may wait for these, each holding a thread, and how long: a page asks for several things at once. */
    private static final int MAX_WAITING = 16;

    private static final long PATIENCE_SECONDS = 5;

    private final Map<String, ServedDatabase> databases = new LinkedHashMap<>();
    private final Semaphore laborious = new Semaphore(MAX_LABORIOUS, true);
    private final Semaphore waiting = new Semaphore(MAX_WAITING);

    /** Makes an API over open databases, which are listed in this order. */
    public Api(Collection<ServedDatabase> served) {
        served.forEach(database -> databases.put(database.name(), database));
    }

    /** What the path of a request names. */
    public enum Route {
        /** The list of databases. */
        DATABASES(0),
        /** One of them, with its layers. */
        DATABASE(1),
        /** A position with its moves. */
        POSITION(2),
        /** Many positions. */
        POSITIONS(2),
        /** A line of best play. */
        LINE(2),
        /** Legal moves. */
        MOVES(2),
        /** An engine's search. */
        SEARCH(2),
        /** The distribution of a layer. */
        STATISTICS(4),
        /** An example of a layer. */
        EXAMPLE(4);

        private final int segments;

        Route(int segments) {
            this.segments = segments;
        }

        /**
         * Returns the route of a path.
         *
         * @param path the segments after {@code /api/v1/databases}
         * @throws Problem when it leads nowhere
         */
        public static Route of(List<String> path) {
            if (path.size() < 2) {
                return path.isEmpty() ? DATABASES : DATABASE;
            }
            String last = path.get(path.size() - 1);
            for (Route route : values()) {
                if (route.segments == path.size()
                        && route.word().equals(last)
                        && (path.size() < 4 || path.get(1).equals("layers"))) {
                    return route;
                }
            }
            throw Problem.notFound("no such address; see /api/v1/openapi.json");
        }

        /** Returns the word that stands for it in paths and metrics. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the method it answers to. */
        public String method() {
            return this == POSITIONS ? "POST" : "GET";
        }
    }

    /**
     * Answers a request.
     *
     * @param route where its path leads
     * @param path the segments after {@code /api/v1/databases}
     * @param query the parameters
     * @param body the body of a POST, otherwise empty
     * @throws Problem when there is no answer
     * @throws granary.error.DatabaseException when a file can no longer be read
     */
    public Answer answer(Route route, List<String> path, Map<String, String> query, byte[] body) {
        if (route == Route.DATABASES) {
            return new Answer(
                    Map.of(
                            "databases",
                            databases.values().stream()
                                    .map(ServedDatabase::toJson)
                                    .toList()),
                    Lasts.UNTIL_RESTART);
        }
        ServedDatabase served = database(path.get(0));
        try {
            return answer(route, served, path, query, body);
        } catch (MissingLayerException e) {
            Map<String, Object> more = new LinkedHashMap<>();
            more.put("layers", served.database().layers());
            throw Problem.notFound("the database " + served.name() + " lacks a layer that is needed", more);
        }
    }

    private Answer answer(
            Route route, ServedDatabase served, List<String> path, Map<String, String> query, byte[] body) {
        return switch (route) {
            case DATABASES -> throw new IllegalArgumentException("answered before");
            case DATABASE -> {
                Map<String, Object> json = served.toJson();
                json.put("holds", served.layersToJson());
                yield new Answer(json, Lasts.UNTIL_RESTART);
            }
            case POSITION -> lasting(PositionAnswers.full(served, position(served, query)));
            case POSITIONS -> new Answer(Map.of("positions", batch(served, body)), Lasts.NOT);
            case LINE -> {
                int[] position = position(served, query);
                yield lasting(
                        BoundedLine.isSearched(served.database(), position)
                                ? laborious(() -> PositionAnswers.line(served, position))
                                : PositionAnswers.line(served, position));
            }
            case MOVES -> lasting(PositionAnswers.rules(served, position(served, query)));
            case SEARCH -> {
                int[] position = position(served, query);
                int millis = number(query, "millis", EngineSearch.DEFAULT_MILLIS, 1, EngineSearch.MAX_MILLIS);
                yield new Answer(laborious(() -> EngineSearch.search(served, position, millis)), Lasts.NOT);
            }
            case STATISTICS -> lasting(Distributions.toJson(statistics(served, layer(served, path))));
            case EXAMPLE -> new Answer(example(served, layer(served, path), query), Lasts.NOT);
        };
    }

    private static Answer lasting(Object json) {
        return new Answer(json, Lasts.WITH_THE_FILES);
    }

    /**
     * Returns a database by its name.
     *
     * @throws Problem that lists the names when there is none
     */
    public ServedDatabase database(String name) {
        ServedDatabase served = databases.get(name);
        if (served == null) {
            throw Problem.notFound("no database '" + name + "'", Map.of("databases", databases.keySet()));
        }
        return served;
    }

    private static int[] position(ServedDatabase served, Map<String, String> query) {
        String board = query.get("board");
        if (board == null || board.isBlank()) {
            throw Problem.badRequest("say which position: ?board=...");
        }
        return served.parse(board);
    }

    private static int layer(ServedDatabase served, List<String> path) {
        String word = path.get(2);
        int layer = word.matches("[0-9]{1,6}") ? Integer.parseInt(word) : -1;
        if (layer < 0) {
            throw Problem.badRequest("'" + word + "' is not the number of a layer");
        }
        if (!served.database().layers().contains(layer)) {
            throw served.notHeld(new TreeSet<>(List.of(layer)));
        }
        return layer;
    }

    private static int number(Map<String, String> query, String name, int otherwise, int min, int max) {
        String word = query.get(name);
        if (word == null) {
            return otherwise;
        }
        int number = word.matches("-?[0-9]{1,9}") ? Integer.parseInt(word) : min - 1;
        if (number < min || number > max) {
            throw Problem.badRequest(
                    "'" + name + "' must be a number from " + min + " to " + max + ", not '" + word + "'");
        }
        return number;
    }

    private static List<Object> batch(ServedDatabase served, byte[] body) {
        JsonArray boards = boards(body);
        if (boards.size() > MAX_BATCH) {
            throw Problem.tooLarge("a request looks up at most " + MAX_BATCH + " positions, not " + boards.size());
        }
        List<Object> answers = new ArrayList<>();
        for (JsonElement board : boards) {
            try {
                answers.add(PositionAnswers.brief(
                        served, served.parse(board.isJsonPrimitive() ? board.getAsString() : board.toString())));
            } catch (Problem problem) {
                answers.add(Map.of("problem", problem.toJson()));
            }
        }
        return answers;
    }

    private static JsonArray boards(byte[] body) {
        try {
            JsonElement parsed = JsonParser.parseString(new String(body, StandardCharsets.UTF_8));
            if (parsed instanceof JsonObject object && object.get("boards") instanceof JsonArray boards) {
                return boards;
            }
        } catch (JsonParseException e) {
            throw Problem.badRequest("the body is not JSON: " + e.getMessage());
        }
        throw Problem.badRequest("the body must be an object with the member \"boards\", a list of positions");
    }

    /** Returns the distribution of a layer, counted when it is first asked for. */
    private LayerStatistics statistics(ServedDatabase served, int layer) {
        Distributions distributions = served.distributions();
        return distributions.find(layer).orElseGet(() -> {
            if (served.game().size(layer) > Distributions.MAX_POSITIONS) {
                throw Problem.notFound("layer " + layer + " has "
                        + served.game().size(layer) + " positions; those with more than " + Distributions.MAX_POSITIONS
                        + " are not counted here, but by 'granary stats' before the server starts");
            }
            return laborious(() -> distributions.count(layer));
        });
    }

    private Map<String, Object> example(ServedDatabase served, int layer, Map<String, String> query) {
        Examples.Kind kind = Examples.Kind.of(query.getOrDefault("kind", "random"), served.database());
        int score = number(
                query, "score", 0, served.game().minScore(layer), served.game().maxScore(layer));
        Examples examples = new Examples(served.database(), layer, ThreadLocalRandom.current());
        int[] position = laborious(() -> examples.find(kind, score))
                .orElseThrow(() -> Problem.notFound("no example was found in layer " + layer));
        return PositionAnswers.brief(served, position);
    }

    private <T> T laborious(Supplier<T> work) {
        if (!laborious.tryAcquire() && !waited()) {
            throw Problem.busy("all cores are searching; try again in a second");
        }
        try {
            return work.get();
        } finally {
            laborious.release();
        }
    }

    /** Waits for a core, and returns whether there was one. */
    private boolean waited() {
        if (!waiting.tryAcquire()) {
            return false;
        }
        try {
            return laborious.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waiting.release();
        }
    }
}
