package granary.builder.seal;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.file.Disk;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.SealedCheck;
import granary.database.Database;
import granary.database.Listing;
import granary.format.Manifest;
import granary.format.StoringRule;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Replaces damaged sealed files of a database: by those of another copy, or by sealing a packed copy again. A file must have the
 * digest that the manifest lists, so neither copy need be trusted.
 */
public final class SealedRepair {
    private final DatabaseDirectory database;
    private final int threads;
    private final Monitor monitor;

    /**
     * Prepares the work.
     *
     * @param database the damaged database
     * @param threads the number of threads
     * @param monitor may stop the work
     */
    public SealedRepair(DatabaseDirectory database, int threads, Monitor monitor) {
        this.database = database;
        this.threads = threads;
        this.monitor = monitor;
    }

    /** Returns the listed sealed layers whose file is missing or damaged. Reads all of them. */
    public static SortedSet<Integer> damaged(Listing listing, Game game, WorkerPool pool) {
        SortedSet<Integer> damaged = new TreeSet<>();
        for (int layer : listing.manifest().sealed().keySet()) {
            if (!SealedCheck.damages(listing, game, layer, pool).isEmpty()) {
                damaged.add(layer);
            }
        }
        return damaged;
    }

    /**
     * Replaces a file.
     *
     * @param from another copy of the database, sealed or packed
     * @throws CheckFailedException when that copy does not give the file that is listed
     * @throws IOException when the disk fails
     */
    public void repair(int layer, Database from) throws IOException {
        Manifest.Entry listed = database.manifest().sealed().get(layer);
        Manifest.Entry other = from.listing().manifest().sealed().get(layer);
        boolean isRepaired = listed.equals(other)
                ? copy(layer, listed, from.listing().sealedPath(layer))
                : from.listing().manifest().layers().containsKey(layer) && seal(layer, listed, from);
        if (!isRepaired) {
            throw new CheckFailedException(from.directory() + " does not give the sealed layer " + layer + " that "
                    + database.path().resolve(Manifest.FILE_NAME)
                    + " lists: it is of another build or rule, or damaged");
        }
    }

    private boolean copy(int layer, Manifest.Entry listed, Path source) throws IOException {
        Path temporary = Disk.temporary(database.sealedPath(layer));
        try {
            Files.copy(source, temporary, StandardCopyOption.REPLACE_EXISTING);
            if (!SealedCheck.digest(temporary, new WorkerPool(threads, monitor)).equals(listed.digest())) {
                return false;
            }
            database.publishSealed(layer, listed);
            return true;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Seals a layer under each rule, as the damaged header may not tell which it was. */
    private boolean seal(int layer, Manifest.Entry listed, Database from) throws IOException {
        for (StoringRule rule : StoringRule.values()) {
            LayerSealing sealing = LayerSealing.of(from, layer, rule);
            byte[] model = sealing.train(() -> {
                monitor.check();
                return false;
            });
            try (SealedWriter writer = sealing.writer(database.sealedPath(layer), model)) {
                if (sealing.write(writer, model, threads, monitor).equals(listed)) {
                    database.publishSealed(layer, listed);
                    return true;
                }
            }
        }
        return false;
    }
}
