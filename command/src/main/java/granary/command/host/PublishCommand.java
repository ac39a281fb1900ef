package granary.command.host;

import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.command.kit.Subcommand;
import granary.command.option.LayersOption;
import granary.command.option.PathWord;
import granary.database.Listing;
import granary.http.HttpDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SortedSet;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lays a database out for a web server, or checks a web server that has one. */
@Command(
        name = "publish",
        description = "Lays a database out as files that any web server can offer, or checks a server that offers one.",
        footer = {
            "",
            "Examples:",
            "  granary publish --dir db --out site",
            "  granary publish --dir db --out site --page",
            "  granary publish --dir db --layers 0..12 --out site --page",
            "  granary publish --check https://host/awari/",
            "",
            "site/hosting.txt tells what the server must send, with examples for nginx, Caddy and object storage.",
            "docs/http.md tells what a lookup costs. The files are linked where the disk allows it, otherwise copied.",
            "With --page, all scores are read once, for the counts and the examples that the page shows. A sealed",
            "database is unsealed for that below --out, where it takes the space of the packed one until all is done.",
            "Stop at any moment with Ctrl-C; the same command goes on."
        })
public final class PublishCommand extends Subcommand {
    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "The database's directory. Repeat the option for a database in several directories.")
    private List<Path> directories = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The directory to lay out: a new one, or that of the same database, which is then completed.")
    private Path out;

    @Mixin
    private LayersOption layersOption = new LayersOption();

    @Option(
            names = "--page",
            description = "Add a page that shows the database in the browser, without a program on the server.")
    private boolean hasPage;

    @Option(
            names = "--check",
            paramLabel = "ADDRESS",
            converter = PathWord.Anywhere.class,
            description = "Ask a server for a published database, and tell whether it answers as it must.")
    private Path check;

    @Override
    protected void run() throws IOException, InterruptedException {
        boolean isLayout = !directories.isEmpty() && out != null;
        if (check != null) {
            if (!HttpDirectory.isOn(check)) {
                throw new InvalidRequestException(
                        "--check takes an address, such as https://host/awari/, not '" + check + "'");
            }
            if (out != null || hasPage || !directories.isEmpty()) {
                throw new InvalidRequestException("--check takes no other option");
            }
            new HostCheck(check, ServiceLoader.load(SitePage.class).findFirst(), out()).run();
        } else if (isLayout) {
            Optional<SitePage> page = hasPage ? Optional.of(page()) : Optional.empty();
            Listing listing = new Listing(directories);
            SortedSet<Integer> layers = listing.manifest().scoreLayers();
            if (!layers.isEmpty()) {
                layers = layersOption.of(directories.getFirst(), layers);
            }
            boolean hasUnread = new Site(listing, layers, out).write(page, out());
            List<Path> files = files();
            long bytes = 0;
            for (Path file : files) {
                bytes += Files.size(file);
            }
            out().println(Units.count(files.size()) + " files, " + Units.bytes(bytes) + ", in " + out
                    + "; copy them to a web server (" + out.resolve(Site.HOSTING)
                    + "), then granary publish --check ADDRESS");
            if (hasUnread) {
                out().println(
                                "files that are links to those of the database were not read; granary verify --checksums compares"
                                        + " them with the manifest");
            }
        } else {
            throw new InvalidRequestException("give --dir and --out, or --check");
        }
    }

    private static SitePage page() {
        return ServiceLoader.load(SitePage.class)
                .findFirst()
                .orElseThrow(() ->
                        new InvalidRequestException("--page needs the explorer (granary-explorer) on the class path"));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(out)) {
            return files.filter(Files::isRegularFile).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause(); // of a directory that cannot be read
        }
    }
}
