package granary.database;

import granary.error.CorruptFileException;
import granary.error.DatabaseException;
import granary.error.NotADatabaseException;
import granary.error.ReadFaultException;
import granary.error.UnsupportedVersionException;
import granary.error.WrongGameException;
import granary.error.WrongLengthException;
import granary.format.BlockChecksums;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.ScoreTable;
import granary.format.Section;
import granary.game.Game;
import granary.game.Games;
import granary.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads and checks what stands in the files of a database beside the scores. Any number of threads may do so. */
public final class DatabaseFiles {
    /** A layer takes about a hundred bytes. */
    private static final long LONGEST_MANIFEST = 1 << 20;

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
            if (Files.size(path) > LONGEST_MANIFEST || !Files.isRegularFile(path)) {
                throw new NotADatabaseException(
                        path, -1, "a manifest", "no plain file of at most a MiB", "not Granary's file");
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

    /** A layer's file and the scores in it. */
    record Layer(Storage storage, ScoreTable table) {}

    /** Makes the game that a manifest names. */
    static Game game(Path directory, Manifest manifest) {
        try {
            return Games.create(manifest.game(), manifest.parameters());
        } catch (IllegalArgumentException e) {
            UnsupportedVersionException unsupported = new UnsupportedVersionException(
                    directory.resolve(Manifest.FILE_NAME),
                    -1,
                    "a known game and parameters",
                    e.getMessage(),
                    "written by a later Granary or one with more games");
            unsupported.initCause(e);
            throw unsupported;
        }
    }

    /** Opens a layer's file and checks what the options say. */
    static Layer open(Path directory, Game game, int layer, Manifest.Entry entry, OpenOptions options) {
        Path path = directory.resolve(entry.fileName());
        Storage storage;
        try {
            storage = options.access().open(path);
        } catch (NoSuchFileException e) {
            throw new NotADatabaseException(
                    path, -1, "the file of layer " + layer, "no file", "deleted, or not copied with the others");
        } catch (IOException e) {
            throw unreadable(path, e);
        }
        try {
            LayerHeader header = readHeader(path, storage, game, layer, options.check());
            if (options.check() != Check.NONE && storage.length() != entry.length()) {
                throw new WrongLengthException(
                        path,
                        -1,
                        entry.length() + " bytes, as the manifest says",
                        storage.length() + " bytes",
                        "copied from another database, or the manifest was edited");
            }
            if (options.check() == Check.CHECKSUMS) {
                BlockChecksums.check(path, storage, header.scores(), () -> {});
            }
            if (options.prefault()) {
                storage.load();
            }
            return new Layer(storage, new ScoreTable(storage, header));
        } catch (RuntimeException | Error e) {
            storage.close();
            throw e;
        }
    }

    /**
     * Reads a layer file's header and checks that it belongs to this game and layer.
     *
     * @throws DatabaseException as {@link Database#open(Path)}
     */
    public static LayerHeader readHeader(Path path, Storage storage, Game game, int layer) {
        return readHeader(path, storage, game, layer, Check.HEADER);
    }

    private static LayerHeader readHeader(Path path, Storage storage, Game game, int layer, Check check) {
        byte[] page = new byte[(int) Math.min(storage.length(), LayerHeader.LENGTH)];
        storage.read(0, page, 0, page.length);
        LayerHeader header = LayerHeader.parse(path, page, storage.length(), check != Check.NONE);
        if (check != Check.NONE && (!header.identity().equals(game.identity()) || header.layer() != layer)) {
            throw new WrongGameException(
                    path,
                    -1,
                    game.identity() + ", layer " + layer,
                    header.identity() + ", layer " + header.layer(),
                    "copied from another database, or renamed");
        }
        Section scores = header.scores();
        if (header.positions() != game.size(layer)
                || scores.minimum() != game.minScore(layer)
                || scores.packing().radix() < game.maxScore(layer) - game.minScore(layer) + 1) {
            throw new CorruptFileException(
                    path,
                    -1,
                    game.size(layer) + " positions with scores " + game.minScore(layer) + " to " + game.maxScore(layer),
                    header.positions() + " positions with scores from " + scores.minimum() + ", radix "
                            + scores.packing().radix(),
                    "written by another program");
        }
        return header;
    }

    private static ReadFaultException unreadable(Path path, IOException e) {
        ReadFaultException fault =
                new ReadFaultException(path, -1, "a readable file", e.toString(), "check the file's permissions");
        fault.initCause(e);
        return fault;
    }
}
