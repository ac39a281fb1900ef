package granary.exchange.vu;

import granary.builder.FirstFound;
import granary.builder.Monitor;
import granary.builder.Units;
import granary.builder.WorkerPool;
import granary.exchange.ForeignLayers.Findings;
import granary.format.LayerTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Compares a layer with a file of the VU database, using several threads. */
final class Comparison {
    private static final int PART = 1 << 20;

    /** The number of differences to show. */
    private static final int DIFFERENCES = 10;

    private final VuFile file;
    private final LayerTable table;
    private final int seeds;
    private final AtomicLong compared = new AtomicLong();
    private final AtomicLong notAvailable = new AtomicLong();
    private final AtomicLong different = new AtomicLong();
    private final FirstFound<String> first = new FirstFound<>(DIFFERENCES);

    Comparison(VuFile file, LayerTable table, int seeds) {
        this.file = file;
        this.table = table;
        this.seeds = seeds;
    }

    /**
     * Compares the layer.
     *
     * @throws granary.error.DatabaseException when the file holds a byte that is not a score, or cannot be read
     */
    Findings run(int threads, Monitor monitor) {
        try {
            new WorkerPool(threads, monitor).forRange(table.positions(), PART, (from, to) -> {
                compare(from, to);
                monitor.advance(to - from);
            });
        } catch (InternalError e) {
            throw file.fault(e);
        }
        List<String> lines = new ArrayList<>();
        lines.add("  " + Units.count(compared.get() - notAvailable.get()) + " compared, " + Units.count(different.get())
                + " differ"
                + (notAvailable.get() == 0 ? "" : ", " + Units.count(notAvailable.get()) + " not available"));
        lines.addAll(first.list());
        return new Findings(different.get(), lines);
    }

    private void compare(long from, long to) {
        int[] ours = new int[(int) (to - from)];
        table.values(from, ours.length, ours, 0);
        VuFile.Part theirs = file.part(from, to);
        int[] left = {theirs.scores().length};
        VuIndex.visitRuns(seeds, from, to, (rank, length, isStored) -> {
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
        if (first.wants(rank)) {
            int[] board = new int[VuIndex.PITS];
            VuDatabase.GAME.unrank(seeds, rank, board);
            first.add(rank, "  " + VuDatabase.GAME.notation().text(board) + ": theirs " + theirs + ", ours " + ours);
        }
    }
}
