package granary.builder.sweep.layer;

import granary.builder.memory.WorkingArray;
import granary.builder.rows.Crossing;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.PredecessorTable;

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

    /** A batch with this number of predecessors is full. */
    private static final int FULL = 1 << 10;
    /** The heap that an instance takes at most: the queue, and the predecessors of a batch. */
    static final long HEAP_BYTES = QUEUE * (2L * Integer.BYTES + 2 * Byte.BYTES) + (1 << 17);

    /** The most batches of one call of {@link #propagate}: about a millisecond of work. */
    private static final int MAX_BATCHES = 128;

    final MoverBlock[] blocks;
    private final PredecessorTable[] predecessors;
    /** The arrays of the changes, laid out like values. A change in one of them affects the other, or itself if it is alone. */
    final WorkingArray[] changing;

    /** The queue: a ring of mover's side and seeds with the array, opponent's side, and value before the change. */
    private final int[] queueMover = new int[QUEUE];

    private final int[] queueOpponent = new int[QUEUE];
    private final byte[] queueSeeds = new byte[QUEUE];
    private final byte[] queueValue = new byte[QUEUE];
    private int head;
    private int waiting;

    /** The predecessors of the positions of one batch: their sides, the mover's seeds, the array of the value, and its place. */
    final int[] mover;

    final int[] opponent;
    final byte[] moverSeeds;
    final byte[] array;
    final long[] place;
    /** For each of them the position that has changed: its old value, its value now, and the place of this value. */
    final byte[] valueBefore;

    final byte[] valueNow;
    final long[] changedAt;
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
        int most = FULL + layer.shape.order.pits() * layer.shape.seeds; // at most so many sowings leave a side
        mover = new int[most];
        opponent = new int[most];
        moverSeeds = new byte[most];
        array = new byte[most];
        place = new long[most];
        valueBefore = new byte[most];
        valueNow = new byte[most];
        changedAt = new long[most];
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
            for (int i = Math.min(waiting, BATCH); i > 0 && candidates < FULL; i--) {
                lookUp(head);
                head = head + 1 & QUEUE - 1;
                waiting--;
            }
            for (int i = 0; i < candidates; i++) {
                readAhead += changing[array[i]].get(place[i]);
            }
            for (int i = 0; i < candidates; i++) {
                WorkingArray affected = changing[array[i]];
                byte old = affected.get(place[i]);
                byte now = update(i);
                if (now != old) {
                    affected.set(place[i], now);
                    changed++;
                    add(array[i], moverSeeds[i], mover[i], opponent[i], old);
                }
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
        for (int i = table.first[left]; i < end; i++) {
            int predecessor = table.predecessors[i];
            int crossing = MoveTable.crossing(predecessor);
            int crossed = Crossing.seeds(crossing);
            if (crossed > seeds) {
                continue;
            }
            MoverBlock block = blocks[changedBlock.opponentSeeds + crossed];
            int side = block.sideBefore(crossing, changedMover);
            int before = MoveTable.sideLeft(predecessor);
            // Written even if there is no side before: a branch would be mispredicted, and wait for the table.
            int next = candidates;
            mover[next] = before;
            opponent[next] = side;
            moverSeeds[next] = (byte) block.moverSeeds;
            array[next] = (byte) affected;
            valueBefore[next] = old;
            valueNow[next] = now;
            place[next] = block.values.place(side, before);
            changedAt[next] = changedPlace;
            candidates += side < 0 ? 0 : 1;
        }
    }

    /** Returns the new value of a predecessor in the batch. */
    abstract byte update(int predecessor);
}
