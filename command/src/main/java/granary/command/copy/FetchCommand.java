package granary.command.copy;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerCopy;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.LayersOption;
import granary.command.option.PathWord;
import granary.database.Listing;
import granary.error.MissingLayerException;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.game.Game;
import granary.storage.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies layers of a database on a web server or in another directory. */
@Command(
        name = "fetch",
        description = "Copies layers of a database from an address into a directory, and checks every byte.",
        footer = {
            "",
            "Examples:",
            "  granary fetch https://host/awari/ --dir db --layers 0..20",
            "  granary fetch https://mirror/awari/ --dir db --digest 9f86d081...e4b0",
            "",
            "Run the same command again to resume. A file gets its name once its digest is the one that the manifest "
                    + "lists. Listed files that the server lacks are named. With --digest the address need not be trusted."
        })
public final class FetchCommand extends Subcommand {
    /** Requests at a time: enough for a fast connection to a distant server. */
    private static final int AT_ONCE = 8;
    /** A manifest that lists optional files lists scores. */
    private static final List<FileKind> ORDER =
            List.of(FileKind.COMPRESSED, FileKind.SCORES, FileKind.DISTANCES, FileKind.BOUNDS);

    @Parameters(
            paramLabel = "ADDRESS",
            converter = PathWord.Anywhere.class,
            description = "The database's address on a web server, or a directory.")
    private Source source;

    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    @Mixin
    private LayersOption layersOption = new LayersOption();

    @Option(
            names = "--digest",
            paramLabel = "DIGEST",
            description = "Refuse a database whose manifest has another digest: granary info --digest prints it.")
    private String digest;

    @Override
    protected void run() throws IOException {
        try (Source opened = source) {
            fetch(new Listing(opened));
        }
    }

    private void fetch(Listing listing) throws IOException {
        Game game = listing.game();
        checkManifest(listing);
        SortedSet<Integer> layers = layersOption.of(listing);
        Path directory = databaseOption.directory();
        try (DatabaseDirectory target = new DatabaseDirectory(directory, game);
                Progress progress = new Progress(out(), target.lock().mark(), game, layers.last())) {
            progress.phase("headers");
            source.prepare(layers.stream()
                    .flatMap(layer -> ORDER.stream()
                            .filter(kind -> listing.manifest().entry(kind, layer) != null)
                            .map(kind -> kind.fileName(layer)))
                    .toList());
            LayerCopy copy = new LayerCopy(listing, target, AT_ONCE, progress);
            copy.requireRoom(layers);
            long read = 0;
            SortedSet<Integer> fetched = new TreeSet<>();
            SortedSet<Integer> absent = new TreeSet<>();
            for (int layer : layers) {
                long before = read;
                progress.layerBegins(layer, game.size(layer), bytes(listing, layer));
                try {
                    for (FileKind kind : ORDER) {
                        if (listing.has(kind, layer)) {
                            progress.phase(kind.word());
                            read += copy.copy(kind, layer);
                        }
                    }
                    fetched.add(layer);
                } catch (MissingLayerException e) { // an incomplete set of files is also a database
                    absent.add(layer);
                    if (absent.equals(layers)) {
                        throw e;
                    }
                }
                if (read > before) {
                    progress.layerEnds();
                }
            }
            out().println(
                            read == 0
                                    ? "nothing to do: " + directory + " holds layers " + LayersOption.text(fetched)
                                    : "fetched " + Units.bytes(read) + " of layers " + LayersOption.text(fetched) + "; "
                                            + directory + " takes "
                                            + Units.bytes(target.manifest().bytes()));
            for (FileKind kind : ORDER) {
                for (int layer : kind.isOptional() ? listing.absent(kind) : absent) {
                    if (layers.contains(layer) && listing.manifest().entry(kind, layer) != null) {
                        out().println(listing.where(kind, layer) + " is listed, but not there");
                    }
                }
            }
        }
    }

    private static long bytes(Listing listing, int layer) {
        return ORDER.stream()
                .filter(kind -> listing.has(kind, layer))
                .mapToLong(kind -> listing.manifest().entry(kind, layer).length())
                .sum();
    }

    private void checkManifest(Listing listing) {
        if (digest == null) {
            return;
        }
        if (!digest.matches("[0-9a-fA-F]{64}")) {
            throw new InvalidRequestException("--digest takes 64 hexadecimal digits, not '" + digest + "'");
        }
        String actual = FileDigest.of(listing.manifest().toBytes());
        if (!actual.equalsIgnoreCase(digest)) {
            throw new CheckFailedException(
                    "the manifest of " + source.where("") + " has the digest " + actual + ", not " + digest
                            + ": another database, or other layers than the one that the digest was taken of");
        }
    }
}
