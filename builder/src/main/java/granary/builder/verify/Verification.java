package granary.builder.verify;

import granary.awari.Awari;
import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.FileReport;
import granary.database.Database;
import granary.error.DatabaseException;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Verifies a database: every checksum and digest, then every position against its moves.
 *
 * <p>Scores that agree with their moves are consistent, which alone does not make them true: wrong ones may support one
 * another along a cycle. Distances that agree with theirs rule that out, so with them the check is a proof, layer by layer
 * from 0 on: {@code docs/correctness.md}. Where scores tell the distance it is one by itself.
 */
public final class Verification {
    /** A layer with fewer positions is checked before others would be prepared for. */
    private static final long SMALL_LAYER = 1 << 16;

    /** The most errors that are told of a file, and of a layer's positions. */
    public static final int MAX_ERRORS = Errors.MAX;

    private final Database database;
    private final Manifest manifest;
    private final int threads;
    private final Monitor monitor;
    /** Null when positions are checked plainly. */
    private final Arrivals arrivals;

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
        this(database, manifest, threads, monitor, database.game() instanceof Awari awari ? new Arrivals(awari) : null);
    }

    private Verification(Database database, Manifest manifest, int threads, Monitor monitor, Arrivals arrivals) {
        this.database = database;
        this.manifest = manifest;
        this.threads = threads;
        this.monitor = monitor;
        this.arrivals = arrivals;
    }

    /**
     * Returns a verification of another open database of the same game, which uses what this one has prepared.
     *
     * @param otherManifest its manifest
     */
    public Verification of(Database other, Manifest otherManifest) {
        return new Verification(other, otherManifest, threads, monitor, arrivals);
    }

    /** Returns a verification that checks every position plainly, as for games without a faster way. */
    public Verification plain() {
        return new Verification(database, manifest, threads, monitor, null);
    }

    /**
     * Verifies one layer; the layers below it must exist.
     *
     * @throws DatabaseException when a checksum or digest does not match
     * @throws CheckFailedException with the position, when a score or distance contradicts those of its successors
     * @throws IOException when a file cannot be mapped
     */
    public Finding verify(int layer) throws IOException {
        monitor.phase("checksums");
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
     * @throws DatabaseException when a file is missing or damaged
     * @throws IOException when a file cannot be mapped
     */
    public Finding positions(int layer, List<String> errors) throws IOException {
        monitor.phase("positions");
        Errors found = new Errors();
        try (LayerPieces pieces = pieces(layer)) {
            LayerPieces.Check[] checks = new LayerPieces.Check[threads];
            new WorkerPool(threads, monitor).run(pieces.count(), (worker, piece) -> {
                if (checks[worker] == null) {
                    checks[worker] = pieces.check(found);
                }
                checks[worker].check(piece);
                monitor.advance(pieces.positions(piece));
            });
        }
        errors.addAll(found.messages());
        boolean withDistances = database.distanceLayers().contains(layer);
        boolean proved = withDistances || database.game().scoring().tellsDistance();
        return proved ? Finding.PROVED : Finding.CONSISTENT;
    }

    /**
     * Returns the pieces of the check of a layer's positions. What the check of several layers has in common is kept in this
     * object, so a process makes one for all. Any thread may call this.
     *
     * @throws DatabaseException when a file is missing or damaged
     * @throws IOException when a file cannot be mapped
     */
    public LayerPieces pieces(int layer) throws IOException {
        boolean byRows =
                arrivals != null && database.game().size(layer) >= SMALL_LAYER && RowPieces.canCheck(database, layer);
        return byRows ? new RowPieces(database, layer, arrivals) : new PlainPieces(database, layer);
    }
}
