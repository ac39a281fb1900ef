package granary.builder.seal;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.account.LayerSizes;
import granary.builder.database.BuildListener;
import granary.builder.file.TemporaryDirectory;
import granary.builder.store.BuilderLock;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.database.Database;
import granary.database.Listing;
import granary.database.OpenOptions;
import granary.error.DatabaseException;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.storage.Access;
import granary.storage.DirectorySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * The packed files of a database for work that reads whole layers. Sealed layers are unsealed into a directory of their own first, with
 * all layers below, where they take as much of the disk as a packed database. Where the user names the place, the directory is named
 * after the database: where work on it was interrupted or killed, the next finds it, goes on, and removes it. In the system's directory
 * of temporary files each run has its own, and removes those of killed ones. One thread uses it.
 */
public final class UnsealedFiles implements AutoCloseable {
    /** The most bytes that are unsealed where nobody said where. */
    private static final long MOST_UNASKED = 4L << 30;

    /** No user would name a directory of his own so. */
    private static final String PREFIX = "granary-unsealed-layers-";

    /** The digits of a digest in the name of a directory. */
    private static final int DIGITS = 12;

    private final Database database;
    private final Path scratch;
    private final int threads;
    private final BuildListener listener;
    private final List<Database> databases = new ArrayList<>();
    /** Null until something is unsealed. */
    private DatabaseDirectory directory;

    /** Null until something is unsealed, and where the user named the place. */
    private TemporaryDirectory temporary;

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
        Database packed = Database.open(listing(top), OpenOptions.DEFAULT);
        databases.add(packed);
        return packed;
    }

    /** Returns where the packed files are of the layers up to a number; otherwise as {@link #upTo}. */
    public Listing listing(int top) throws IOException {
        return listing(top, 0, null);
    }

    /**
     * Returns the same where files are made of the packed ones: a disk that holds both must have room for both before anything is
     * unsealed.
     *
     * @param others bytes of the files that are made
     * @param place the directory that they come to lie in; null where there are none
     */
    public Listing listing(int top, double others, Path place) throws IOException {
        if (!isSealed(top)) {
            return database.listing();
        }
        unseal(top, others, place);
        return over(directory, database.listing());
    }

    /** The directory of unsealed layers, and behind it that of the database. */
    private static final class Both extends DirectorySource {
        private final DirectorySource behind;

        Both(Path directory, DirectorySource behind) {
            super(directory, Access.MAPPED);
            this.behind = behind;
        }

        @Override
        public Path path(String name) {
            Path path = super.path(name);
            return Files.exists(path) ? path : behind.path(name);
        }

        @Override
        public Set<String> names() throws IOException {
            Set<String> names = super.names();
            names.addAll(behind.names());
            return names;
        }
    }

    /** Returns a listing of unsealed layers, and of what else a database has. */
    public static Listing over(DatabaseDirectory unsealed, Listing database) {
        return new Listing(
                new Both(unsealed.path(), LayerFiles.directory(database.source())),
                database.manifest().with(unsealed.manifest()));
    }

    private void unseal(int top, double others, Path place) throws IOException {
        SortedSet<Integer> layers = database.layers().headSet(top + 1);
        if (directory == null) {
            long bytes = new LayerSizes(database.game()).scores(0, top);
            if (scratch == null && bytes > MOST_UNASKED) {
                throw new InvalidRequestException("layers 0 to " + top + " of " + database.where()
                        + " are unsealed while they are read, and take " + Units.bytes(bytes)
                        + " then; name a directory for them: --scratch DIR");
            }
            directory = open();
        }
        boolean isOneDisk = place != null && Files.getFileStore(place).equals(Files.getFileStore(directory.path()));
        int within = Unsealing.require(database, layers, directory, threads, isOneDisk ? others : 0);
        listener.otherWorkBegins("unsealing", layers);
        try {
            try {
                new Unsealing(database, directory, within, listener).run(layers);
            } catch (DatabaseException e) {
                if (!e.where().startsWith(directory.path().toString())) {
                    throw e;
                }
                // What an interrupted run left is damaged: begun anew.
                DatabaseDirectory damaged = directory;
                directory = null;
                damaged.delete();
                directory = open();
                new Unsealing(database, directory, within, listener).run(layers);
            }
        } finally {
            listener.otherWorkEnds();
        }
    }

    /** Takes a directory that no other run uses. */
    private DatabaseDirectory open() throws IOException {
        if (scratch == null && temporary == null) {
            temporary = TemporaryDirectory.create();
        }
        Path place = scratch == null ? temporary.path() : scratch;
        Manifest manifest = database.listing().manifest();
        SortedMap<Integer, Manifest.Entry> sealed = manifest.files(FileKind.SEALED);
        String name = PREFIX + sealed.get(sealed.lastKey()).digest().substring(0, DIGITS);
        for (int number = 1; ; number++) {
            Path path = place.resolve(number == 1 ? name : name + "-" + number);
            try {
                return new DatabaseDirectory(path, database.game());
            } catch (InvalidRequestException e) {
                // Another run works there: the next name is tried.
            } catch (NoSuchFileException e) {
                if (Files.exists(path)) {
                    throw e;
                }
                number--; // another run has just removed what it unsealed there
            } catch (CheckFailedException | DatabaseException e) {
                deleteUnused(path); // its manifest is damaged or lost: begun anew
                number--;
            }
        }
    }

    private static void deleteUnused(Path left) throws IOException {
        try (BuilderLock lock = BuilderLock.take(left)) {
            lock.deleteDirectory();
        } catch (InvalidRequestException e) {
            // Another run works there.
        } catch (NoSuchFileException e) {
            if (Files.exists(left)) {
                throw e;
            }
        }
    }

    /** Says that the work is done, so that what was unsealed will not be needed again. */
    public void done() {
        isDone = true;
    }

    /** Removes what was unsealed, unless the user named the place and the work on it was not done: then the next goes on with it. */
    @Override
    @SuppressWarnings("try") // the place is closed last, and not used
    public void close() throws IOException {
        databases.forEach(Database::close);
        DatabaseDirectory unsealed = directory;
        directory = null;
        try (TemporaryDirectory place = temporary) {
            boolean isUseful = unsealed != null && scratch != null && !isDone;
            if (isUseful && !unsealed.manifest().scoreLayers().isEmpty()) {
                unsealed.close();
            } else if (unsealed != null) {
                unsealed.delete();
            }
        }
    }
}
