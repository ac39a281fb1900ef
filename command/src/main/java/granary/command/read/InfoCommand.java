package granary.command.read;

import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.memory.WorkFiles;
import granary.builder.store.BuilderLock;
import granary.builder.store.DatabaseDirectory;
import granary.command.kit.Json;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.database.Database;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.storage.DirectorySource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what a database holds. */
@Command(
        name = "info",
        description = "Shows what a database holds.",
        footer = {
            "",
            "Examples:",
            "  granary info --dir db",
            "  granary info --dir db --files",
            "  granary info --dir db --digest",
            "",
            "If you know the digest, you can fetch the database from an untrusted mirror: granary fetch --digest."
        })
public final class InfoCommand extends Subcommand {
    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Option(names = "--files", description = "Only list the files of the manifest with their lengths and digests.")
    private boolean files;

    @Option(
            names = "--digest",
            description = "Only print the digest of the manifest, which stands for the whole database.")
    private boolean digest;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    protected void run() throws IOException {
        if (files && digest) {
            throw new InvalidRequestException("--files contradicts --digest");
        }
        if (!files && !digest) {
            printLayers();
            return;
        }
        Manifest manifest = databaseOption.listing().manifest();
        if (digest) {
            String text = FileDigest.of(manifest.toBytes());
            out().println(json ? Json.line(Map.of("digest", text)) : text);
            return;
        }
        List<ListedFile> listed = new ArrayList<>();
        manifest.allFiles().forEach((name, entry) -> listed.add(new ListedFile(name, entry.length(), entry.digest())));
        if (json) {
            out().println(Json.line(listed));
        } else {
            listed.forEach(file -> out().println(file.file + " " + file.bytes + " " + file.digest));
        }
    }

    /** A file that the manifest lists. */
    private record ListedFile(String file, long bytes, String digest) {}

    private void printLayers() throws IOException {
        try (Database database = databaseOption.open()) {
            List<Layer> layers = database.layers().stream()
                    .map(layer -> layer(database, layer))
                    .toList();
            Contents info = new Contents(
                    database.game().type().id(),
                    database.game().parameters(),
                    layers,
                    database.missingLayers(),
                    layers.stream().mapToLong(Layer::positions).sum(),
                    layers.stream().mapToLong(Layer::bytes).sum(),
                    leftovers(database));
            if (json) {
                out().println(Json.line(info));
            } else {
                print(database.listing(), info);
            }
        }
    }

    /** The contents of a database. */
    private record Contents(
            String game,
            Map<String, String> parameters,
            List<Layer> layers,
            SortedSet<Integer> missingLayers,
            long positions,
            long bytes,
            List<Leftover> leftovers) {}

    /**
     * A layer of the database. Without distances, the longest distance and the length of the distances file are null, and without bounds
     * the length of theirs.
     */
    private record Layer(
            int layer,
            long positions,
            String file,
            long fileBytes,
            Integer longestDistance,
            Long distanceBytes,
            Long boundsBytes) {
        private long bytes() {
            return fileBytes + (distanceBytes == null ? 0 : distanceBytes) + (boundsBytes == null ? 0 : boundsBytes);
        }
    }

    private static Layer layer(Database database, int layer) {
        Manifest manifest = database.listing().manifest();
        boolean withDistances = database.distanceLayers().contains(layer);
        return new Layer(
                layer,
                database.game().size(layer),
                manifest.scoresKind(layer).fileName(layer),
                manifest.entry(manifest.scoresKind(layer), layer).length(),
                withDistances ? database.longestDistance(layer) : null,
                withDistances ? manifest.entry(FileKind.DISTANCES, layer).length() : null,
                database.boundsLayers().contains(layer)
                        ? manifest.entry(FileKind.BOUNDS, layer).length()
                        : null);
    }

    /** A file in the directory that is not part of the database. */
    private record Leftover(String file, long bytes) {}

    private static List<Leftover> leftovers(Database database) throws IOException {
        if (!(database.listing().source() instanceof DirectorySource source)) {
            return List.of(); // the files of an address cannot be listed
        }
        Path directory = source.directory();
        List<Path> files = new ArrayList<>(DatabaseDirectory.unfinished(directory));
        files.addAll(new WorkFiles(directory, database.game().identity()).files());
        return files.stream()
                .map(file -> new Leftover(file.getFileName().toString(), WorkFiles.bytes(file)))
                .toList();
    }

    private void print(Listing listing, Contents info) throws IOException {
        out().println("game: " + info.game);
        info.parameters.forEach((name, value) -> out().println(name + ": " + value));
        for (Layer layer : info.layers) {
            String distances = layer.distanceBytes == null
                    ? ""
                    : "; distances to " + layer.longestDistance + ", " + Units.bytes(layer.distanceBytes);
            String bounds = layer.boundsBytes == null ? "" : "; bounds, " + Units.bytes(layer.boundsBytes);
            out().println("layer " + layer.layer + ": " + Units.count(layer.positions) + " positions, " + layer.file
                    + ", " + Units.bytes(layer.fileBytes) + distances + bounds);
        }
        for (int layer : info.missingLayers) {
            printAbsent(layer, listing.manifest().scoresKind(layer));
        }
        for (FileKind kind : FileKind.OPTIONAL) {
            listing.absent(kind).forEach(layer -> printAbsent(layer, kind));
        }
        out().println("all: " + Units.count(info.positions) + " positions, " + Units.bytes(info.bytes));
        boolean isInUse =
                !info.leftovers.isEmpty() && BuilderLock.isHeld(((DirectorySource) listing.source()).directory());
        for (Leftover leftover : info.leftovers) {
            out().println((isInUse ? "work in progress: " : "left by an unfinished build: ") + leftover.file + ", "
                    + Units.bytes(leftover.bytes));
        }
    }

    private void printAbsent(int layer, FileKind kind) {
        out().println("layer " + layer + ": " + kind.fileName(layer) + " is listed, but not there");
    }
}
