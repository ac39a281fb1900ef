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
import granary.format.FileHeader;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Packing;
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
        if (!manifest.files(FileKind.SEALED).isEmpty()
                && !(SealedTable.isPossible(game)
                        && manifest.files(FileKind.SEALED).firstKey() > 0)) {
            throw edited(
                    path,
                    "no sealed layers, which only awari of at most 6 pits a side has, from layer 1 on",
                    "sealed layers " + manifest.files(FileKind.SEALED).keySet());
        }
        if (game.scoring().tellsDistance()
                && !manifest.files(FileKind.DISTANCES).isEmpty()) {
            throw edited(
                    path,
                    "no distances, which the scores of " + manifest.game() + " tell",
                    "distances of layers " + manifest.files(FileKind.DISTANCES).keySet());
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
     * Checks that a file was made of packed scores that the manifest lists. If the manifest does not list them, there is nothing to
     * check.
     *
     * @throws DifferentBuildsException when it was made of others
     */
    public static void checkBasis(Path path, FileHeader header, Manifest manifest) {
        for (FileHeader.Basis basis : header.bases()) {
            checkBasis(path, basis, digest(manifest, basis.layer()));
        }
    }

    private static String digest(Manifest manifest, int layer) {
        Manifest.Entry listed = manifest.entry(FileKind.SCORES, layer);
        return layer < 0 ? FileDigest.NONE : listed == null ? null : listed.digest();
    }

    /**
     * Checks that a file was made of scores with a digest.
     *
     * @param basis what the file's header says
     * @param expected the digest; null when it is not known
     * @throws DifferentBuildsException when it is another
     */
    static void checkBasis(Path path, FileHeader.Basis basis, String expected) {
        if (expected != null && !expected.equals(basis.digest())) {
            String file = basis.layer() < 0 ? "a file" : FileKind.SCORES.fileName(basis.layer());
            throw new DifferentBuildsException(
                    path,
                    basis.at(),
                    basis.layer() < 0
                            ? "nothing below layer 0"
                            : "to be built on " + file + " with the digest " + expected,
                    file + " with the digest " + basis.digest(),
                    "the files stem from different builds; copy all of one, or run granary repair");
        }
    }

    /**
     * Reads the header of a layer's file and checks that it belongs to this game and layer and is of this kind.
     *
     * @throws DatabaseException as {@link Database#open(Path)}
     */
    public static FileHeader readHeader(Path path, Storage storage, Game game, FileKind kind, int layer) {
        return readHeader(path, storage, game, kind, layer, Check.HEADER);
    }

    /**
     * Returns the header of a file with the scores of a layer.
     *
     * @param basis the digest of the scores of the layer below, {@link FileDigest#NONE} for layer 0
     */
    public static LayerHeader scoresHeader(Game game, int layer, String basis) {
        int minimum = game.minScore(layer);
        return new LayerHeader(
                FileKind.SCORES,
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
                FileKind.DISTANCES, game.identity(), layer, game.size(layer), 0, Packing.of(0, longest), basis);
    }

    static FileHeader readHeader(Path path, Storage storage, Game game, FileKind kind, int layer, Check check) {
        FileHeader header = storage.parse(
                0, first(storage), page -> FileHeader.parse(kind, path, page, storage.length(), check != Check.NONE));
        String owner = owner(game.identity(), layer, kind);
        String found = owner(header.identity(), header.layer(), header.kind());
        if (!found.equals(owner) && (check != Check.NONE || header.kind() != kind)) {
            throw new WrongGameException(
                    path, -1, owner, found, "copied from another database, or renamed; run granary repair");
        }
        String expected;
        String values;
        if (header instanceof SealedHeader sealed) {
            int model = Model.length(game.cells(), layer, sealed.units());
            expected = values(game.size(layer), game.minScore(layer), "a model of " + model + " bytes");
            values = values(sealed.positions(), sealed.minimum(), "a model of " + sealed.modelLength() + " bytes");
        } else {
            LayerHeader packed = (LayerHeader) header;
            expected = values(
                    kind == FileKind.SCORES
                            ? scoresHeader(game, layer, packed.basis())
                            : distancesHeader(game, layer, packed.packing().radix() - 1, packed.basis()));
            values = values(packed);
        }
        if (!values.equals(expected)) {
            throw new CorruptFileException(path, -1, expected, values, "written by another program");
        }
        return header;
    }

    /** Returns the bytes of the first page of a file, or of all of it when it is shorter. */
    private static int first(Storage storage) {
        return (int) Math.min(storage.length(), LayerHeader.LENGTH);
    }

    private static String owner(String identity, int layer, FileKind kind) {
        return identity + ", layer " + layer + ", " + (kind == FileKind.SEALED ? "sealed scores" : kind.word());
    }

    private static String values(LayerHeader header) {
        Packing packing = header.packing();
        String groups = "radix " + packing.radix() + ", groups of " + packing.bits() + " bits";
        return values(header.positions(), header.minimum(), groups);
    }

    private static String values(long positions, int minimum, String more) {
        return positions + " positions with values from " + minimum + ", " + more;
    }

    private static ReadFaultException unreadable(Path path, IOException e) {
        String found = e instanceof AccessDeniedException ? "permission denied" : e.getMessage();
        ReadFaultException fault =
                new ReadFaultException(path, -1, "a readable file", found, "check the file and its permissions");
        fault.initCause(e);
        return fault;
    }
}
