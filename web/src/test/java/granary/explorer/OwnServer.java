package granary.explorer;

import granary.database.Listing;
import granary.explorer.api.Api;
import granary.explorer.api.ServedDatabase;
import granary.explorer.server.ExplorerServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;

/** A server of its own over a database, with a client. */
final class OwnServer implements AutoCloseable {
    private final ServedDatabase database;
    private final ExplorerServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    /** Serves the database of a directory under the name {@code db}. */
    OwnServer(Path directory) throws IOException {
        this("db", directory);
    }

    OwnServer(String name, Path directory) throws IOException {
        database = ServedDatabase.open(name, new Listing(directory));
        server = new ExplorerServer(new Api(List.of(database)), "127.0.0.1", 0);
        server.start();
    }

    /** Returns an address of the server, with a path that begins with a slash. */
    URI uri(String path) {
        return server.uri().resolve(path);
    }

    /** Asks for something of the database. */
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri("/api/v1/databases/" + database.name() + "/" + path)));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        client.close(); // a server that stops waits a second for clients whose connections are open
        server.close();
        database.close();
    }
}
