package granary.exchange.vu;

import granary.builder.FirstFound;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.format.LayerTable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Compares a layer with a file of the VU database, using several threads. */
final class Comparison {
    private static final int PART = 1 << 20;

    /** The number of differences to keep. */
    private static final int DIFFERENCES = 10;

    private final VuFile file;
    private final LayerTable table;
    private final int seeds;
    private final AtomicLong compared = new AtomicLong();
    private final AtomicLong notAvailable = new AtomicLong();
    private final AtomicLong different = new AtomicLong();
    private final FirstFound<Difference> first = new FirstFound<>(DIFFERENCES);

    private Comparison(VuFile file, LayerTable table, int seeds) {
        this.file = file;
        this.table = table;
        this.seeds = seeds;
    }

    /**
     * A board for which the two databases hold different scores.
     *
     * @param rank the board's rank in the layer
     * @param theirs the score in the VU file
     * @param ours the score in the Granary database
     */
    record Difference(long rank, int theirs, int ours) {}

    /**
     * The result of a comparison.
     *
     * @param compared positions compared
     * @param notAvailable positions whose scores the file marks as not available
     * @param different positions whose scores differ
     * @param first the first positions that differ, at most ten, in rank order
     */
    record Result(long compared, long notAvailable, long different, List<Difference> first) {}

    /**
     * Compares a layer.
     *
     * @throws granary.error.DatabaseException when a file has the wrong length or holds a byte that is not a score
     * @throws IOException when the file cannot be opened
     */
    static Result of(VuDatabase source, LayerTable table, int seeds, int threads, Monitor monitor) throws IOException {
        try (VuFile file = source.open(seeds)) {
            Comparison comparison = new Comparison(file, table, seeds);
            try {
                new WorkerPool(threads, monitor).forRange(table.positions(), PART, (from, to) -> {
                    comparison.compare(from, to);
                    monitor.advance(to - from);
                });
            } catch (InternalError e) {
                throw file.fault(e);
            }
            return comparison.result();
        }
    }

    private void compare(long from, long to) {
        int[] ours = new int[(int) (to - from)];
        table.values(from, ours.length, ours, 0);
        VuFile.Part theirs = file.part(from, to);
        int[] left = {theirs.scores().length};
        Runs.visit(seeds, from, to, (rank, length, isStored) -> {
            if (isStored) {
                for (int i = 0; i < length; i++) {
                    byte score = theirs.scores()[--left[0]];
                    if (score != ours[(int) (rank - from) + i]) {
                        file.check(theirs.first() + left[0], score);
                        differ(rank + i, score, ours[(int) (rank - from) + i]);
                    }
                }
            }
        });
        compared.addAndGet(theirs.scores().length);
    }

    private void differ(long rank, byte theirs, int ours) {
        if (theirs == VuFile.NOT_AVAILABLE) {
            notAvailable.incrementAndGet();
            return;
        }
        different.incrementAndGet();
        first.add(rank, new Difference(rank, theirs, ours));
    }

    private Result result() {
        return new Result(compared.get() - notAvailable.get(), notAvailable.get(), different.get(), first.list());
    }
}
