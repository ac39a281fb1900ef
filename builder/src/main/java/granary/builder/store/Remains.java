package granary.builder.store;

import granary.builder.CheckFailedException;
import granary.database.DatabaseFiles;
import granary.error.ChecksumException;
import granary.error.CorruptFileException;
import granary.error.DatabaseException;
import granary.error.NotADatabaseException;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.format.SealedHeader;
import granary.game.Game;
import granary.sealed.SealedTable;
import granary.storage.Access;
import granary.storage.Storage;
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
import java.util.TreeMap;

/**
 * What the manifest and the file names tell of a database that may be damaged: its game, and which files it is to have.
 * These are all layers up to the last one that the manifest lists or that a build left unlisted. If the manifest is lost or
 * damaged, every file that has the name of a layer's file counts, whatever it holds.
 *
 * @param directory its directory
 * @param game its game: the manifest's, or else the only one among whole headers
 * @param manifest the manifest, empty when it is lost or damaged
 * @param manifestDamage what is wrong with the manifest, null when it is whole
 * @param last the last layer of each quantity, -1 for none
 * @param sealed the headers of sealed files, listed or not, that belong to the game and can be read
 * @param strays files that have the name of a layer above the last, are not listed, and were not left by a build
 */
public record Remains(
        Path directory,
        Game game,
        Manifest manifest,
        DatabaseException manifestDamage,
        Map<Quantity, Integer> last,
        SortedMap<Integer, SealedHeader> sealed,
        List<Path> strays) {

    /**
     * Reads the manifest and, when it is lost or damaged, the layers' headers.
     *
     * @throws CheckFailedException when the game cannot be determined, when the headers or the manifest name different games, or
     *     when a directory has the name of a layer's file
     * @throws DatabaseException when there is no database, or one of an unknown game or a later version
     * @throws IOException when the directory cannot be read
     */
    public static Remains of(Path directory) throws IOException {
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
            if (files.isEmpty()) {
                throw e;
            }
            Manifest empty = manifestOfHeaders(directory, files);
            return of(directory, DatabaseFiles.game(directory, empty), empty, e);
        }
    }

    private static Remains of(Path directory, Game game, Manifest manifest, DatabaseException damage)
            throws IOException {
        Map<Quantity, Integer> last = new EnumMap<>(Quantity.class);
        for (Quantity quantity : Quantity.values()) {
            SortedMap<Integer, Manifest.Entry> listed = manifest.files(quantity);
            last.put(quantity, listed.isEmpty() ? -1 : listed.lastKey());
        }
        List<LayerFileName> others = new ArrayList<>();
        for (LayerFileName file : LayerFileName.in(directory)) {
            if (file.layer() <= game.topLayer()) {
                if (!Files.isRegularFile(file.path())) {
                    throw new CheckFailedException(file.path() + " is not a file; move it away");
                }
                boolean isListed = manifest.files(file.quantity()).containsKey(file.layer());
                if (isListed || damage != null || file.isOf(game)) {
                    last.merge(file.quantity(), file.layer(), Math::max);
                    last.merge(Quantity.SCORES, file.layer(), Math::max);
                } else {
                    others.add(file);
                }
            }
        }
        List<Path> strays = others.stream()
                .filter(file -> file.layer() > last.get(file.quantity()))
                .map(LayerFileName::path)
                .toList();
        if (game.scoring().tellsDistance()) {
            last.put(Quantity.DISTANCES, -1);
        }
        return new Remains(directory, game, manifest, damage, last, sealed(directory, game), strays);
    }

    /**
     * Returns whether the database is to have a file.
     *
     * @param withMissing whether it is to have distances that are missing
     */
    public boolean wants(Quantity quantity, int layer, boolean withMissing) {
        return layer <= last.get(quantity)
                && !(quantity == Quantity.SCORES && isSealed(layer))
                && (withMissing
                        || quantity == Quantity.SCORES
                        || Files.exists(directory.resolve(quantity.fileName(layer))));
    }

    /** Returns whether the database has the scores of a layer sealed alone. */
    public boolean isSealed(int layer) {
        return (manifest.sealed().containsKey(layer) || sealed.containsKey(layer))
                && !manifest.layers().containsKey(layer)
                && Files.notExists(sealedPath(layer).resolveSibling(Quantity.SCORES.fileName(layer)));
    }

    /** Returns the path of a layer's sealed file. */
    public Path sealedPath(int layer) {
        return directory.resolve(SealedHeader.fileName(layer));
    }

    private static SortedMap<Integer, SealedHeader> sealed(Path directory, Game game) {
        SortedMap<Integer, SealedHeader> headers = new TreeMap<>();
        for (int layer = 1; layer <= game.topLayer() && SealedTable.isPossible(game); layer++) {
            Path path = directory.resolve(SealedHeader.fileName(layer));
            if (Files.isRegularFile(path)) {
                try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED)) {
                    headers.put(layer, DatabaseFiles.readSealedHeader(path, storage, game, layer));
                } catch (DatabaseException e) {
                    // Where it is listed, the check of its bytes finds this, too.
                }
            }
        }
        return headers;
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

    /** Returns a manifest of the game that the headers name, without layers. */
    private static Manifest manifestOfHeaders(Path directory, List<LayerFileName> files) throws IOException {
        SortedMap<String, Path> identities = identities(files);
        if (identities.isEmpty()) {
            throw new CheckFailedException("nothing in " + directory + " tells which game the database is of: "
                    + Manifest.FILE_NAME + " is lost or damaged, and so is the header of every layer");
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
