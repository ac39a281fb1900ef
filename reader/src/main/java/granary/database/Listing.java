package granary.database;

import granary.compressed.CompressedTable;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.error.UnsupportedDatabaseException;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.game.Games;
import granary.storage.Access;
import granary.storage.DirectorySource;
import granary.storage.Source;
import granary.storage.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The files that a manifest lists, and their source. Immutable. */
public final class Listing {
    private final Source source;
    private final Manifest manifest;

    /**
     * Reads the manifest of a directory.
     *
     * @throws DatabaseException as {@link Database#open(Path)}
     */
    public Listing(Path directory) {
        this(new DirectorySource(directory, Access.MAPPED));
    }

    /**
     * Reads the manifest.
     *
     * @throws DatabaseException as {@link Database#open(Path)}
     */
    public Listing(Source source) {
        this(source, read(source));
    }

    /** Takes the files of a directory with the manifest of its builder, which may list files that the one on the disk does not. */
    public Listing(Path directory, Manifest manifest) {
        this(new DirectorySource(directory, Access.MAPPED), manifest);
    }

    /** Takes the files of a source with a manifest that may differ from the one there, such as that of a builder. */
    public Listing(Source source, Manifest manifest) {
        this.source = source;
        this.manifest = manifest;
    }

    private static Manifest read(Source source) {
        String where = source.where(Manifest.FILE_NAME);
        try (Storage storage = source.open(Manifest.FILE_NAME)) {
            if (storage.length() > Manifest.MAX_LENGTH) {
                throw new DamagedFileException(
                        where, 0, "a manifest", "a file of more than 1 MiB", "not Granary's file");
            }
            byte[] bytes = new byte[(int) storage.length()];
            storage.read(0, bytes, 0, bytes.length);
            return Manifest.parse(where, bytes);
        } catch (NoSuchFileException e) {
            boolean isDirectory = e.getReason() == null;
            UnsupportedDatabaseException none = new UnsupportedDatabaseException(
                    where,
                    -1,
                    "a manifest",
                    isDirectory ? "none in the directory" : e.getReason(),
                    isDirectory
                            ? "not a database, or nothing has been built there yet"
                            : "no database is there; check the spelling");
            none.initCause(e);
            throw none;
        } catch (IOException e) {
            throw LayerFile.unreadable(where, e);
        }
    }

    /** Returns the source of the files. */
    public Source source() {
        return source;
    }

    /** Returns the manifest. */
    public Manifest manifest() {
        return manifest;
    }

    /** Returns the location of a layer's file, for messages. */
    public String where(FileKind kind, int layer) {
        return source.where(kind.fileName(layer));
    }

    /**
     * Returns the layers whose file of a kind is listed and, if the kind is {@linkplain FileKind#isOptional optional}, exists.
     *
     * @throws DatabaseException when the files cannot be listed
     */
    public SortedSet<Integer> layers(FileKind kind) {
        SortedSet<Integer> layers = new TreeSet<>(manifest.files(kind).keySet());
        if (kind.isOptional() && !layers.isEmpty()) {
            try {
                Set<String> names = source.names();
                layers.removeIf(layer -> !names.contains(kind.fileName(layer)));
            } catch (IOException e) {
                throw LayerFile.unreadable(source.where(""), e);
            }
        }
        return layers;
    }

    /**
     * Returns the layers whose file of an {@linkplain FileKind#isOptional optional} kind is listed, but does not exist.
     *
     * @throws DatabaseException when the files cannot be listed
     */
    public SortedSet<Integer> absent(FileKind kind) {
        SortedSet<Integer> absent = new TreeSet<>(manifest.files(kind).keySet());
        absent.removeAll(layers(kind));
        return absent;
    }

    /**
     * Returns whether a layer's file is listed and, if it is optional, exists.
     *
     * @throws DatabaseException when the files cannot be listed
     */
    public boolean has(FileKind kind, int layer) {
        return kind.isOptional() ? layers(kind).contains(layer) : manifest.entry(kind, layer) != null;
    }

    /**
     * Makes the game that the manifest names.
     *
     * @throws UnsupportedDatabaseException when the game or a parameter is not known
     * @throws DamagedFileException when the manifest contradicts the game
     */
    public Game game() {
        String where = source.where(Manifest.FILE_NAME);
        if (!Games.contains(manifest.game())) {
            throw new UnsupportedDatabaseException(
                    where,
                    -1,
                    "a game that is here (" + Games.ids() + ")",
                    manifest.game(),
                    Games.remedy(manifest.game()));
        }
        Game game;
        try {
            game = Games.create(manifest.game(), manifest.parameters());
        } catch (IllegalArgumentException e) {
            UnsupportedDatabaseException unsupported = otherParameters("of " + manifest.game(), e.getMessage());
            unsupported.initCause(e);
            throw unsupported;
        }
        if (!game.parameters().equals(manifest.parameters())) {
            throw otherParameters(game.parameters().toString(), "parameters " + manifest.parameters());
        }
        SortedSet<Integer> layers = manifest.scoreLayers();
        if (!layers.isEmpty() && layers.last() > game.topLayer()) {
            throw edited("layers 0 to " + game.topLayer(), "layers " + layers);
        }
        if (!manifest.files(FileKind.COMPRESSED).isEmpty()
                && !(CompressedTable.isPossible(game)
                        && manifest.files(FileKind.COMPRESSED).firstKey() > 0)) {
            throw edited(
                    "no compressed layers, which only awari of at most 6 pits a side has, from layer 1 on",
                    "compressed layers " + manifest.files(FileKind.COMPRESSED).keySet());
        }
        if (game.scoring().tellsDistance()
                && !manifest.files(FileKind.DISTANCES).isEmpty()) {
            throw edited(
                    "no distances, which the scores of " + manifest.game() + " give",
                    "distances of layers " + manifest.files(FileKind.DISTANCES).keySet());
        }
        if (!game.hasBounds() && !manifest.files(FileKind.BOUNDS).isEmpty()) {
            throw edited(
                    "no bounds, which " + manifest.game() + " does not have",
                    "bounds of layers " + manifest.files(FileKind.BOUNDS).keySet());
        }
        return game;
    }

    private UnsupportedDatabaseException otherParameters(String expected, String actual) {
        return new UnsupportedDatabaseException(
                source.where(Manifest.FILE_NAME),
                -1,
                "parameters " + expected,
                actual,
                "written by a later Granary, or edited by hand");
    }

    private DamagedFileException edited(String expected, String actual) {
        return new DamagedFileException(source.where(Manifest.FILE_NAME), -1, expected, actual, "edited by hand");
    }
}
