package granary.database;

import granary.error.CorruptFileException;
import granary.error.DatabaseException;
import granary.error.DifferentBuildsException;
import granary.error.NotADatabaseException;
import granary.error.ReadFaultException;
import granary.error.UnknownGameException;
import granary.error.UnsupportedVersionException;
import granary.error.WrongGameException;
import granary.error.WrongLengthException;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Packing;
import granary.format.Quantity;
import granary.format.SealedHeader;
import granary.game.Game;
import granary.game.Games;
import granary.sealed.Model;
import granary.sealed.SealedTable;
import granary.storage.Access;
import granary.storage.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.SortedSet;

/** Reads and checks manifests and headers. Any number of threads may use it. */
public final class DatabaseFiles {
    private DatabaseFiles() {}

    /**
     * Reads the manifest of a database.
     *
     * @param directory the database's directory
     * @throws DatabaseException as {@link Database#open(Path)}
     */
    public static Manifest readManifest(Path directory) {
        Path path = directory.resolve(Manifest.FILE_NAME);
        try {
            BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
            if (file.size() > Manifest.MAX_LENGTH || !file.isRegularFile()) {
                throw new NotADatabaseException(
                        path,
                        -1,
                        "a manifest",
                        "something other than a regular file of at most 1 MiB",
                        "not Granary's file");
            }
            try (InputStream in = Files.newInputStream(path)) {
                return Manifest.parse(path, in.readAllBytes());
            }
        } catch (IOException e) {
            if (e instanceof NoSuchFileException || Files.isRegularFile(directory)) {
                String found = Files.isDirectory(directory) ? "none in the directory" : "no such directory";
                throw new NotADatabaseException(
                        path, -1, "a manifest", found, "not a database, or nothing has been built there yet");
            }
            throw unreadable(path, e);
        }
    }

    /**
     * Makes the game that a manifest names.
     *
     * @throws UnsupportedVersionException when the game or a parameter is not known
     * @throws CorruptFileException when the manifest contradicts the game
     */
    public static Game game(Path directory, Manifest manifest) {
        Path path = directory.resolve(Manifest.FILE_NAME);
        if (!Games.contains(manifest.game())) {
            throw new UnknownGameException(
                    path,
                    -1,
                    "a game that is here (" + Games.ids() + ")",
                    manifest.game(),
                    Games.remedy(manifest.game()));
        }
        Game game;
        try {
            game = Games.create(manifest.game(), manifest.parameters());
        } catch (IllegalArgumentException e) {
            UnsupportedVersionException unsupported = new UnsupportedVersionException(
                    path, -1, "parameters of " + manifest.game(), e.getMessage(), "written by a later Granary");
            unsupported.initCause(e);
            throw unsupported;
        }
        if (!game.parameters().equals(manifest.parameters())) {
            throw edited(path, "parameters " + game.parameters(), "parameters " + manifest.parameters());
        }
        SortedSet<Integer> layers = manifest.scoreLayers();
        if (!layers.isEmpty() && layers.last() > game.topLayer()) {
            throw edited(path, "layers 0 to " + game.topLayer(), "layers " + layers);
        }
        if (!manifest.sealed().isEmpty()
                && !(SealedTable.isPossible(game) && manifest.sealed().firstKey() > 0)) {
            throw edited(
                    path,
                    "no sealed layers, which only awari of at most 6 pits a side has, from layer 1 on",
                    "sealed layers " + manifest.sealed().keySet());
        }
        if (game.scoring().tellsDistance() && !manifest.distances().isEmpty()) {
            throw edited(
                    path,
                    "no distances, which the scores of " + manifest.game() + " tell",
                    "distances of layers " + manifest.distances().keySet());
        }
        return game;
    }

    private static CorruptFileException edited(Path path, String expected, String actual) {
        return new CorruptFileException(path, -1, expected, actual, "edited by hand");
    }

    /** A way to open a file. */
    @FunctionalInterface
    public interface Opening<T extends Storage> {
        /** Opens a file. */
        T open(Path path) throws IOException;
    }

