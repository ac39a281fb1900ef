package granary.builder.seal;

import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.account.LayerSizes;
import granary.builder.build.BuildListener;
import granary.builder.file.TemporaryDirectory;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.database.Database;
import granary.database.Listing;
import granary.database.OpenOptions;
import granary.format.FileKind;
import granary.storage.StorageSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * The packed files of a database for work that reads whole layers. Sealed layers are unsealed into a directory of their own first, with
 * all layers below, where they take as much of the disk as a packed database. The directory has a fixed name: where work was
 * interrupted or killed, the next finds it, goes on, and removes it. One thread uses it.
 */
public final class UnsealedFiles implements AutoCloseable {
    /** The most bytes that are unsealed where nobody said where. */
    private static final long MOST_UNASKED = 4L << 30;

    private final Database database;
    private final Path scratch;
    private final int threads;
    private final BuildListener listener;
    private final List<Database> databases = new ArrayList<>();
    /** Null until something is unsealed. */
    private DatabaseDirectory directory;

    private boolean isDone;

    /**
     * Unseals nothing yet.
     *
     * @param database the database, packed or sealed
     * @param scratch the directory for that of the unsealed layers; null for the system's directory of temporary files
     * @param threads threads that unseal
     * @param listener is told what is unsealed, and may stop the work
     */
    public UnsealedFiles(Database database, Path scratch, int threads, BuildListener listener) {
        this.database = database;
        this.scratch = scratch;
        this.threads = threads;
        this.listener = listener;
    }

    /** Returns whether layers up to a number are sealed, so that work on them needs the directory. */
    public boolean isSealed(int top) {
        return !database.listing()
                .manifest()
                .files(FileKind.SCORES)
                .keySet()
                .containsAll(database.layers().headSet(top + 1));
    }

    /**
     * Returns the files of the layers up to a number, with distances where the database has them here. The caller closes them before
     * this.
     *
     * @throws InvalidRequestException when they would take much of the system's directory of temporary files
     * @throws granary.builder.CheckFailedException when the disk has no room for them
     * @throws granary.error.DatabaseException when a sealed layer is damaged, or a layer below it is missing
     * @throws IOException when the disk fails
     */
    public LayerFiles upTo(int top) throws IOException {
        return new LayerFiles(listing(top), database.game());
    }

    /** Returns a database that holds the layers up to a number packed, which this closes; otherwise as {@link #upTo}. */
    public Database database(int top) throws IOException {
        if (!isSealed(top)) {
            return database;
        }
        Database packed = Database.open(listing(top).directories(), OpenOptions.DEFAULT);
        databases.add(packed);
        return packed;
    }

    /** Returns where the packed files are of the layers up to a number; otherwise as {@link #upTo}. */
    public Listing listing(int top) throws IOException {
        if (!isSealed(top)) {
            return database.listing();
        }
        unseal(top);
        List<Path> directories = new ArrayList<>(List.of(directory.path()));
        for (Path path : database.listing().directories()) {
            if (!(path.getFileSystem() instanceof StorageSource)) {
                directories.add(path);
            }
        }
        return new Listing(directories);
    }

    private void unseal(int top) throws IOException {
        if (directory == null) {
            long bytes = new LayerSizes(database.game()).scores(0, top);
            if (scratch == null && bytes > MOST_UNASKED) {
                throw new InvalidRequestException("layers 0 to " + top + " of " + database.directory()
                        + " are unsealed while they are read, and take " + Units.bytes(bytes)
                        + " then; name a directory for them: --scratch DIR");
            }
            directory = open();
        }
        SortedSet<Integer> layers = database.layers().headSet(top + 1);
        Unsealing.requireRoom(layers, directory, threads);
        listener.otherWorkBegins("unsealing", layers);
        try {
            new Unsealing(database, directory, threads, listener).run(layers);
        } finally {
            listener.otherWorkEnds();
        }
    }

    /** Takes a directory that no other process uses, whatever a killed one left there. */
    private DatabaseDirectory open() throws IOException {
        String name = "granary-" + System.getProperty("user.name") + "-"
                + database.game().identity().replaceAll("[^A-Za-z0-9]+", "-") + "-unsealed";
        Path parent = scratch == null ? Path.of(System.getProperty("java.io.tmpdir")) : scratch;
        for (int number = 1; ; number++) {
            try {
                return new DatabaseDirectory(parent.resolve(number == 1 ? name : name + "-" + number), database.game());
            } catch (InvalidRequestException e) {
                // In use: the next is tried.
            }
        }
    }

    /** Says that the work is done, so that what was unsealed will not be needed again. */
    public void done() {
        isDone = true;
    }

    /** Removes what was unsealed, unless the user named the place and the work on it was not done: then the next goes on with it. */
    @Override
    public void close() throws IOException {
        databases.forEach(Database::close);
        databases.clear();
        if (directory != null) {
            directory.close();
            if (isDone || scratch == null) {
                TemporaryDirectory.delete(directory.path());
            }
            directory = null;
        }
    }
}
