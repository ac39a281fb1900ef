package granary.explorer.api;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import granary.builder.resource.ResourceModel;
import granary.builder.resource.ResourceNeeds;
import granary.database.Database;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.error.MissingLayerException;
import granary.explorer.api.Answer.Lasts;
import granary.statistics.LayerStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * Answers the requests of the API, version 1; knows nothing of HTTP. What a request may cost is bounded, as
 * {@code openapi.json} says, and {@link Problem} is thrown beyond that. Safe for use by any number of threads.
 */
public final class Api {
    /** The most positions that one request may look up. */
    public static final int MAX_BATCH = 1000;
    /** The longest body, in bytes. */
    public static final int MAX_BODY = 256 * 1024;

    /** The longest that work for one answer takes. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    /** Positions of compressed layers that are looked up without waiting for a core. */
    private static final int FEW = 64;

    /** Bytes of heap of a request for a number of positions, with its body and its answer. */
    private static final long REQUEST_HEAP = 5L << 19;

    private final Map<String, ServedDatabase> databases = new LinkedHashMap<>();
    private final Cores cores = new Cores();

    private final Random random;

    /** Makes an API over open databases, which are listed in this order. */
    public Api(Collection<ServedDatabase> served) {
        this(served, new Random());
    }

    /** Makes an API that chooses examples by given random numbers. */
    public Api(Collection<ServedDatabase> served, Random random) {
        this.random = random;
        served.forEach(database -> databases.put(database.name(), database));
    }

    /**
     * Answers a request.
     *
     * @param route where it leads
     * @param path the segments after {@code /api/v1/databases}
     * @param query the parameters
     * @param body the body of a POST, otherwise empty
     * @param isWanted whether somebody still waits for the answer; asked often by work that takes long
     * @throws Problem when there is no answer
     * @throws granary.error.DatabaseException when a file can no longer be read
     */
    public Answer answer(
            Route route, List<String> path, Map<String, String> query, byte[] body, BooleanSupplier isWanted) {
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
            return answer(route, new DatabaseRequest(served, path, query, body, isWanted));
        } catch (MissingLayerException e) {
            throw served.notHeld(e.layer());
        }
    }

    private Answer answer(Route route, DatabaseRequest request) {
        ServedDatabase served = request.served();
        return switch (route) {
            case DATABASES -> throw new IllegalArgumentException("answered before");
            case DATABASE -> {
                Map<String, Object> json = served.toJson();
                json.put("holds", served.layersToJson());
                yield new Answer(json, Lasts.UNTIL_RESTART);
            }
            case POSITION -> lasting(PositionAnswers.full(served, request.position()));
            case POSITIONS -> passing(Map.of("positions", batch(served, request.boards())));
            case LINE -> line(request);
            case STATISTICS -> lasting(Distributions.toJson(counted(served, request.layer())));
            case EXAMPLE -> passing(example(request));
            case FILES -> lasting(Map.of("files", served.filesToJson()));
            case FILE -> throw new IllegalArgumentException("not an answer in JSON");
        };
    }

    private static Answer lasting(Object json) {
        return new Answer(json, Lasts.WITH_THE_FILES);
    }

    private static Answer passing(Object json) {
        return new Answer(json, Lasts.NOT);
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

    private List<Object> batch(ServedDatabase served, JsonArray boards) {
        if (boards.size() > MAX_BATCH) {
            throw Problem.tooLarge("a request looks up at most " + MAX_BATCH + " positions, not " + boards.size());
        }
        boolean isCompressed = served.database().layers().stream().anyMatch(served.distributions()::isCompressed);
        return isCompressed && boards.size() > FEW ? cores.use(() -> look(served, boards)) : look(served, boards);
    }

    private static List<Object> look(ServedDatabase served, JsonArray boards) {
        List<Object> answers = new ArrayList<>();
        for (JsonElement board : boards) {
            try {
                answers.add(PositionAnswers.brief(
                        served, served.parse(board.isJsonPrimitive() ? board.getAsString() : board.toString())));
            } catch (Problem problem) {
                answers.add(Map.of("problem", problem.toJson()));
            } catch (MissingLayerException e) {
                answers.add(Map.of("problem", served.notHeld(e.layer()).toJson()));
            } catch (DatabaseException e) {
                answers.add(Map.of("problem", Problem.failure(e).toJson()));
            }
        }
        return answers;
    }

    private Answer line(DatabaseRequest request) {
        ServedDatabase served = request.served();
        int[] position = request.position();
        Database database = served.database();
        if (served.game().scoring().tellsDistance()
                || database.distanceLayers().containsAll(database.layersNeeded(position))) {
            return lasting(PositionAnswers.line(served, position, () -> true));
        }
        return cores.use(() -> {
            BooleanSupplier goesOn = untilDeadline(request);
            Map<String, Object> line = PositionAnswers.line(served, position, goesOn);
            // One that was cut short may be better another time.
            return goesOn.getAsBoolean() ? lasting(line) : passing(line);
        });
    }

    /** Returns whether work for an answer goes on: while somebody waits for it, and for some seconds from now at most. */
    private static BooleanSupplier untilDeadline(DatabaseRequest request) {
        long begun = System.nanoTime();
        return () -> System.nanoTime() - begun < LONGEST.toNanos()
                && request.isWanted().getAsBoolean();
    }

    private LayerStatistics counted(ServedDatabase served, int layer) {
        Distributions distributions = served.distributions();
        return distributions.find(layer).orElseGet(() -> {
            distributions.requireCountable(layer, Distributions.MAX_POSITIONS);
            return cores.use(() -> distributions.count(layer));
        });
    }

    private Map<String, Object> example(DatabaseRequest request) {
        ServedDatabase served = request.served();
        int layer = request.layer();
        Examples.Kind kind = Examples.Kind.of(request.query().getOrDefault("kind", "random"), served);
        int value = switch (kind) {
            case SCORE ->
                request.number(
                        "score", 0, served.game().minScore(layer), served.game().maxScore(layer));
            case DISTANCE -> request.number("distance", 1, 0, served.database().longestDistance(layer));
            default -> 0;
        };
        Examples examples = new Examples(served, layer, random, Distributions.MAX_POSITIONS);
        return PositionAnswers.brief(served, cores.use(() -> examples.find(kind, value, untilDeadline(request))));
    }

    /**
     * Returns the most memory that answers take: the counts of all layers, and the lookups of requests.
     *
     * @param databases what each database has
     * @param requests requests that are answered at a time
     */
    public static ResourceNeeds needs(List<Listing> databases, int requests) {
        long heap = requests * REQUEST_HEAP;
        for (Listing database : databases) {
            heap += Distributions.heapBytes(database);
        }
        return ResourceModel.lookups(databases, requests).and(ResourceNeeds.of(heap, 0));
    }
}
