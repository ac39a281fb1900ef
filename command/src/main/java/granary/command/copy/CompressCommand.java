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
import granary.command.kit.Subcommand;
import granary.database.Database;
import granary.database.Listing;
import granary.format.CompressedHeader;
import granary.statistics.StatisticsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedSet;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a compressed database. */
@Command(
        name = "compress",
        description = "Makes a compressed database of a packed one: the same scores in a quarter of the bytes.",
        footer = {
            "",
            "Example:",
            "  granary compress --dir db --out small",
            "",
            "A lookup in a compressed database takes about 25 microseconds instead of a few hundredths of one. "
                    + "Layers to 16 seeds stay packed. 'granary decompress' makes the packed database again, byte for byte. "
                    + "Press Ctrl-C at any time; run the same command again to resume."
        })
public final class CompressCommand extends Subcommand {
    @Mixin
    private CopyOptions options = new CopyOptions();

    @Option(names = "--lowest", hidden = true, description = "The lowest layer that is compressed, to try small ones.")
    private int lowest = CompressedHeader.LOWEST;

    /** Compressed files of other boards and rules than were measured may be smaller than the model says. */
    private static final double SURE = 0.5;

    @Override
    protected void run() throws IOException {
        Path out = options.out();
        try (Database database = options.open()) {
            SortedSet<Integer> layers = options.layers(database);
            LayerFiles.requirePacked(database.listing(), layers);
            try (DatabaseDirectory directory = new DatabaseDirectory(out, database.game());
                    Progress progress = Progress.ofResumable(out(), database.game(), layers.last())) {
                Listing from = database.listing();
                IntFunction<ResourceNeeds> needs = needs(layers, directory);
                int threads = Resources.threadsWithin(options.threads(), needs);
                Compression compression = new Compression(from, directory, lowest, threads, progress);
                long optional = new LayerCopy(from, directory, 1, progress).optionalBytes(layers);
                double files = SURE * needs.apply(threads).disk() + optional;
                Resources.require("compressing", needs.apply(threads), files, out);
                int added = compression.run(layers);
                StatisticsFiles.copy(from, out, layers);
                print(added, from, directory, layers);
            }
        }
    }

    /** Returns the resources for the missing layers, by the number of threads. */
    private IntFunction<ResourceNeeds> needs(SortedSet<Integer> layers, DatabaseDirectory directory) {
        return threads -> layers.stream()
                .filter(layer -> !directory.manifest().scoreLayers().contains(layer))
                .map(layer -> new ResourceModel(directory.game(), threads).compression(layer))
                .reduce(ResourceNeeds.NONE, ResourceNeeds::then);
    }

    private void print(int added, Listing from, DatabaseDirectory directory, SortedSet<Integer> layers) {
        if (added == 0) {
            out().println("nothing to do: " + options.out() + " holds layers " + layers.first() + " to "
                    + layers.last());
            return;
        }
        long before = CopyOptions.bytes(from.manifest(), layers);
        long after = CopyOptions.bytes(directory.manifest(), layers);
        out().println("compressed " + Units.bytes(before) + " in " + Units.bytes(after) + ", "
                + String.format(Locale.ROOT, "%.1f", 100.0 * after / before) + "%");
    }
}
