package granary.explorer;

import granary.builder.file.TemporaryDirectory;
import granary.command.testing.Nginx;
import granary.testing.TestDirectories;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** Databases that are published with their page below a directory of a web server, once for a test class. */
final class Published implements AutoCloseable {
    private final Path sites;
    private final Nginx nginx;

    /** Publishes databases under the names of their directories, and starts the server, or skips the tests where it is not installed. */
    Published(Path work, Path... databases) throws IOException, InterruptedException {
        sites = TestDirectories.create("granary-published-");
        for (Path database : databases) {
            WebCli.run("publish", "--dir", database, "--out", sites.resolve(database.getFileName()), "--page")
                    .assertSuccess();
        }
        nginx = new Nginx(Files.createDirectories(work), sites, "", "", null);
    }

    /** Returns where a site's files are. */
    Path directory(String name) {
        return sites.resolve(name);
    }

    /** Returns a site's address. */
    URI uri(String name) {
        return nginx.uri().resolve(name + "/");
    }

    Nginx server() {
        return nginx;
    }

    @Override
    public void close() throws IOException {
        nginx.close();
        TemporaryDirectory.delete(sites);
    }
}
