package granary.database;

import granary.error.DatabaseException;
import granary.error.DifferentBuildsException;
import granary.error.WrongGameException;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.format.SealedHeader;
import granary.game.Game;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The files that the manifests of a database's directories list, and where they are. Immutable. */
public final class Listing {
    private final List<Path> directories;
    private final List<Manifest> manifests;
    private final Manifest all;

    /**
     * Reads the manifests.
     *
     * @param directories the database's directories, one at least
     * @throws WrongGameException when they are of different games
     * @throws DifferentBuildsException when they list different files for one layer
     * @throws DatabaseException as {@link Database#open(Path)}
     */
    public Listing(List<Path> directories) {
        this(List.copyOf(directories), null);
    }

    /**
     * Reads the manifests.
     *
     * @param directories one at least
     * @param known what was listed before, which must not have changed; or null
     * @throws WrongGameException when they are of different games
     * @throws DifferentBuildsException when they list different files for one layer
     * @throws DatabaseException as {@link Database#open(Path)}
     */
    Listing(List<Path> directories, Manifest known) {
        this.directories = directories;
        this.manifests = new ArrayList<>();
        Manifest sum = known;
        for (Path directory : directories) {
            Manifest manifest = DatabaseFiles.readManifest(directory);
            manifests.add(manifest);
            sum = sum == null ? manifest : sum(sum, directory, manifest);
        }
        this.all = sum;
    }

    /** Makes a listing of one directory with the manifest of its builder, which may list files that the one on the disk does not. */
    public Listing(Path directory, Manifest manifest) {
        this.directories = List.of(directory);
        this.manifests = List.of(manifest);
        this.all = manifest;
    }

    private static Manifest sum(Manifest known, Path directory, Manifest added) {
        String expected = known.game() + " " + known.parameters();
        String actual = added.game() + " " + added.parameters();
        if (!actual.equals(expected)) {
            throw new WrongGameException(
                    directory.resolve(Manifest.FILE_NAME), -1, expected, actual, "of another database than the others");
        }
        Manifest sum = known;
        for (Quantity quantity : Quantity.values()) {
            for (Map.Entry<Integer, Manifest.Entry> file : added.files(quantity).entrySet()) {
                int layer = file.getKey();
                if (isNew(
                        known.files(quantity).get(layer),
                        file.getValue(),
                        directory.resolve(quantity.fileName(layer)))) {
                    sum = sum.with(quantity, layer, file.getValue());
                }
            }
        }
        for (Map.Entry<Integer, Manifest.Entry> file : added.sealed().entrySet()) {
            int layer = file.getKey();
            if (isNew(known.sealed().get(layer), file.getValue(), directory.resolve(SealedHeader.fileName(layer)))) {
                sum = sum.withSealed(layer, file.getValue());
            }
        }
        return sum;
    }

    /** Returns whether a file was not listed before, and checks that it is no other than the one that was. */
    private static boolean isNew(Manifest.Entry before, Manifest.Entry listed, Path path) {
        if (before != null && !before.equals(listed)) {
            throw new DifferentBuildsException(
                    path,
                    -1,
                    "the digest " + before.digest(),
                    listed.digest(),
                    "of another build than the same layer elsewhere or before");
        }
        return before == null;
    }

    /** Returns the directories, one at least. */
    public List<Path> directories() {
        return directories;
    }

    /** Returns a manifest that lists what all directories list together. */
    public Manifest manifest() {
        return all;
    }

    /**
     * Makes the game that the manifests name.
     *
     * @throws DatabaseException as {@link Database#open(Path)}
     */
    public Game game() {
        return DatabaseFiles.game(directories.get(0), all);
    }

    /** Returns whether a layer's file is listed and, if it holds distances, exists: users may leave files of distances away. */
    public boolean has(Quantity quantity, int layer) {
        return all.files(quantity).containsKey(layer)
                && (quantity == Quantity.SCORES || !Files.notExists(path(quantity, layer)));
    }

    /** Returns the path of a layer's file: in the first directory that lists and has it. */
    public Path path(Quantity quantity, int layer) {
        return path(manifest -> manifest.files(quantity).containsKey(layer), quantity.fileName(layer));
    }

    /** Returns the path of a layer's sealed file: in the first directory that lists and has it. */
    public Path sealedPath(int layer) {
        return path(manifest -> manifest.sealed().containsKey(layer), SealedHeader.fileName(layer));
    }

    /** Returns the path of the file that lookups of a layer read: the sealed one where no other holds its scores. */
    Path anyPath(Quantity quantity, int layer) {
        return all.files(quantity).containsKey(layer) ? path(quantity, layer) : sealedPath(layer);
    }

    /** Returns the path of a listed file by its name: in the first directory that lists and has it. */
    public Path path(String name) {
        return path(manifest -> manifest.allFiles().containsKey(name), name);
    }

    private Path path(Predicate<Manifest> lists, String name) {
        Path path = null;
        for (int i = 0; i < manifests.size(); i++) {
            if (lists.test(manifests.get(i))) {
                Path here = directories.get(i).resolve(name);
                if (!Files.notExists(here)) { // if the user may not look at it, opening it reports the error
                    return here;
                }
                path = path == null ? here : path;
            }
        }
        return path == null ? directories.get(0).resolve(name) : path;
    }
}
