package granary.database;

import granary.error.DatabaseException;
import granary.error.DifferentBuildsException;
import granary.error.WrongGameException;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The files that the manifests of a database's directories list, and where they are. Immutable. */
public final class Listing {
    private final List<Path> directories;
    /** For each directory, what it lists by the files' names. */
    private final List<Map<String, Manifest.Entry>> files;

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
     * @throws IllegalArgumentException when there is no directory
     * @throws WrongGameException when they are of different games
     * @throws DifferentBuildsException when they list different files for one layer
     * @throws DatabaseException as {@link Database#open(Path)}
     */
    Listing(List<Path> directories, Manifest known) {
        if (directories.isEmpty()) {
            throw new IllegalArgumentException("a database has a directory at least");
        }
        this.directories = directories;
        this.files = new ArrayList<>();
        Manifest sum = known;
        for (Path directory : directories) {
            Manifest manifest = DatabaseFiles.readManifest(directory);
            files.add(manifest.allFiles());
            sum = sum == null ? manifest : sum(sum, directory, manifest);
        }
        this.all = sum;
    }

    /** Makes a listing of one directory with the manifest of its builder, which may list files that the one on the disk does not. */
    public Listing(Path directory, Manifest manifest) {
        this.directories = List.of(directory);
        this.files = List.of(manifest.allFiles());
        this.all = manifest;
    }

    private static Manifest sum(Manifest known, Path directory, Manifest added) {
        String expected = known.game() + " " + known.parameters();
        String actual = added.game() + " " + added.parameters();
        if (!actual.equals(expected)) {
            throw new WrongGameException(
                    directory.resolve(Manifest.FILE_NAME), -1, expected, actual, "of another database than the others");
        }
        Map<String, Manifest.Entry> before = known.allFiles();
        for (Map.Entry<String, Manifest.Entry> file : added.allFiles().entrySet()) {
            Manifest.Entry listed = before.get(file.getKey());
            if (listed != null && !listed.equals(file.getValue())) {
                throw new DifferentBuildsException(
                        directory.resolve(file.getKey()),
                        -1,
                        "the digest " + listed.digest(),
                        file.getValue().digest(),
                        "of another build than the same layer elsewhere or before");
            }
        }
        return known.with(added);
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
    public boolean has(FileKind kind, int layer) {
        return all.entry(kind, layer) != null && (kind != FileKind.DISTANCES || !Files.notExists(path(kind, layer)));
    }

    /** Returns the path of a layer's file: in the first directory that lists and has it. */
    public Path path(FileKind kind, int layer) {
        return path(kind.fileName(layer));
    }

    /** Returns the path of a listed file by its name: in the first directory that lists and has it. */
    public Path path(String name) {
        Path path = null;
        for (int i = 0; i < files.size(); i++) {
            if (files.get(i).containsKey(name)) {
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
