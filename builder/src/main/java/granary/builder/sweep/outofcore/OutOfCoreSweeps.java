package granary.builder.sweep.outofcore;

import granary.builder.Monitor;
import granary.builder.memory.BufferPool;
import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.layer.PartitionSweeps;
import granary.builder.sweep.layer.PositionValues;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.layer.SweepProgress;
import granary.builder.sweep.layer.SweepTask;
import granary.builder.sweep.layer.Sweeps;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Sweeps over a layer, {@link PartitionGroups group} by group and round after round, until nothing changes. Groups take turns in a fixed
 * order, so it is known what is needed when, and {@link BufferPool} keeps what is needed again soonest. What is in memory is
 * swept over some times, while the disk fetches what the next group lacks.
 *
 * <p>A round evaluates every position, so none can be affected by changes of earlier rounds any more. Once those of a round
 * affect few positions, {@link PositionRounds} do the rest.
 */
final class OutOfCoreSweeps {
    /** With one sweep a layer of 26 seeds takes twice the rounds. */
    private static final int FEWEST_SWEEPS = 2;
    /** Sweeps cost little while the disk is busy, but more than this number change hardly anything. */
    private static final int MOST_SWEEPS = 4;
    /** Candidates are few when they are at most one position in this number: there rounds of either kind take as long, at 26 seeds. */
    static final int POSITIONS_A_CANDIDATE = 512;
    /** Candidates may take one byte in this number of the heap. */
    private static final int HEAP_SHARE = 16;

    /** 256 MiB, which leaves room for the tables of 48 seeds in 8 GiB. */
    private static final int MOST_CANDIDATES = 1 << 25;

    private static final long COPIES = 3;
    /** Tiles of either mover in one task: about a millisecond of work. */
    private static final int TILES = 128;

    private final SweepLayer layer;
    private final BufferPool buffers;
    private final List<PartitionGroups.Group> groups;
    private final Candidates candidates;
    private final CandidateFinder[] finders;
    private final PartitionSweeps[] sweeps;
    private final PositionRounds positions;

    OutOfCoreSweeps(
            SweepLayer layer,
            BufferPool buffers,
            PartitionPages pages,
            List<PartitionGroups.Group> groups,
            IntFunction<Candidates> room) {
        this.layer = layer;
        this.buffers = buffers;
        this.groups = groups;
        candidates = room.apply(mostCandidates(layer.shape.positions()));
        PositionValues values = new PositionValues(layer.values, layer.conversions);
        finders = new CandidateFinder[layer.pool.threads()];
        sweeps = new PartitionSweeps[finders.length];
        for (int i = 0; i < finders.length; i++) {
            finders[i] = new CandidateFinder(layer, values, candidates);
            sweeps[i] = sweeps(finders[i]);
        }
        positions = new PositionRounds(layer, buffers, pages, values, candidates, finders);
    }

    private PartitionSweeps sweeps(CandidateFinder finder) {
        return new PartitionSweeps(layer, (block, mover, opponent, opponents, kernels) -> {
            buffers.markDirty(block.values.place(opponent, mover), ArrayBlock.lineBytes(opponents));
            finder.changed(block, mover, opponent, opponents, kernels);
        });
    }

    private static int mostCandidates(long positions) {
        long room = Runtime.getRuntime().maxMemory() / HEAP_SHARE / Long.BYTES;
        return (int) Math.min(room, few(positions));
    }

    /** Returns the number of candidates that count as few. */
    static long few(long positions) {
        return Math.min(MOST_CANDIDATES, positions / POSITIONS_A_CANDIDATE);
    }

    /** Returns the most heap that the candidates of a layer take, with the copies that {@link PositionRounds} makes of them. */
    static long heapBytes(long positions) {
        return COPIES * Long.BYTES * few(positions);
    }

    /** Sweeps until nothing changes, and reports steps of progress. */
    void run(Monitor monitor, long steps) throws IOException {
        SweepProgress progress =
                new SweepProgress(monitor, steps, layer.shape.positions(), layer.kernels.propagationShare());
        int round = 0;
        do {
            monitor.phase(Sweeps.PHASE);
            candidates.clear();
            long stepsPerGroup = progress.begin(false, groups.size());
            long sum = 0;
            for (int i = 0; i < groups.size(); i++) {
                sum += work(i);
                monitor.advance(stepsPerGroup);
            }
            monitor.sweep(++round, sum);
            progress.end(sum);
            if (candidates.isComplete()) {
                round = positions.run(round, monitor, progress);
            }
        } while (!candidates.isComplete());
        progress.end(0);
    }

    /** Sweeps over a group, and returns the number of values changed in it. */
    private long work(int number) throws IOException {
        PartitionGroups.Group group = groups.get(number);
        List<BitSet> next = IntStream.range(1, groups.size())
                .mapToObj(i -> groups.get((number + i) % groups.size()).needs())
                .toList();
        buffers.load(group.needs(), next);
        List<SweepTask> tasks = group.partitions().stream()
                .flatMap(partition -> SweepTask.of(layer.shape, partition, TILES).stream())
                .toList();
        long sum = 0;
        long last;
        int count = 0;
        do {
            last = sweep(tasks);
            sum += last;
            count++;
        } while (last > 0 && (count < FEWEST_SWEEPS || count < MOST_SWEEPS && buffers.isBusy()));
        buffers.flushMarks();
        return sum;
    }

    private long sweep(List<SweepTask> tasks) {
        LongAdder changed = new LongAdder();
        layer.pool.run(tasks.size(), (worker, number) -> {
            changed.add(sweeps[worker].sweep(tasks.get((int) number)));
            finders[worker].flush();
        });
        return changed.sum();
    }
}
