package granary.builder.store;

import granary.builder.CheckFailedException;
import granary.database.DatabaseFiles;
import granary.error.ChecksumException;
import granary.error.CorruptFileException;
import granary.error.DatabaseException;
import granary.error.NotADatabaseException;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.sealed.SealedTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the manifest and the file names tell of a database that may be damaged: its game, and which files it is to have. These are
 * all layers up to the last one that the manifest lists or that a build left unlisted, packed unless they are sealed alone. If the
 * manifest is lost or damaged, every file that has the name of a layer's file counts, whatever it holds.
 *
 * @param directory its directory
 * @param game its game: the manifest's, or else the only one among whole headers
 * @param manifest the manifest, empty when it is lost or damaged
 * @param manifestDamage what is wrong with the manifest, null when it is whole
 * @param last the last layer of scores and of distances, -1 for none
 * @param sealed the layers whose scores are sealed, listed or not
 * @param strays files that have the name of a layer's file, are not listed, and were not left by a build
 */
public record Inventory(
        Path directory,
        Game game,
        Manifest manifest,
        DatabaseException manifestDamage,
        Map<FileKind, Integer> last,
        SortedSet<Integer> sealed,
        List<Path> strays) {

    /**
     * Reads the manifest and, when it is lost or damaged, the layers' headers.
     *
     * @throws CheckFailedException when the game cannot be determined, when the headers or the manifest name different games, or
     *     when a directory has the name of a layer's file
     * @throws DatabaseException when there is no database, or one of an unknown game or a later version
     * @throws IOException when the directory cannot be read
     */
    public static Inventory of(Path directory) throws IOException {
        try {
            Manifest manifest = DatabaseFiles.readManifest(directory);
            Game game = DatabaseFiles.game(directory, manifest);
            checkIsOfLayers(directory, game);
            return of(directory, game, manifest, null);
        } catch (ChecksumException | CorruptFileException | NotADatabaseException e) {
            Path path = directory.resolve(Manifest.FILE_NAME);
            boolean replaceable = Files.notExists(path) || Files.isRegularFile(path);
            if (!Files.isDirectory(directory) || !replaceable) {
                throw e;
            }
            List<LayerFileName> files = LayerFileName.in(directory);
            if (files.isEmpty() && Files.notExists(path)) {
                throw e;
            }
            Manifest empty = manifestOfHeaders(directory, files);
            return of(directory, DatabaseFiles.game(directory, empty), empty, e);
        }
    }

    private static Inventory of(Path directory, Game game, Manifest manifest, DatabaseException damage)
            throws IOException {
        Map<FileKind, Integer> last = new EnumMap<>(FileKind.class);
        for (FileKind kind : List.of(FileKind.SCORES, FileKind.DISTANCES)) {
            SortedMap<Integer, Manifest.Entry> listed = manifest.files(kind);
            last.put(kind, listed.isEmpty() ? -1 : listed.lastKey());
        }
        SortedSet<Integer> sealed =
                new TreeSet<>(manifest.files(FileKind.SEALED).keySet());
        SortedSet<Integer> others = new TreeSet<>();
        List<LayerFileName> foreign = new ArrayList<>();
        for (LayerFileName file : LayerFileName.in(directory)) {
            int layer = file.layer();
            if (layer <= game.topLayer()) {
                if (!Files.isRegularFile(file.path())) {
                    throw new CheckFailedException(file.path() + " is not a file; move it away");
                }
                boolean isListed = manifest.entry(file.kind(), layer) != null;
                boolean isSealed = file.kind() == FileKind.SEALED;
                // One that took the place of a listed packed file, by a newer manifest, is wanted, too.
                boolean isPossible = !isSealed
                        || SealedTable.isPossible(game)
                                && (manifest.entry(FileKind.SCORES, layer) == null
                                        || Files.notExists(directory.resolve(FileKind.SCORES.fileName(layer))));
                if (!isListed && !(isPossible && (damage != null || file.isOf(game)))) {
                    foreign.add(file);
                } else if (isSealed) {
                    sealed.add(layer);
                } else {
                    last.merge(file.kind(), layer, Math::max);
                    others.add(layer);
                }
            }
        }
        others.removeAll(sealed);
        last.merge(FileKind.SCORES, others.isEmpty() ? -1 : others.last(), Math::max);
        List<Path> strays = foreign.stream()
                .filter(file -> file.kind() == FileKind.SEALED || file.layer() > last.get(file.kind()))
                .map(LayerFileName::path)
                .toList();
        if (game.scoring().tellsDistance()) {
            last.put(FileKind.DISTANCES, -1);
        }
        return new Inventory(directory, game, manifest, damage, last, sealed, strays);
    }

    /** Returns the last layer, -1 when there is none. */
    public int top() {
        return Math.max(last.get(FileKind.SCORES), sealed.isEmpty() ? -1 : sealed.last());
    }

    /** Returns where a file is, or is to be. */
    public Path path(FileKind kind, int layer) {
        return directory.resolve(kind.fileName(layer));
    }

    /** Refuses a manifest of another database, with which all layers would be built anew. */
    private static void checkIsOfLayers(Path directory, Game game) throws IOException {
        SortedMap<String, Path> identities = identities(LayerFileName.in(directory));
        if (!identities.isEmpty() && !identities.containsKey(game.identity())) {
            throw new CheckFailedException(directory.resolve(Manifest.FILE_NAME) + " is of " + game.identity()
                    + ", and no layer beside it is: "
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
                    "nothing in " + directory + " tells which game the database is of: " + Manifest.FILE_NAME
                            + " is lost or damaged, and so is the header of every layer; move the layers away, and the manifest, to build anew");
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
