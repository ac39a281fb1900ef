package granary.builder.store;

import granary.builder.InvalidRequestException;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.error.MissingLayerException;
import granary.error.ReadFaultException;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.Access;
import granary.storage.DirectorySource;
import granary.storage.Source;
import granary.storage.Storage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The files of a database's layers. Each is checked against the manifest and mapped whole when it
 * is first asked for; all are unmapped on close. Any number of threads may use it, but none when it is closed.
 */
public final class LayerFiles implements AutoCloseable {
    private final Listing listing;
    /** The same, each of whose files is mapped. */
    private final Listing mappings;

    private final Game game;
    /** True if a chunk is compared with its checksum before single values of it are used. */
    private final boolean isChecked;

    private final Arena arena = Arena.ofShared();
    private final Map<FileKind, AtomicReferenceArray<PackedLayer>> packed = new EnumMap<>(FileKind.class);

    /**
     * Reads the manifest of a database, and maps nothing yet.
     *
     * @throws DatabaseException when the manifest cannot be read, or their game is not known
     */
    public LayerFiles(Path directory) {
        this(new Listing(directory));
    }

    private LayerFiles(Listing listing) {
        this(listing, listing.game(), true);
    }

    /**
     * Maps nothing yet.
     *
     * @param listing where the files are
     * @param game the game that it names
     * @param isChecked true if the layers' tables compare a chunk with its checksum before they use it for the first time; false where
     *     all chunks were checked before, or hold what nobody computed
     */
    public LayerFiles(Listing listing, Game game, boolean isChecked) {
        this.listing = listing;
        Path directory = directory(listing.source()).directory();
        this.mappings = new Listing(
                new DirectorySource(directory, Access.MAPPED) {
                    @Override
                    public Storage open(String name) throws IOException {
                        return MappedFile.open(path(name), arena);
                    }
                },
                listing.manifest());
        this.game = game;
        this.isChecked = isChecked;
        Manifest manifest = listing.manifest();
        int layers =
                manifest.scoreLayers().isEmpty() ? 0 : manifest.scoreLayers().last() + 1;
        for (FileKind kind : FileKind.values()) {
            packed.put(kind, new AtomicReferenceArray<>(layers));
        }
    }

    /**
     * Returns the directory of files of which whole layers are read.
     *
     * @throws InvalidRequestException when they are elsewhere
     */
    public static DirectorySource directory(Source source) {
        if (source instanceof DirectorySource directory) {
            return directory;
        }
        throw new InvalidRequestException(source.where("") + " is an address; this needs the files here: granary fetch "
                + source.where("") + " --dir db");
    }

    /**
     * Refuses layers that are compressed, for work that reads whole layers.
     *
     * @throws InvalidRequestException that says how to decompress them
     */
    public static void requirePacked(Listing listing, Collection<Integer> layers) {
        SortedSet<Integer> compressed =
                new TreeSet<>(listing.manifest().files(FileKind.COMPRESSED).keySet());
        compressed.retainAll(layers);
        if (!compressed.isEmpty()) {
            throw new InvalidRequestException((compressed.size() == 1
                            ? "layer " + compressed.first() + " is compressed"
                            : "layers " + compressed.first() + " to " + compressed.last() + " are compressed")
                    + ", and this reads whole layers; decompress them first: granary decompress --dir "
                    + listing.source().where("") + " --out PACKED");
        }
    }

    /** Returns the listing. */
    public Listing listing() {
        return listing;
    }

    /** Returns the game. */
    public Game game() {
        return game;
    }

    /**
     * Returns the scores of a layer.
     *
     * @throws DatabaseException as {@link #packed}
     */
    public PackedLayer scores(int layer) {
        return packed(FileKind.SCORES, layer);
    }

    /**
     * Returns a packed file of a layer.
     *
     * @throws DatabaseException when it is missing or damaged, or cannot be mapped
     */
    public PackedLayer packed(FileKind kind, int layer) {
        AtomicReferenceArray<PackedLayer> files = packed.get(kind);
        PackedLayer mapped = layer < files.length() ? files.get(layer) : null;
        return mapped == null ? map(kind, layer) : mapped;
    }

    /** Returns whether the database holds a file of a layer. */
    public boolean has(FileKind kind, int layer) {
        AtomicReferenceArray<PackedLayer> files = packed.get(kind);
        return layer < files.length() && (files.get(layer) != null || listing.has(kind, layer));
    }

    /**
     * Returns the digest of a layer's file of scores, which identifies these scores.
     *
     * @throws MissingLayerException when the layer is missing
     */
    public String digest(int layer) {
        return entry(FileKind.SCORES, layer).digest();
    }

    private Manifest.Entry entry(FileKind kind, int layer) {
        Manifest.Entry entry = listing.manifest().entry(kind, layer);
        if (entry == null) {
            requirePacked(listing, List.of(layer));
            throw new MissingLayerException(
                    listing.source().where(""),
                    kind == FileKind.SCORES ? "" : kind.word() + " of ",
                    layer,
                    new TreeSet<>(listing.manifest().files(kind).keySet()),
                    "moves of a higher layer lead there; copy its file from where the others are, or build it");
        }
        return entry;
    }

    /**
     * Maps all listed files of the layers from 0 to {@code top}, so that a damaged one is found before the work begins.
     *
     * @throws DatabaseException when one is missing or damaged, or cannot be mapped
     */
    public void mapTo(int top) {
        for (int layer :
                listing.manifest().files(FileKind.SCORES).headMap(top + 1).keySet()) {
            for (FileKind kind : FileKind.values()) {
                if (has(kind, layer)) {
                    packed(kind, layer);
                }
            }
        }
    }

    private synchronized PackedLayer map(FileKind kind, int layer) {
        entry(kind, layer); // throws, when it is not listed
        AtomicReferenceArray<PackedLayer> mapped = packed.get(kind);
        if (mapped.get(layer) == null) {
            LayerFile file = LayerFile.open(mappings, game, kind, layer);
            mapped.set(
                    layer,
                    new PackedLayer(
                            (MappedFile) file.storage(),
                            (LayerHeader) file.header(),
                            isChecked ? file.checksums() : null));
        }
        return mapped.get(layer);
    }

    /**
     * Returns the exception for an error of the JVM on reading a page of a mapped file. It names a file of a listing that has become
     * shorter, or is gone.
     */
    public static ReadFaultException fault(Listing listing, InternalError error) {
        String where = listing.source().where("");
        for (Map.Entry<String, Manifest.Entry> file :
                listing.manifest().allFiles().entrySet()) {
            Path path = directory(listing.source()).directory().resolve(file.getKey());
            if (path.toFile().length() < file.getValue().length()) {
                where = path.toString();
            }
        }
        return ReadFaultException.ofPage(where, -1, "a file that stays as it is", error);
    }

    /** Unmaps all files. */
    @Override
    public void close() {
        arena.close();
    }
}
