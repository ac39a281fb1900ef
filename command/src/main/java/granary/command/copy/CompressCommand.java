package granary.command.copy;

import granary.builder.Units;
import granary.builder.compress.Compression;
import granary.builder.database.Resources;
import granary.builder.resource.ResourceModel;
import granary.builder.resource.ResourceNeeds;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerCopy;
import granary.builder.store.LayerFiles;
import granary.command.kit.Progress;
import granary.database.Database;
import granary.database.Listing;
import granary.format.CompressedHeader;
import granary.format.FileKind;
import granary.statistics.StatisticsFiles;
import java.io.IOException;
import java.util.Locale;
import java.util.SortedSet;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a compressed database. */
@Command(
        name = "compress",
        description = "Makes a compressed database from a packed one: the same scores in a quarter of the bytes.",
        footer = {
            "",
            "Example:",
            "  granary compress --dir db --out small",
            "",
            "A lookup in a compressed database takes about 25 microseconds instead of a few hundredths of one. "
                    + "Layers to 16 seeds stay packed. 'granary decompress' makes the packed database again, byte for byte. "
                    + "Press Ctrl-C at any time; run the same command again to resume."
        })
public final class CompressCommand extends CopyCommand {
    @Option(names = "--lowest", hidden = true, description = "The lowest layer that is compressed, to try small ones.")
    private int lowest = CompressedHeader.LOWEST;

    /** Compressed files of other boards and rules than were measured may be smaller than the model says. */
    private static final double SURE = 0.5;

    @Override
    void check(Listing from, SortedSet<Integer> layers) {
        Compression.requirePossible(from.game());
        LayerFiles.requirePacked(from, layers);
    }

    @Override
    int copy(Database database, SortedSet<Integer> layers, DatabaseDirectory directory, int most, Progress progress)
            throws IOException {
        Listing from = database.listing();
        IntFunction<ResourceNeeds> needs = number -> layers.stream()
                .filter(layer -> !directory.manifest().scoreLayers().contains(layer))
                .map(layer -> new ResourceModel(directory.game(), number).compression(layer))
                .reduce(ResourceNeeds.NONE, ResourceNeeds::then);
        int threads = Resources.threadsWithin(most, needs);
        Compression compression = new Compression(from, directory, lowest, threads, progress);
        long optional = new LayerCopy(from, directory, 1, progress).missingBytes(FileKind.OPTIONAL, layers);
        double files = SURE * needs.apply(threads).disk() + optional;
        Resources.require("compressing", needs.apply(threads), files, directory.path());
        int added = compression.run(layers);
        StatisticsFiles.copy(from, directory.path(), layers);
        return added;
    }

    @Override
    String done(Listing from, DatabaseDirectory directory, SortedSet<Integer> layers) {
        long before = bytes(from.manifest(), layers);
        long after = bytes(directory.manifest(), layers);
        return "compressed " + Units.bytes(before) + " to " + Units.bytes(after) + ", "
                + String.format(Locale.ROOT, "%.1f", 100.0 * after / before) + "%";
    }
}
