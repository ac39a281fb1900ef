package granary.builder.sweep.layer;

import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.Crossing;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.PredecessorTable;
import java.util.Arrays;

/**
 * Propagates single changes to the positions that they affect, instead of sweeping over everything. An instance belongs
 * to one thread.
 *
 * <p>Changes wait in a queue of bounded size; those that do not fit are forgotten, for the sweep that ends the work finds
 * whatever is not yet settled.
 *
 * <p>Nearly every step misses the caches, so the queue is worked off in batches: first all predecessors are
 * looked up, reads that do not wait for one another, then they are dealt with.
 */
public abstract class ChangePropagation {
    private static final int QUEUE = 1 << 16;
    private static final int BATCH = 128;
    /** Batches without a pause: about a millisecond of work. */
    private static final int MAX_BATCHES = 128;

    private final MoverBlock[] blocks;
    private final PredecessorTable[] predecessors;
    /** Where the changes are, laid out like values. */
    private final WorkingArray changing;

    /** The queue: a ring of mover's side and seeds, opponent's side, and value before the change. */
    private final int[] queueMover = new int[QUEUE];

    private final int[] queueOpponent = new int[QUEUE];
    private final byte[] queueSeeds = new byte[QUEUE];
    private final byte[] queueValue = new byte[QUEUE];
    private int head;
    private int waiting;

    /** The predecessors of the positions of one batch. */
    private int[] mover = new int[1024];

    private int[] opponent = new int[1024];
    private byte[] moverSeeds = new byte[1024];
    private byte[] valueBefore = new byte[1024];
    private byte[] valueNow = new byte[1024];
    private long[] place = new long[1024];
    private long[] changedAt = new long[1024];
    private int candidates;
    /** Keeps the early reads from being optimised away. */
    @SuppressWarnings("UnusedVariable")
    private int readAhead;

    /** Positions changed so far. */
    long changed;

    ChangePropagation(MoverBlock[] blocks, PredecessorTable[] predecessors, WorkingArray changing) {
        this.blocks = blocks;
        this.predecessors = predecessors;
        this.changing = changing;
    }

    /** Notes that the value of a position has changed; {@code value} is the one before. */
    public final void add(int seeds, int moverSide, int opponentSide, byte value) {
        if (waiting == QUEUE) {
            return;
        }
        int at = head + waiting++ & QUEUE - 1;
        queueSeeds[at] = (byte) seeds;
        queueMover[at] = moverSide;
        queueOpponent[at] = opponentSide;
        queueValue[at] = value;
    }

    /**
     * Propagates noted changes, and those that they bring about, until no more than {@code least} are waiting; a long train of
     * them is left for later after a while.
     */
    public final void propagate(int least) {
        for (int batch = 0; waiting > least && batch < MAX_BATCHES; batch++) {
            candidates = 0;
            for (int i = Math.min(waiting, BATCH); i > 0; i--) {
                lookUp(head);
                head = head + 1 & QUEUE - 1;
                waiting--;
            }
            for (int i = 0; i < candidates; i++) {
                update(i);
            }
        }
    }

    /** Collects the predecessors of a changed position. */
    private void lookUp(int entry) {
        int seeds = queueSeeds[entry];
        int changedMover = queueMover[entry];
        int left = queueOpponent[entry];
        MoverBlock changedBlock = blocks[seeds];
        long changedPlace = changedBlock.values.place(left, changedMover);
        byte now = changing.get(changedPlace);
        byte old = queueValue[entry];
        if (now == old) {
            return;
        }
        PredecessorTable table = predecessors[changedBlock.opponentSeeds];
        int end = table.first[left + 1];
        if (candidates + end - table.first[left] > mover.length) {
            grow();
        }
        for (int i = table.first[left]; i < end; i++) {
            int predecessor = table.predecessor(i);
            int crossing = MoveTable.crossing(predecessor);
            int crossed = Crossing.seeds(crossing);
            if (crossed > seeds) {
                continue;
            }
            MoverBlock block = blocks[changedBlock.opponentSeeds + crossed];
            int side = block.sideBefore(crossing, changedMover);
            if (side < 0) {
                continue;
            }
            int before = MoveTable.sideLeft(predecessor);
            long at = block.values.place(side, before);
            readAhead += changing.get(at);
            int next = candidates++;
            mover[next] = before;
            opponent[next] = side;
            moverSeeds[next] = (byte) block.moverSeeds;
            valueBefore[next] = old;
            valueNow[next] = now;
            place[next] = at;
            changedAt[next] = changedPlace;
        }
    }

    private void grow() {
        int length = 2 * mover.length;
        mover = Arrays.copyOf(mover, length);
        opponent = Arrays.copyOf(opponent, length);
        moverSeeds = Arrays.copyOf(moverSeeds, length);
        valueBefore = Arrays.copyOf(valueBefore, length);
        valueNow = Arrays.copyOf(valueNow, length);
        place = Arrays.copyOf(place, length);
        changedAt = Arrays.copyOf(changedAt, length);
    }

    private void update(int i) {
        byte old = changing.get(place[i]);
        MoverBlock block = blocks[moverSeeds[i]];
        byte now = update(block, mover[i], opponent[i], place[i], changedAt[i], valueBefore[i], valueNow[i]);
        if (now != old) {
            changing.set(place[i], now);
            changed++;
            add(moverSeeds[i], mover[i], opponent[i], old);
        }
    }

    /**
     * Returns what becomes of a predecessor of a changed position.
     *
     * @param block the predecessor's block
     * @param moverSide the predecessor's mover's side
     * @param opponentSide the predecessor's opponent's side
     * @param place where the predecessor is stored
     * @param changedAt where the changed position is stored
     * @param before what was stored there
     * @param now what is stored there now
     */
    abstract byte update(
            MoverBlock block, int moverSide, int opponentSide, long place, long changedAt, byte before, byte now);
}
