package granary.explorer;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.database.Listing;
import granary.explorer.api.Api;
import granary.explorer.api.ServedDatabase;
import granary.explorer.server.ExplorerServer;
import granary.format.FileKind;
import granary.games.chain.Chain;
import granary.games.chexers.Chexers;
import granary.games.chexers.Colour;
import granary.games.chomp.Chomp;
import granary.testing.TestDirectories;
import granary.testing.TestRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A server over small databases of every game, started once for all tests. */
final class Served {
    /** The highest layer of awari. */
    static final int SEEDS = 8;

    /** The hexes that are blocked. */
    static final long BLOCKS = 1L << 20 | 1L << 11;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Path DIRECTORY = build();
    private static final ExplorerServer SERVER = start();

    private Served() {}

    private static Path build() {
        try {
            Path directory = TestDirectories.create("granary-served-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            Databases.buildWithDistances(directory.resolve("awari"), new Awari(6, RuleSet.OLYMPIAD), SEEDS);
            Databases.build(directory.resolve("popular"), new Awari(6, RuleSet.ABAPA), 5, 1, FileKind.BOUNDS);
            Databases.build(directory.resolve("chain"), new Chain(true), 10, 1);
            Databases.build(directory.resolve("chomp"), new Chomp(3, 5), 15, 1);
            Databases.build(directory.resolve("chexers"), new Chexers(Colour.RED, BLOCKS), 2, 1);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ExplorerServer start() {
        String larger = System.getProperty("granary.pictures.db");
        List<ServedDatabase> databases = new ArrayList<>();
        try {
            for (String name : List.of("awari", "popular", "chain", "chomp", "chexers")) {
                Path directory = larger != null && name.equals("awari") ? Path.of(larger) : directory(name);
                databases.add(ServedDatabase.open(name, new Listing(directory)));
            }
            ExplorerServer server = new ExplorerServer(
                    new Api(databases, TestRandom.create("the server of all tests")), "127.0.0.1", 0);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the directory of a database, which nobody may change. */
    static Path directory(String name) {
        return DIRECTORY.resolve(name);
    }

    /** Returns where the server is, with a path that begins with a slash. */
    static URI uri(String path) {
        return SERVER.uri().resolve(path);
    }

    static HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers));
    }

    /** Asks as {@link #get}, for a body as it is sent. */
    static HttpResponse<byte[]> bytes(String path, String... headers) throws IOException, InterruptedException {
        return CLIENT.send(request(path, headers).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
        return headers.length > 0 ? request.headers(headers) : request;
    }

    static HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return post(path, body, "application/json");
    }

    static HttpResponse<String> post(String path, String body, String type) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static JsonObject json(HttpResponse<String> response) {
        return JsonParser.parseString(response.body()).getAsJsonObject();
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory).sorted(Comparator.reverseOrder())) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