    /** Opens a layer's file as {@link #open(Path, Opening)} does. */
    public static Storage open(Path path, Access access) {
        return open(path, access::open);
    }

    /**
     * Opens a layer's file and reads nothing.
     *
     * @throws NotADatabaseException when there is no such file
     * @throws ReadFaultException when it cannot be opened
     */
    public static <T extends Storage> T open(Path path, Opening<T> opening) {
        try {
            return opening.open(path);
        } catch (NoSuchFileException e) {
            throw new NotADatabaseException(
                    path,
                    -1,
                    "a layer's file",
                    "no file",
                    "deleted, or not copied with the others; copy it again or run granary repair");
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /**
     * Checks that a layer file has the length that the manifest says.
     *
     * @throws WrongLengthException when it has another
     */
    public static void checkLength(Path path, Storage storage, Manifest.Entry entry) {
        if (storage.length() != entry.length()) {
            throw new WrongLengthException(
                    path,
                    -1,
                    entry.length() + " bytes, as the manifest says",
                    storage.length() + " bytes",
                    "copied from another database, or the manifest was edited; run granary repair");
        }
    }

    /**
     * Checks that a file was built on a file that the manifest lists: scores on those of the layer below, distances on the scores
     * of their layer. If the manifest does not list that file, there is nothing to check.
     *
     * @throws DifferentBuildsException when it was built on another
     */
    public static void checkBasis(Path path, LayerHeader header, Manifest manifest) {
        int below = header.quantity() == Quantity.SCORES ? header.layer() - 1 : header.layer();
        checkSame(path, LayerHeader.BASIS_AT, below, digest(manifest, below), header.basis());
    }

    /**
     * Checks that a sealed file was made of the packed scores that the manifest lists, and these built on those below. If the
     * manifest does not list them, there is nothing to check.
     *
     * @throws DifferentBuildsException when it was made of others
     */
    public static void checkBasis(Path path, SealedHeader header, Manifest manifest) {
        int layer = header.layer();
        checkSame(path, LayerHeader.BASIS_AT, layer, digest(manifest, layer), header.basis());
        checkSame(path, SealedHeader.BELOW_AT, layer - 1, digest(manifest, layer - 1), header.below());
    }

    private static String digest(Manifest manifest, int layer) {
        Manifest.Entry listed = manifest.layers().get(layer);
        return layer < 0 ? FileDigest.NONE : listed == null ? null : listed.digest();
    }

    /**
     * Checks that a file was made of scores with a digest.
     *
     * @param at where the header names the digest
     * @param layer the layer of these scores
     * @param expected the digest; null when it is not known
     * @param digest the digest that the header names
     * @throws DifferentBuildsException when it is another
     */
    static void checkSame(Path path, int at, int layer, String expected, String digest) {
        if (expected != null && !expected.equals(digest)) {
            String file = layer < 0 ? "a file" : Quantity.SCORES.fileName(layer);
            String basis =
                    layer < 0 ? "nothing below layer 0" : "to be built on " + file + " with the digest " + expected;
            throw new DifferentBuildsException(
                    path,
                    at,
                    basis,
                    file + " with the digest " + digest,
                    "the files stem from different builds; copy all of one, or run granary repair");
        }
    }

    /**
     * Reads the header of a layer's file and checks that it belongs to this game, layer and quantity.
     *
     * @throws DatabaseException as {@link Database#open(Path)}
     */
    public static LayerHeader readHeader(Path path, Storage storage, Game game, Quantity quantity, int layer) {
        return readHeader(path, storage, game, quantity, layer, Check.HEADER);
    }

    /**
     * Reads the header of a layer's scores and checks that it belongs to this game and layer.
     *
     * @throws DatabaseException as {@link Database#open(Path)}
     */
    public static LayerHeader readHeader(Path path, Storage storage, Game game, int layer) {
        return readHeader(path, storage, game, Quantity.SCORES, layer);
    }

    /**
     * Returns the header of a file with the scores of a layer.
     *
     * @param basis the digest of the scores of the layer below, {@link FileDigest#NONE} for layer 0
     */
    public static LayerHeader scoresHeader(Game game, int layer, String basis) {
        int minimum = game.minScore(layer);
        return new LayerHeader(
                Quantity.SCORES,
                game.identity(),
                layer,
                game.size(layer),
                minimum,
                Packing.of(minimum, game.maxScore(layer)),
                basis);
    }

    /**
     * Returns the header of a file with the distances of a layer.
     *
     * @param longest the longest distance in the layer
     * @param basis the digest of the layer's scores
     */
    public static LayerHeader distancesHeader(Game game, int layer, int longest, String basis) {
        return new LayerHeader(
                Quantity.DISTANCES,
                game.identity(),
                layer,
                game.size(layer),
                0,
                Packing.inBits(Math.max(2, longest + 1)),
                basis);
    }

    static LayerHeader readHeader(Path path, Storage storage, Game game, Quantity quantity, int layer, Check check) {
        LayerHeader header = storage.parse(
                0, first(storage), page -> LayerHeader.parse(path, page, storage.length(), check != Check.NONE));
        LayerHeader expected = quantity == Quantity.SCORES
                ? scoresHeader(game, layer, header.basis())
                : distancesHeader(game, layer, header.packing().radix() - 1, header.basis());
        check(
                path,
                check,
                owner(game.identity(), layer, quantity.word()),
                owner(header.identity(), header.layer(), header.quantity().word()),
                values(expected.positions(), expected.minimum(), describe(expected.packing())),
                values(header.positions(), header.minimum(), describe(header.packing())));
        return header;
    }

    /**
     * Reads the header of a file of sealed scores and checks that it belongs to this game and layer.
     *
     * @throws DatabaseException as {@link Database#open(Path)}
     */
    public static SealedHeader readSealedHeader(Path path, Storage storage, Game game, int layer) {
        return readSealedHeader(path, storage, game, layer, Check.HEADER);
    }

    static SealedHeader readSealedHeader(Path path, Storage storage, Game game, int layer, Check check) {
        SealedHeader header = storage.parse(
                0, first(storage), page -> SealedHeader.parse(path, page, storage.length(), check != Check.NONE));
        int model = Model.length(game.cells(), layer, header.units());
        check(
                path,
                check,
                owner(game.identity(), layer, "sealed scores"),
                owner(header.identity(), header.layer(), "sealed scores"),
                values(game.size(layer), game.minScore(layer), "a model of " + model + " bytes"),
                values(header.positions(), header.minimum(), "a model of " + header.modelLength() + " bytes"));
        return header;
    }

    /** Returns the bytes of the first page of a file, or of all of it when it is shorter. */
    private static int first(Storage storage) {
        return (int) Math.min(storage.length(), LayerHeader.LENGTH);
    }

    /** Checks whose file a header belongs to, unless nothing is to be checked, and then the values that the game gives. */
    private static void check(
            Path path, Check check, String owner, String foundOwner, String values, String foundValues) {
        if (check != Check.NONE && !foundOwner.equals(owner)) {
            throw new WrongGameException(
                    path, -1, owner, foundOwner, "copied from another database, or renamed; run granary repair");
        }
        if (!foundValues.equals(values)) {
            throw new CorruptFileException(path, -1, values, foundValues, "written by another program");
        }
    }

    private static String owner(String identity, int layer, String holds) {
        return identity + ", layer " + layer + ", " + holds;
    }

    private static String values(long positions, int minimum, String more) {
        return positions + " positions with values from " + minimum + ", " + more;
    }

    private static String describe(Packing packing) {
        return "radix " + packing.radix() + ", groups of " + packing.bits() + " bits";
    }

    private static ReadFaultException unreadable(Path path, IOException e) {
        String found = e instanceof AccessDeniedException ? "permission denied" : e.getMessage();
        ReadFaultException fault =
                new ReadFaultException(path, -1, "a readable file", found, "check the file and its permissions");
        fault.initCause(e);
        return fault;
    }
}
