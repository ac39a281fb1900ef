package granary.builder.verify;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.LayerCheck;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.error.ChecksumException;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.storage.Access;
import granary.storage.Storage;
import java.nio.file.Path;

/**
 * Verifies a database: every checksum and digest, then every position against its moves.
 *
 * <p>Scores that agree with their moves are consistent, which alone does not make them true: wrong ones may support one
 * another along a cycle. Distances that agree with theirs rule that out, so with them the check is a proof, layer by layer
 * from 0 on: {@code docs/correctness.md}. Where scores tell the distance it is one by itself.
 */
public final class Verification {
    private static final long CHUNK = 1 << 14;

    private final Database database;
    private final Manifest manifest;
    private final int threads;
    private final Monitor monitor;

    /** What a verification found; it throws when it finds an error. */
    public enum Finding {
        /** The scores are true, if those of the layers below are. */
        PROVED,
        /** The scores do not contradict one another. */
        CONSISTENT
    }

    /**
     * Creates a verification of an open database.
     *
     * @param manifest the database's manifest
     */
    public Verification(Database database, Manifest manifest, int threads, Monitor monitor) {
        this.database = database;
        this.manifest = manifest;
        this.threads = threads;
        this.monitor = monitor;
    }

    /**
     * Verifies one layer; the layers below it must exist.
     *
     * @throws granary.error.DatabaseException when a checksum or digest does not match
     * @throws CheckFailedException with the position, when a score or distance contradicts those of its successors
     */
    public Finding verify(int layer) {
        boolean withDistances = database.distanceLayers().contains(layer);
        monitor.phase("checksums");
        checkBytes(Quantity.SCORES, layer);
        if (withDistances) {
            checkBytes(Quantity.DISTANCES, layer);
        }
        monitor.phase("positions");
        new WorkerPool(threads, monitor).forRange(database.game().size(layer), CHUNK, (from, to) -> {
            new PositionCheck(database, layer).check(from, to);
            monitor.advance(to - from);
        });
        boolean proved = withDistances || database.game().scoring().tellsDistance();
        return proved ? Finding.PROVED : Finding.CONSISTENT;
    }

    private void checkBytes(Quantity quantity, int layer) {
        Path path = database.directory().resolve(quantity.fileName(layer));
        Manifest.Entry entry = manifest.files(quantity).get(layer);
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED)) {
            LayerHeader header = DatabaseFiles.readHeader(path, storage, database.game(), quantity, layer);
            DatabaseFiles.checkLength(path, storage, entry);
            String digest = new LayerCheck(path, storage, header, new WorkerPool(threads, monitor)).digest(damage -> {
                throw damage;
            });
            if (!digest.equals(entry.digest())) {
                throw new ChecksumException(
                        path, -1, "digest " + entry.digest(), digest, "not the file that the manifest lists");
            }
        }
    }
}
