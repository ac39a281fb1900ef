package granary.explorer.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The target of a request: its method, and the segments of its path after {@code /api/v1/databases}. */
public enum Route {
    /** The list of databases. */
    DATABASES("GET", ""),
    /** One of them, with its layers. */
    DATABASE("GET", "*"),
    /** A position with its moves. */
    POSITION("GET", "*/position"),
    /** Many positions. */
    POSITIONS("POST", "*/positions"),
    /** A line of best play. */
    LINE("GET", "*/line"),
    /** The distribution of a layer. */
    STATISTICS("GET", "*/layers/*/statistics"),
    /** An example of a layer. */
    EXAMPLE("GET", "*/layers/*/example"),
    /** The list of files. */
    FILES("GET", "*/files"),
    /** A file itself. */
    FILE("GET", "*/files/*");

    private static final String ANY = "*";

    private final String method;
    private final String path;

    Route(String method, String path) {
        this.method = method;
        this.path = path;
    }

    /**
     * Returns the route of a request.
     *
     * @param method the method, GET for HEAD
     * @param path the segments after {@code /api/v1/databases}
     * @throws Problem when the path leads nowhere, or has other methods
     */
    public static Route of(String method, List<String> path) {
        List<Route> there =
                Arrays.stream(values()).filter(route -> route.leads(path)).toList();
        if (there.isEmpty()) {
            throw Problem.notFound("no such address; the API is described at /api and in /api/v1/openapi.json");
        }
        return there.stream()
                .filter(route -> route.method.equals(method))
                .findFirst()
                .orElseThrow(() -> Problem.wrongMethod(
                        there.stream().map(route -> route.method).collect(Collectors.joining(", "))));
    }

    private boolean leads(List<String> segments) {
        String[] wanted = path.isEmpty() ? new String[0] : path.split("/");
        return wanted.length == segments.size()
                && IntStream.range(0, wanted.length)
                        .allMatch(i -> wanted[i].equals(ANY) || wanted[i].equals(segments.get(i)));
    }

    /** Returns the word that stands for it in metrics. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether the request has a body. */
    public boolean hasBody() {
        return method.equals("POST");
    }
}
