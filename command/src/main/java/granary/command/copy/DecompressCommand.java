package granary.command.copy;

import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.compress.Decompression;
import granary.builder.store.DatabaseDirectory;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.database.Database;
import granary.format.FileKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Makes a packed database of a compressed one. */
@Command(
        name = "decompress",
        description = "Makes the packed database again of which a compressed one was made, byte for byte.",
        footer = {
            "",
            "Example:",
            "  granary decompress --dir small --out db",
            "",
            "Compares the digest of each layer with that of the one that was compressed. "
                    + "Press Ctrl-C at any time; run the same command again to resume."
        })
public final class DecompressCommand extends Subcommand {
    @Mixin
    private CopyOptions options = new CopyOptions();

    @Override
    protected void run() throws IOException {
        Path out = options.out();
        try (Database database = options.open()) {
            SortedSet<Integer> layers = options.layers(database);
            if (layers.first() != 0 || layers.size() != layers.last() + 1) {
                throw new InvalidRequestException("a layer needs all layers below it: decompress from layer 0 on, not "
                        + layers.first() + " to " + layers.last());
            }
            try (DatabaseDirectory directory = new DatabaseDirectory(out, database.game());
                    Progress progress = Progress.ofResumable(out(), database.game(), layers.last())) {
                boolean hasCompressed = !Collections.disjoint(
                        database.listing().manifest().files(FileKind.COMPRESSED).keySet(), layers);
                int threads = Decompression.require(database, layers, directory, options.threads());
                int added = new Decompression(database, directory, threads, progress).run(layers);
                String bytes = Units.bytes(CopyOptions.bytes(directory.manifest(), layers));
                if (added == 0) {
                    out().println("nothing to do: " + out + " holds layers 0 to " + layers.last());
                } else if (hasCompressed) {
                    out().println("decompressed " + bytes
                            + "; all digests are those of the layers that were compressed");
                } else {
                    out().println("copied " + bytes + "; none of the layers is compressed");
                }
            }
        }
    }
}
