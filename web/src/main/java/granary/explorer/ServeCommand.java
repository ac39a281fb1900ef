package granary.explorer;

import granary.builder.InvalidRequestException;
import granary.builder.database.Resources;
import granary.command.kit.Subcommand;
import granary.command.option.PathWord;
import granary.database.Listing;
import granary.explorer.api.Api;
import granary.explorer.api.ServedDatabase;
import granary.explorer.server.ExplorerServer;
import java.io.IOException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Shows databases in the browser. */
@Command(
        name = "serve",
        description = "Shows databases in the browser, and answers other programs in JSON.",
        footer = {
            "",
            "Examples:",
            "  granary serve --dir db                     then open http://127.0.0.1:8080/",
            "  granary serve --dir db --dir popular=db-abapa --port 80 --host 0.0.0.0",
            "",
            "The page /api describes the API, and docs/explorer.md both. Ctrl-C stops the server."
        })
public final class ServeCommand extends Subcommand {
    private static final int MAX_PORT = 65_535;

    @Option(
            names = "--dir",
            required = true,
            paramLabel = "[NAME=]DIR",
            description =
                    "A database's directory; may be given again. Its name in URLs is the directory's unless given.")
    private List<String> directories = List.of();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "The port to listen on (${DEFAULT-VALUE}); 0 takes any that is free.")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "The address to listen on (${DEFAULT-VALUE}: this machine alone; 0.0.0.0: everybody).")
    private String host;

    @Override
    protected void run() throws IOException, InterruptedException {
        if (port < 0 || port > MAX_PORT) {
            throw new InvalidRequestException("--port must be 0 to " + MAX_PORT + ", not " + port);
        }
        if (host.isBlank()) {
            throw new InvalidRequestException("--host must be an address; 0.0.0.0 listens on all of this machine");
        }
        List<ServedDatabase> databases = new ArrayList<>();
        try {
            openAll(databases);
            ExplorerServer server = new ExplorerServer(new Api(databases), host, port);
            start(server);
            out().println("Open " + server.uri() + " (Ctrl-C stops)");
            out().flush();
            server.join();
        } finally {
            databases.forEach(ServedDatabase::close);
        }
    }

    private void openAll(List<ServedDatabase> databases) throws IOException {
        Map<String, Listing> listings = new LinkedHashMap<>();
        for (String directory : directories) {
            int equals = directory.indexOf('=');
            boolean isNamed = equals > 0 && directory.substring(0, equals).matches(ServedDatabase.NAME);
            Path path = path(isNamed ? directory.substring(equals + 1) : directory);
            String name = isNamed ? directory.substring(0, equals) : ServedDatabase.nameOf(path);
            if (listings.putIfAbsent(name, new Listing(path)) != null) {
                throw new InvalidRequestException(
                        "two databases are named '" + name + "'; give one another name: --dir NAME=" + path);
            }
        }
        checkLimits(List.copyOf(listings.values()));
        for (Map.Entry<String, Listing> database : listings.entrySet()) {
            databases.add(ServedDatabase.open(database.getKey(), database.getValue()));
        }
    }

    /** Warns, before anything is mapped, when the limits of this process do not suffice for all that may be asked at once. */
    private void checkLimits(List<Listing> databases) {
        for (Resources.Shortage shortage : Resources.beyondLimits(ExplorerServer.needs(databases))) {
            err().println("granary: with many visitors at once, serving " + shortage.description());
        }
        err().flush();
    }

    private static Path path(String word) {
        try {
            return PathWord.local(word);
        } catch (TypeConversionException e) {
            throw new InvalidRequestException(e.getMessage(), e);
        }
    }

    private void start(ExplorerServer server) throws IOException {
        try {
            server.start();
        } catch (IOException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String reason = cause instanceof UnresolvedAddressException ? "no such host" : cause.getMessage();
            throw new InvalidRequestException("cannot listen on " + host + ", port " + port + ": " + reason, e);
        }
        server.stopAtShutdown();
    }
}
