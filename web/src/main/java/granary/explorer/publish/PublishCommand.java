package granary.explorer.publish;

import granary.builder.Units;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.LayersOption;
import granary.database.Listing;
import granary.explorer.page.PublishedPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lays a database out for a web server. */
@Command(
        name = "publish",
        description = "Lays a database out as files that any web server can offer.",
        footer = {
            "",
            "Examples:",
            "  granary publish --dir db --out site",
            "  granary publish --dir db --out site --page",
            "  granary publish --dir db --layers 0..12 --out site --page",
            "",
            "site/hosting.txt says what the server must send, with examples for nginx, Caddy and object storage. "
                    + "docs/http.md gives the cost of a lookup. The files are linked where the disk allows it, otherwise copied. "
                    + "With --page, all packed scores are read once, for the counts and the examples that the page shows. Of compressed "
                    + "layers it has none: it shows their scores alone. "
                    + "Press Ctrl-C at any time; run the same command again to resume."
        })
public final class PublishCommand extends Subcommand {
    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "The directory to lay out: a new one, or that of the same database, which is then completed.")
    private Path out;

    @Mixin
    private LayersOption layersOption = new LayersOption();

    @Option(
            names = "--page",
            description = "Add a page that shows the database in the browser, without a program on the server.")
    private boolean hasPage;

    @Override
    protected void run() throws IOException {
        Optional<PublishedPage> page = hasPage ? Optional.of(new PublishedPage()) : Optional.empty();
        Listing listing = databaseOption.listing();
        SortedSet<Integer> layers = listing.manifest().scoreLayers();
        if (!layers.isEmpty()) {
            layers = layersOption.of(listing);
        }
        boolean hasUnread = new Site(databaseOption.directory(), layers, out).write(page, out());
        List<Path> files = files();
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        out().println(Units.count(files.size()) + " files, " + Units.bytes(bytes) + ", in " + out
                + "; copy them to a web server (" + out.resolve(Site.HOSTING) + ")");
        if (hasUnread) {
            out().println(
                            "files that are links to those of the database were not read; granary verify --checksums compares"
                                    + " them with the manifest");
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(out)) {
            return files.filter(Files::isRegularFile).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause(); // of a directory that cannot be read
        }
    }
}
