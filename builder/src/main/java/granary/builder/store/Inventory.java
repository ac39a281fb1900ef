package granary.builder.store;

import granary.builder.CheckFailedException;
import granary.builder.file.Disk;
import granary.database.Listing;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.error.UnsupportedDatabaseException;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The game of a database that may be damaged, and the files that its manifest lists. The files are not read.
 *
 * @param directory its directory
 * @param game its game: the manifest's, or else the only one among whole headers
 * @param manifest the manifest, empty when it is lost or damaged
 * @param damage what is wrong with the manifest, null when it is whole
 */
public record Inventory(Path directory, Game game, Manifest manifest, DatabaseException damage) {
    /**
     * Reads the manifest and the layers' headers.
     *
     * @throws CheckFailedException when the game cannot be determined, or when the headers or the manifest name different games
     * @throws DatabaseException when there is no database, or one of an unknown game or a later version
     * @throws IOException when the directory cannot be read
     */
    public static Inventory of(Path directory) throws IOException {
        try {
            Listing listing = new Listing(directory);
            Manifest manifest = listing.manifest();
            Game game = listing.game();
            checkIsOfLayers(directory, game);
            return new Inventory(directory, game, manifest, null);
        } catch (DamagedFileException | UnsupportedDatabaseException e) {
            Path path = directory.resolve(Manifest.FILE_NAME);
            boolean isMissing = Files.notExists(path);
            boolean isDamaged = e instanceof DamagedFileException && Files.isRegularFile(path);
            if (!Files.isDirectory(directory) || !(isMissing || isDamaged)) {
                throw e;
            }
            List<LayerFileName> files = LayerFileName.in(directory);
            if (files.isEmpty() && isMissing) {
                throw e;
            }
            Manifest empty = manifestOfHeaders(directory, files);
            return new Inventory(directory, new Listing(directory, empty).game(), empty, e);
        }
    }

    /**
     * Returns the files that a repair reads: the listed ones or, if the manifest is lost or damaged, those in the directory. Users may
     * omit optional files.
     *
     * @throws IOException when the directory cannot be read
     */
    public SortedMap<Integer, List<FileKind>> toRead() throws IOException {
        SortedMap<Integer, List<FileKind>> all = new TreeMap<>();
        if (damage != null) {
            for (LayerFileName file : LayerFileName.in(directory)) {
                if (file.layer() <= game.topLayer()) {
                    all.computeIfAbsent(file.layer(), layer -> new ArrayList<>())
                            .add(file.kind());
                }
            }
        }
        for (FileKind kind : FileKind.values()) {
            for (int layer : manifest.files(kind).keySet()) {
                if (!kind.isOptional() || Files.exists(path(kind, layer))) {
                    all.computeIfAbsent(layer, each -> new ArrayList<>()).add(kind);
                }
            }
        }
        return all;
    }

    /** Returns the path of a file, which may not exist. */
    public Path path(FileKind kind, int layer) {
        return directory.resolve(kind.fileName(layer));
    }

    /**
     * Publishes another manifest. First forces the files that were not listed to the disk, since a killed process may have left them. The
     * caller has locked the directory.
     *
     * @throws IOException when the disk fails
     */
    public void publish(Disk disk, Manifest other) throws IOException {
        for (FileKind kind : FileKind.values()) {
            for (int layer : other.files(kind).keySet()) {
                if (manifest.entry(kind, layer) == null) {
                    disk.forceWithName(path(kind, layer));
                }
            }
        }
        disk.publish(directory.resolve(Manifest.FILE_NAME), other.toBytes());
    }

    /** Refuses a manifest of another database: none of the files is one that it could list. */
    private static void checkIsOfLayers(Path directory, Game game) throws IOException {
        SortedMap<String, Path> identities = identities(LayerFileName.in(directory));
        if (!identities.isEmpty() && !identities.containsKey(game.identity())) {
            throw new CheckFailedException(directory.resolve(Manifest.FILE_NAME) + " is of " + game.identity()
                    + ", but no layer next to it is: "
                    + describe(identities.entrySet().iterator().next()) + "; move away what does not belong here");
        }
    }

    /**
     * Returns a manifest of the game that the headers name, without layers.
     *
     * @throws CheckFailedException when they name none or several
     */
    static Manifest manifestOfHeaders(Path directory, List<LayerFileName> files) throws IOException {
        SortedMap<String, Path> identities = identities(files);
        if (identities.isEmpty()) {
            throw new CheckFailedException(
                    "nothing in " + directory + " says which game the database is of: " + Manifest.FILE_NAME
                            + " is lost or damaged, and so is the header of every layer; move the layers away, and the manifest, to build again");
        }
        if (identities.size() > 1) {
            Iterator<Map.Entry<String, Path>> both = identities.entrySet().iterator();
            throw new CheckFailedException(Manifest.FILE_NAME + " in " + directory
                    + " is lost or damaged, and the layers are of several databases: " + describe(both.next()) + ", "
                    + describe(both.next()) + "; move away what does not belong here");
        }
        String[] words = identities.firstKey().split(" ", -1);
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            parameters.put(words[i].substring(0, Math.max(0, equals)), words[i].substring(equals + 1));
        }
        return Manifest.empty(words[0], parameters);
    }

    /** Returns the identity lines of whole headers, each with a file. */
    private static SortedMap<String, Path> identities(List<LayerFileName> files) throws IOException {
        SortedMap<String, Path> identities = new TreeMap<>();
        for (LayerFileName file : files) {
            file.header().ifPresent(header -> identities.putIfAbsent(header.identity(), file.path()));
        }
        return identities;
    }

    private static String describe(Map.Entry<String, Path> identity) {
        return identity.getValue().getFileName() + " of " + identity.getKey();
    }
}
