package granary.builder.verify;

import granary.awari.Awari;
import granary.builder.CheckFailedException;
import granary.builder.FirstFound;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.rows.SowingEffects;
import granary.builder.store.FileReport;
import granary.builder.store.LayerFiles;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.game.Game;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * Verifies a database: every checksum and digest, then every position against its moves.
 *
 * <p>Scores that agree with their moves are consistent, which alone does not make them true: wrong ones may support one
 * another along a cycle. Distances that agree with theirs rule that out, so with them the check is a proof, layer by layer
 * from 0 on: {@code docs/correctness.md}. In games whose scores give the distance, the check is a proof by itself. Bounds are checked
 * as scores without distances are.
 */
public final class Verification {
    /** A layer with fewer positions is checked sooner by one thread than by several. */
    private static final long SMALL_LAYER = 1 << 16;

    /** The most errors that are reported of a file, and of a layer's positions. */
    public static final int MAX_ERRORS = FileReport.MAX_DAMAGES;

    /** Steps of progress a position: as many of the ten of the sweep solver take as long. */
    private static final int STEPS = 8;

    private final LayerFiles files;
    private final int threads;
    private final Monitor monitor;
    /** Null when positions are checked one by one. */
    private final SowingEffects effects;

    /** The result of a verification; it throws when it finds an error. */
    public enum Finding {
        /** The scores are true, if those of the layers below are. */
        PROVED,
        /** The scores do not contradict one another. */
        CONSISTENT
    }

    /**
     * Returns the most heap that the verification of a layer takes.
     *
     * @param byRows whether positions are checked by rows if possible
     */
    public static long heapBytes(Game game, int layer, int threads, boolean byRows) {
        long reading = threads * (long) FileDigest.SEGMENT;
        if (!byRows || !(game instanceof Awari awari) || game.size(layer) < SMALL_LAYER) {
            return reading;
        }
        long checking = threads * RowTasks.heapBytes(awari, layer, threads);
        return SowingEffects.heapBytes(awari, layer) + Math.max(reading, checking);
    }

    /** Creates a verification of a database on all processors. */
    public Verification(LayerFiles files) {
        this(files, Runtime.getRuntime().availableProcessors(), Monitor.SILENT);
    }

    /**
     * Creates a verification of a database.
     *
     * @param files the database's files, which the caller closes
     * @param monitor notified of progress; may stop it
     */
    public Verification(LayerFiles files, int threads, Monitor monitor) {
        this(files, threads, monitor, files.game() instanceof Awari awari ? new SowingEffects(awari) : null);
    }

    private Verification(LayerFiles files, int threads, Monitor monitor, SowingEffects effects) {
        this.files = files;
        this.threads = threads;
        this.monitor = monitor;
        this.effects = effects;
    }

    /** Returns a verification that looks up every move of every position, as for games without a faster check. */
    public Verification exhaustive() {
        return new Verification(files, threads, monitor, null);
    }

    /**
     * Verifies all layers that the database lists.
     *
     * @return the finding on the scores of all of them; a proof only if no layer below is missing
     * @throws DatabaseException when a checksum or digest does not match, or a file is missing
     * @throws CheckFailedException with the position, when a score or distance contradicts those of its successors
     */
    public Finding verify() {
        Finding all = Finding.PROVED;
        for (int layer : files.listing().manifest().files(FileKind.SCORES).keySet()) {
            all = verify(layer) == Finding.PROVED ? all : Finding.CONSISTENT;
        }
        return all;
    }

    /**
     * Verifies one layer; the layers below it must exist.
     *
     * @throws DatabaseException when a checksum or digest does not match
     * @throws CheckFailedException with the position, when a score or distance contradicts those of its successors
     */
    public Finding verify(int layer) {
        monitor.phase("checksums");
        List<DatabaseException> damages =
                damages(files.listing(), files.game(), layer, new WorkerPool(threads, monitor));
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
     * Returns the errors in the bytes of a layer's files: checksums, digests, and the files that they were built on. Distances may
     * be listed and absent.
     *
     * @param listing the database
     * @param pool the threads that read
     */
    public static List<DatabaseException> damages(Listing listing, Game game, int layer, WorkerPool pool) {
        List<DatabaseException> damages = new ArrayList<>();
        for (FileKind kind : FileKind.values()) {
            if (listing.has(kind, layer)) {
                damages.addAll(FileReport.damages(listing, game, kind, layer, pool));
            }
        }
        return damages;
    }

    /**
     * Checks the positions of a layer against their moves.
     *
     * @param errors receives the messages, {@link #MAX_ERRORS} at most
     * @return what is shown when there are no errors
     * @throws DatabaseException when a file is missing or damaged
     */
    public Finding positions(int layer, List<String> errors) {
        monitor.phase("positions");
        FirstFound<String> found = new FirstFound<>(MAX_ERRORS);
        LayerTasks tasks = tasks(layer);
        LongConsumer[] checks = new LongConsumer[threads];
        try {
            new WorkerPool(threads, monitor).run(tasks.count(), (worker, task) -> {
                if (checks[worker] == null) {
                    checks[worker] = tasks.check(found);
                }
                checks[worker].accept(task);
                monitor.advance(STEPS * tasks.positions(task));
            });
        } catch (InternalError e) {
            throw LayerFiles.fault(files.listing(), e);
        }
        errors.addAll(found.list());
        return isProof(layer) ? Finding.PROVED : Finding.CONSISTENT;
    }

    /**
     * Returns the steps of progress that the check of a layer's positions reports.
     *
     * @throws DatabaseException when a file is missing or damaged
     */
    public long steps(int layer) {
        LayerTasks tasks = tasks(layer);
        return STEPS * LongStream.range(0, tasks.count()).map(tasks::positions).sum();
    }

    /** Returns whether the check of a layer's positions is a proof, if that of the layers below is. */
    public boolean isProof(int layer) {
        return files.has(FileKind.DISTANCES, layer) || files.game().scoring().tellsDistance();
    }

    /**
     * Returns the tasks of the check of a layer's positions. What the check of several layers has in common is kept in this
     * object, so a process makes one for all. Any thread may call this.
     *
     * @throws DatabaseException when a file is missing or damaged
     */
    public LayerTasks tasks(int layer) {
        boolean byRows = effects != null && files.game().size(layer) >= SMALL_LAYER && RowTasks.canCheck(files, layer);
        return byRows ? new RowTasks(files, layer, effects, RowTasks.band(threads)) : new ExhaustiveTasks(files, layer);
    }
}
