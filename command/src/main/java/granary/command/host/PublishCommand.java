package granary.command.host;

import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.command.kit.Subcommand;
import granary.command.option.PathWord;
import granary.database.Listing;
import granary.http.HttpDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lays a database out for a web server, or checks a web server that has one. */
@Command(
        name = "publish",
        description = "Lays a database out as files that any web server can offer, or checks a server that offers one.",
        footer = {
            "",
            "Examples:",
            "  granary publish --dir db --out site",
            "  granary publish --check https://host/awari/",
            "",
            "site/hosting.txt tells what the server must send, with examples for nginx, Caddy and object storage.",
            "docs/oracle.md tells what a lookup costs. The files are linked where the disk allows it, otherwise copied."
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
            description = "The directory to lay out; it must not exist or be empty.")
    private Path out;

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
            if (out != null || !directories.isEmpty() || !HttpDirectory.isOn(check)) {
                throw new InvalidRequestException("--check takes an address, and no other option");
            }
            new HostCheck(check, out()).run();
        } else if (isLayout) {
            Site site = new Site(new Listing(directories), out);
            long bytes = site.write();
            out().println(Units.count(site.files()) + " files, " + Units.bytes(bytes) + ", in " + out
                    + "; copy them to a web server (" + out.resolve(Site.HOSTING)
                    + "), then granary publish --check ADDRESS");
        } else {
            throw new InvalidRequestException("give --dir and --out, or --check");
        }
    }
}
