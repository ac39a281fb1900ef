package granary.builder.sweep.outofcore;

import granary.builder.Monitor;
import granary.builder.memory.BufferPool;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.layer.ChangePropagation;
import granary.builder.sweep.layer.PositionValues;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.layer.SweepProgress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

/**
 * Ends the work on a layer when few positions can still change: only these {@link Candidates} are looked at, round after round. A
 * look at its own value alone shows whether a candidate rises, and mostly that it does not change at all; so only the
 * others need their successors in memory, and are evaluated.
 *
 * <p>A position becomes a candidate after a successor has changed, each time. So when none are left, all positions
 * are worth the best that they offer.
 */
final class PositionRounds {
    /** The share of the memory for what is worked on at a time, so that the next fits, too. */
    private static final double GROUP_SHARE = 0.45;
    /** Candidates in one task: less than a millisecond of work. */
    private static final int TOGETHER = 1 << 11;
    /** Stands for a candidate that needs no other look; no code. */
    private static final long DONE = 0;

    private final SweepLayer layer;
    private final BufferPool buffers;
    private final PartitionPages pages;
    private final PositionValues values;
    private final Candidates candidates;
    private final CandidateFinder[] finders;
    private final LongAdder changed = new LongAdder();

    PositionRounds(
            SweepLayer layer,
            BufferPool buffers,
            PartitionPages pages,
            PositionValues values,
            Candidates candidates,
            CandidateFinder[] finders) {
        this.layer = layer;
        this.buffers = buffers;
        this.pages = pages;
        this.values = values;
        this.candidates = candidates;
        this.finders = finders;
    }

    /**
     * Works until no candidates are left, or there are too many.
     *
     * @param done the number of rounds so far
     * @return the number of rounds then
     */
    int run(int done, Monitor monitor, SweepProgress progress) throws IOException {
        int round = done;
        while (!candidates.isEmpty()) {
            monitor.phase(ChangePropagation.PHASE);
            long steps = progress.begin(true, 1);
            changed.reset();
            long[] left = {};
            while (!candidates.isEmpty()) { // twice: what rises makes others fall
                long[] passed = look(candidates.take(), pages::addOwn, this::raise);
                left = Candidates.united(LongStream.concat(Arrays.stream(left), Arrays.stream(passed))
                        .toArray());
            }
            look(left, pages::addNeeds, this::evaluate);
            monitor.advance(steps);
            monitor.sweep(++round, changed.sum());
            progress.end(changed.sum());
        }
        return round;
    }

    /** Finds the pages that a look at a candidate needs. */
    private interface PageNeeds {
        /** Adds its pages, and returns how many were new. */
        int add(MoverBlock block, int mover, int opponent, BitSet pages);
    }

    private interface Look {
        /** Returns whether another look is needed. */
        boolean at(int worker, MoverBlock block, int mover, int opponent, int level);
    }

    private record Group(int from, int to, BitSet pages) {}

    /** Looks at candidates, and returns those that need another look. */
    private long[] look(long[] codes, PageNeeds needs, Look look) throws IOException {
        List<Group> groups = groups(codes, needs);
        List<BitSet> needed = groups.stream().map(Group::pages).toList();
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            buffers.load(group.pages, needed.subList(i + 1, needed.size()));
            int tasks = (group.to - group.from + TOGETHER - 1) / TOGETHER;
            layer.pool.run(tasks, (worker, number) -> {
                int from = group.from + (int) number * TOGETHER;
                look(codes, from, Math.min(from + TOGETHER, group.to), worker, look);
                finders[worker].flush();
            });
            buffers.flushMarks();
        }
        return Arrays.stream(codes).filter(code -> code != DONE).toArray();
    }

    private void look(long[] codes, int from, int to, int worker, Look look) {
        for (int i = from; i < to; i++) {
            long code = codes[i];
            MoverBlock block = layer.blocks[Candidates.moverSeeds(code)];
            if (!look.at(worker, block, Candidates.mover(code), Candidates.opponent(code), Candidates.level(code))) {
                codes[i] = DONE;
            }
        }
    }

    private List<Group> groups(long[] codes, PageNeeds needs) {
        List<Group> groups = new ArrayList<>();
        int mostOfOne = layer.shape.awari.pits() + 2; // the successors', its own, and that of its conversion value
        int most = Math.min(
                (int) (GROUP_SHARE * buffers.pages().budget()), buffers.pages().budget() - mostOfOne);
        int from = 0;
        int count = 0;
        BitSet needed = new BitSet();
        for (int i = 0; i < codes.length; i++) {
            long code = codes[i];
            MoverBlock block = layer.blocks[Candidates.moverSeeds(code)];
            count += needs.add(block, Candidates.mover(code), Candidates.opponent(code), needed);
            if (count >= most || i == codes.length - 1) {
                groups.add(new Group(from, i + 1, needed));
                from = i + 1;
                count = 0;
                needed = new BitSet();
            }
        }
        return groups;
    }

    /** Needs the value of the position alone; returns whether it may fall. */
    private boolean raise(int worker, MoverBlock block, int mover, int opponent, int level) {
        int score = -values.get(block, mover, opponent);
        if (level > 0) {
            store(worker, block, mover, opponent, Math.max(level, score));
            return false;
        }
        return level >= score;
    }

    private boolean evaluate(int worker, MoverBlock block, int mover, int opponent, int level) {
        store(worker, block, mover, opponent, values.best(block, mover, opponent));
        return false;
    }

    private void store(int worker, MoverBlock block, int mover, int opponent, int score) {
        byte before = values.get(block, mover, opponent);
        byte now = (byte) -score;
        if (now != before) {
            values.set(block, mover, opponent, now);
            buffers.markDirty(block.values.place(opponent, mover), 1);
            finders[worker].changed(block, mover, opponent, before);
            changed.increment();
        }
    }
}
