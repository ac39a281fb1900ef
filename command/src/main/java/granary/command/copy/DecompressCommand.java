package granary.command.copy;

import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.compress.Decompression;
import granary.builder.store.DatabaseDirectory;
import granary.command.kit.Progress;
import granary.command.option.LayersOption;
import granary.database.Database;
import granary.database.Listing;
import granary.format.FileKind;
import java.io.IOException;
import java.util.Collections;
import java.util.SortedSet;
import picocli.CommandLine.Command;

/** Makes a packed database of a compressed one. */
@Command(
        name = "decompress",
        description = "Restores the packed database from a compressed one, byte for byte.",
        footer = {
            "",
            "Example:",
            "  granary decompress --dir small --out db",
            "",
            "Compares the digest of each layer with that of the one that was compressed. "
                    + "Press Ctrl-C at any time; run the same command again to resume."
        })
public final class DecompressCommand extends CopyCommand {
    @Override
    void check(Listing from, SortedSet<Integer> layers) {
        if (layers.first() != 0 || layers.size() != layers.last() + 1) {
            throw new InvalidRequestException(
                    "a layer needs all layers below it: decompress from layer 0 on, not " + LayersOption.text(layers));
        }
    }

    @Override
    int copy(Database database, SortedSet<Integer> layers, DatabaseDirectory directory, int most, Progress progress)
            throws IOException {
        int threads = Decompression.require(database, layers, directory, most);
        return new Decompression(database, directory, threads, progress).run(layers);
    }

    @Override
    String done(Listing from, DatabaseDirectory directory, SortedSet<Integer> layers) {
        String bytes = Units.bytes(bytes(directory.manifest(), layers));
        return Collections.disjoint(from.manifest().files(FileKind.COMPRESSED).keySet(), layers)
                ? "copied " + bytes + "; none of the layers is compressed"
                : "decompressed " + bytes + "; all digests are those of the layers that were compressed";
    }
}
