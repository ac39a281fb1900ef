package granary.builder.verify;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.FileReport;
import granary.database.Database;
import granary.error.DatabaseException;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.game.Game;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Verifies a database: every checksum and digest, then every position against its moves.
 *
 * <p>Scores that agree with their moves are consistent, which alone does not make them true: wrong ones may support one
 * another along a cycle. Distances that agree with theirs rule that out, so with them the check is a proof, layer by layer
 * from 0 on: {@code docs/correctness.md}. Where scores tell the distance it is one by itself.
 */
public final class Verification {
    private static final long CHUNK = 1 << 14;

    /** The most errors that are told of a file, and of a layer's positions. */
    public static final int MAX_ERRORS = FileReport.MAX_DAMAGES;

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
     * @throws DatabaseException when a checksum or digest does not match
     * @throws CheckFailedException with the position, when a score or distance contradicts those of its successors
     */
    public Finding verify(int layer) {
        List<DatabaseException> damages =
                damages(database.directory(), database.game(), manifest, layer, new WorkerPool(threads, monitor));
        if (!damages.isEmpty()) {
            throw damages.getFirst();
        }
        List<String> errors = new ArrayList<>();
        Finding finding = positions(layer, errors);
        if (!errors.isEmpty()) {
            throw new CheckFailedException(errors.getFirst());
        }
        return finding;
    }

    /**
     * Returns what is wrong with the bytes of a layer's files: checksums, digests, and what they were built on. Distances that
     * are listed and not there were left away.
     *
     * @param directory the database's directory
     * @param pool the threads that read
     */
    public static List<DatabaseException> damages(
            Path directory, Game game, Manifest manifest, int layer, WorkerPool pool) {
        List<DatabaseException> damages = new ArrayList<>();
        for (Quantity quantity : Quantity.values()) {
            boolean isThere = quantity == Quantity.SCORES || Files.exists(directory.resolve(quantity.fileName(layer)));
            if (isThere && manifest.files(quantity).containsKey(layer)) {
                damages.addAll(
                        FileReport.of(directory, game, quantity, layer, pool).against(manifest));
            }
        }
        return damages;
    }

    /**
     * Checks the positions of a layer against their moves.
     *
     * @param errors where messages go, {@link #MAX_ERRORS} at most
     * @return what is shown when there are no errors
     */
    public Finding positions(int layer, List<String> errors) {
        monitor.phase("positions");
        SortedMap<Long, String> found = new ConcurrentSkipListMap<>();
        new WorkerPool(threads, monitor).forRange(database.game().size(layer), CHUNK, (from, to) -> {
            if (found.size() < MAX_ERRORS) {
                new PositionCheck(database, layer, found).check(from, to);
            }
            monitor.advance(to - from);
        });
        found.values().stream().limit(MAX_ERRORS).forEach(errors::add);
        boolean withDistances = database.distanceLayers().contains(layer);
        boolean proved = withDistances || database.game().scoring().tellsDistance();
        return proved ? Finding.PROVED : Finding.CONSISTENT;
    }
}
