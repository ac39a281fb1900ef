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
import granary.game.GameType;
import granary.game.Games;
import granary.sealed.Model;
import granary.sealed.SealedTable;
import granary.storage.Access;
import granary.storage.Storage;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;

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
            if (Files.size(path) > Manifest.MAX_LENGTH || !Files.isRegularFile(path)) {
                throw new NotADatabaseException(
                        path,
                        -1,
                        "a manifest",
                        "something other than a regular file of at most 1 MiB",
                        "not Granary's file");
            }
            return Manifest.parse(path, Files.readAllBytes(path));
        } catch (IOException e) {
            boolean none = e instanceof NoSuchFileException;
            if (none || Files.isRegularFile(directory)) {
                throw new NotADatabaseException(
                        path,
                        -1,
                        "a manifest",
                        none && Files.isDirectory(directory) ? "none in the directory" : "no such directory",
                        "not a database, or nothing has been built there yet");
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
                    "a game that is here ("
                            + Games.types().stream().map(GameType::id).collect(Collectors.joining(", ")) + ")",
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
            throw new CorruptFileException(
                    path,
                    -1,
                    "parameters " + game.parameters(),
                    manifest.parameters().toString(),
                    "edited by hand");
        }
        if (!manifest.scoreLayers().isEmpty() && manifest.scoreLayers().last() > game.topLayer()) {
            throw new CorruptFileException(
                    path, -1, "layers 0 to " + game.topLayer(), "layers " + manifest.scoreLayers(), "edited by hand");
        }
        if (!manifest.sealed().isEmpty()
                && !(SealedTable.isPossible(game) && manifest.sealed().firstKey() > 0)) {
            throw new CorruptFileException(
                    path,
                    -1,
                    "no sealed layers, which awari alone has, from layer 1 on",
                    "sealed layers " + manifest.sealed().keySet(),
                    "edited by hand");
        }
        if (game.scoring().tellsDistance() && !manifest.distances().isEmpty()) {
            throw new CorruptFileException(
                    path,
                    -1,
                    "no distances, which the scores of " + manifest.game() + " tell",
                    "distances of layers " + manifest.distances().keySet(),
                    "edited by hand");
        }
        return game;
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
        Manifest.Entry listed = manifest.layers().get(below);
        String expected = below < 0 ? FileDigest.NONE : listed == null ? header.basis() : listed.digest();
        if (!header.basis().equals(expected)) {
            throw new DifferentBuildsException(
                    path,
                    LayerHeader.BASIS_AT,
                    below < 0 ? "nothing below layer 0" : "to be built on " + below(below, expected),
                    below(below, header.basis()),
                    "the files stem from different builds; copy all of one, or run granary repair");
        }
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
        return listed == null ? null : listed.digest();
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
            throw new DifferentBuildsException(
                    path,
                    at,
                    "to be made of " + below(layer, expected),
                    below(layer, digest),
                    "the files stem from different builds; copy all of one, or run granary repair");
        }
    }

    private static String below(int layer, String digest) {
        return (layer < 0 ? "a file" : Quantity.SCORES.fileName(layer)) + " with the digest " + digest;
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
        byte[] page = new byte[(int) Math.min(storage.length(), LayerHeader.LENGTH)];
        storage.read(0, page, 0, page.length);
        LayerHeader header = LayerHeader.parse(path, page, storage.length(), check != Check.NONE);
        LayerHeader expected = quantity == Quantity.SCORES
                ? scoresHeader(game, layer, header.basis())
                : distancesHeader(game, layer, header.packing().radix() - 1, header.basis());
        if (check != Check.NONE && !describe(header).equals(describe(expected))) {
            throw new WrongGameException(
                    path,
                    -1,
                    describe(expected),
                    describe(header),
                    "copied from another database, or renamed; run granary repair");
        }
        if (header.positions() != expected.positions()
                || header.minimum() != expected.minimum()
                || !header.packing().equals(expected.packing())) {
            throw new CorruptFileException(
                    path, -1, describeValues(expected), describeValues(header), "written by another program");
        }
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
        byte[] page = new byte[(int) Math.min(storage.length(), LayerHeader.LENGTH)];
        storage.read(0, page, 0, page.length);
        SealedHeader header = SealedHeader.parse(path, page, storage.length(), check != Check.NONE);
        String expected = game.identity() + ", layer " + layer + ", sealed scores";
        String found = header.identity() + ", layer " + header.layer() + ", sealed scores";
        if (check != Check.NONE && !found.equals(expected)) {
            throw new WrongGameException(
                    path, -1, expected, found, "copied from another database, or renamed; run granary repair");
        }
        int model = Model.length(game.cells(), layer, header.units());
        if (header.positions() != game.size(layer)
                || header.minimum() != game.minScore(layer)
                || header.modelLength() != model) {
            throw new CorruptFileException(
                    path,
                    -1,
                    describe(game.size(layer), game.minScore(layer), model),
                    describe(header.positions(), header.minimum(), header.modelLength()),
                    "written by another program");
        }
        return header;
    }

    private static String describe(long positions, int minimum, int model) {
        return positions + " positions with values from " + minimum + ", and a model of " + model + " bytes";
    }

    private static String describe(LayerHeader header) {
        return header.identity() + ", layer " + header.layer() + ", "
                + header.quantity().name().toLowerCase(Locale.ROOT);
    }

    private static String describeValues(LayerHeader header) {
        return header.positions() + " positions with values from " + header.minimum() + ", radix "
                + header.packing().radix();
    }

    private static ReadFaultException unreadable(Path path, IOException e) {
        ReadFaultException fault = new ReadFaultException(
                path,
                -1,
                "a readable file",
                e instanceof AccessDeniedException ? "permission denied" : e.getMessage(),
                "check the file and its permissions");
        fault.initCause(e);
        return fault;
    }
}
