package granary.command.copy;

import granary.builder.Units;
import granary.builder.account.Account;
import granary.builder.account.Needs;
import granary.builder.database.Resources;
import granary.builder.seal.Sealing;
import granary.builder.seal.UnsealedFiles;
import granary.builder.store.DatabaseDirectory;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.UnsealOption;
import granary.database.Database;
import granary.database.Listing;
import granary.statistics.StatisticsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedSet;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Makes a sealed database. */
@Command(
        name = "seal",
        description = "Makes a sealed database of a packed one: the same scores in a quarter of the bytes.",
        footer = {
            "",
            "Example:",
            "  granary seal --dir db --out small",
            "",
            "A lookup in a sealed database takes some 50 microseconds instead of some hundredths of one.",
            "'granary unseal' makes the packed database again, byte for byte. Layers that would not",
            "become smaller are copied. A sealed database is unsealed first, where --scratch says.",
            "Stop at any moment with Ctrl-C; the same command goes on."
        })
public final class SealCommand extends Subcommand {
    @Mixin
    private CopyOptions options = new CopyOptions();

    @Mixin
    private UnsealOption unsealOption = new UnsealOption();

    /** Sealed files of other boards and rules than were measured may be smaller than the account says. */
    private static final double SURE = 0.5;

    @Override
    protected void run() throws IOException {
        Path out = options.out();
        try (Database database = options.open()) {
            SortedSet<Integer> layers = options.layers(database, database.layers());
            try (DatabaseDirectory directory = new DatabaseDirectory(out, database.game());
                    Progress progress = Progress.ofResumable(out(), database.game(), layers.last());
                    UnsealedFiles packed =
                            new UnsealedFiles(database, unsealOption.scratch(), options.threads(), progress)) {
                IntFunction<Needs> needs = needs(layers, directory);
                int threads = Resources.threadsWithin(options.threads(), needs);
                double files = SURE * needs.apply(threads).disk();
                Resources.require("sealing", needs.apply(threads), files, out);
                Listing from = packed.listing(layers.last(), files, out);
                int added = new Sealing(from, directory, threads, progress).run(layers);
                StatisticsFiles.copy(from, out, layers);
                packed.done();
                print(added, from, directory, layers);
                options.printDistances(out(), database, layers);
            }
        }
    }

    /** Returns what the layers that are not there yet take, by the number of threads. */
    private IntFunction<Needs> needs(SortedSet<Integer> layers, DatabaseDirectory directory) {
        return threads -> layers.stream()
                .filter(layer -> !directory.manifest().scoreLayers().contains(layer))
                .map(layer -> new Account(directory.game(), threads).sealing(layer))
                .reduce(Needs.NONE, Needs::then);
    }

    private void print(int added, Listing from, DatabaseDirectory directory, SortedSet<Integer> layers) {
        if (added == 0) {
            out().println("nothing to do: " + options.out() + " holds layers " + layers.first() + " to "
                    + layers.last());
            return;
        }
        long before = CopyOptions.bytes(from.manifest(), layers);
        long after = CopyOptions.bytes(directory.manifest(), layers);
        out().println("sealed " + Units.bytes(before) + " in " + Units.bytes(after) + ", "
                + String.format(Locale.ROOT, "%.1f", 100.0 * after / before) + "%");
    }
}
