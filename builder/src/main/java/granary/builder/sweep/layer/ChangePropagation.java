package granary.builder.sweep.layer;

import granary.builder.memory.WorkingArray;
import granary.builder.rows.Crossing;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.PredecessorTable;
import java.util.Arrays;

/**
 * Propagates single changes to the positions that they affect, instead of sweeping over everything. An instance belongs
 * to one thread.
 *
 * <p>Changes wait in a queue of bounded size. Those that do not fit are dropped: the last sweep finds whatever is not yet
 * settled.
 *
 * <p>Nearly every step misses the caches, so the queue is processed in batches. All predecessors of a batch are read first, because
 * these reads do not wait for one another; then they are updated.
 */
public abstract class ChangePropagation {
    /** The phase in which few positions change. */
    public static final String PHASE = "change propagation";

    private static final int QUEUE = 1 << 16;
    private static final int BATCH = 128;

    /** The heap that an instance takes: the queue, and what a batch has collected, which grows to some times its first length. */
    static final long HEAP_BYTES = QUEUE * (2L * Integer.BYTES + 2 * Byte.BYTES) + (1 << 17);

    /** The most batches of one call of {@link #propagate}: about a millisecond of work. */
    private static final int MAX_BATCHES = 128;

    private final MoverBlock[] blocks;
    private final PredecessorTable[] predecessors;
    /** The arrays of the changes, laid out like values. A change in one of them affects the other, or itself if it is alone. */
    private final WorkingArray[] changing;

    /** The queue: a ring of mover's side and seeds with the array, opponent's side, and value before the change. */
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
    private byte[] array = new byte[1024];
    private byte[] valueBefore = new byte[1024];
    private byte[] valueNow = new byte[1024];
    private long[] place = new long[1024];
    private long[] changedAt = new long[1024];
    private int candidates;
    /** Keeps the compiler from removing the early reads. */
    @SuppressWarnings("UnusedVariable")
    private int readAhead;

    /** Positions that the present call has changed. */
    private long changed;

    ChangePropagation(SweepLayer layer, WorkingArray... changing) {
        this.blocks = layer.blocks;
        this.predecessors = layer.predecessors;
        this.changing = changing;
    }

    /** Queues a position whose value in an array has changed; {@code value} is the old one. */
    public final void add(int changedArray, int seeds, int moverSide, int opponentSide, byte value) {
        if (waiting == QUEUE) {
            return;
        }
        int at = head + waiting++ & QUEUE - 1;
        queueSeeds[at] = (byte) (2 * seeds + changedArray);
        queueMover[at] = moverSide;
        queueOpponent[at] = opponentSide;
        queueValue[at] = value;
    }

    /**
     * Propagates queued changes, and those that follow from them, until no more than {@code least} are waiting, and returns the
     * number of positions changed. It stops after {@link #MAX_BATCHES} batches, and the rest waits for the next call.
     */
    public final long propagate(int least) {
        changed = 0;
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
        return changed;
    }

    private void lookUp(int entry) {
        int seeds = queueSeeds[entry] / 2;
        int changedArray = queueSeeds[entry] % 2;
        int affected = changing.length - 1 - changedArray;
        int changedMover = queueMover[entry];
        int left = queueOpponent[entry];
        MoverBlock changedBlock = blocks[seeds];
        long changedPlace = changedBlock.values.place(left, changedMover);
        byte now = changing[changedArray].get(changedPlace);
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
            int predecessor = table.predecessors[i];
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
            readAhead += changing[affected].get(at);
            int next = candidates++;
            mover[next] = before;
            opponent[next] = side;
            moverSeeds[next] = (byte) block.moverSeeds;
            array[next] = (byte) affected;
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
        array = Arrays.copyOf(array, length);
        valueBefore = Arrays.copyOf(valueBefore, length);
        valueNow = Arrays.copyOf(valueNow, length);
        place = Arrays.copyOf(place, length);
        changedAt = Arrays.copyOf(changedAt, length);
    }

    private void update(int i) {
        byte old = changing[array[i]].get(place[i]);
        MoverBlock block = blocks[moverSeeds[i]];
        byte now = update(block, array[i], mover[i], opponent[i], place[i], changedAt[i], valueBefore[i], valueNow[i]);
        if (now != old) {
            changing[array[i]].set(place[i], now);
            changed++;
            add(array[i], moverSeeds[i], mover[i], opponent[i], old);
        }
    }

    /**
     * Returns the new value of a predecessor, at a place of an array, of a position that has changed.
     *
     * @param changedAt the place of the changed position
     * @param before its old value
     * @param now its new value
     */
    abstract byte update(
            MoverBlock block,
            int array,
            int moverSide,
            int opponentSide,
            long place,
            long changedAt,
            byte before,
            byte now);
}
