package granary.command.host;

import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.format.FileDigest;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows a database's manifest. */
@Command(
        name = "manifest",
        description = "Shows the list of a database's files with their digests.",
        footer = {
            "",
            "Examples:",
            "  granary manifest --dir db",
            "  granary manifest --dir db --digest",
            "",
            "Who knows the digest can fetch the database from anybody: granary fetch --manifest-digest."
        })
public final class ManifestCommand extends Subcommand {
    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Option(names = "--digest", description = "Print only the digest of the list, which stands for the whole database.")
    private boolean digest;

    @Override
    protected void run() {
        byte[] manifest = databaseOption.listing().manifest().toBytes();
        if (digest) {
            out().println(FileDigest.of(manifest));
        } else {
            out().print(new String(manifest, StandardCharsets.US_ASCII));
        }
    }
}
