package granary.builder.store;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The progress of a builder, in the shared memory of its mark file. One process writes it, and others read it meanwhile. Each
 * field is read and written atomically; different fields may be of slightly different moments.
 *
 * <pre>
 *   0 version i32            8 last heartbeat i64, ms, 0 = ended       16 process id i64     24 builder's start i64, ms
 *  32 top layer i64         40 layer i64, -1 = none                    48 positions i64      56 layer's start i64, ms
 *  64 total steps i64       72 steps done i64                          80 sweep i64          88 changed i64
 *  96 positions of last finished layer i64 104 its milliseconds i64   112 interrupted i64, 1 = yes
 * 120 first layer of the work i64, plus 1, 0 = none
 * 128 phase, ASCII, length i32 first                                  256 other work that goes on meanwhile, likewise
 * 512 layers above the first that the work leaves out, a bit each, the lowest first
 * </pre>
 */
public final class BuilderMark {
    static final int VERSION_AT = 0;
    static final int TIMESTAMP_AT = 8;
    static final int LENGTH = 4096;
    static final int VERSION = 1;

    private static final int PROCESS_AT = 16;
    private static final int STARTED_AT = 24;
    private static final int TOP_LAYER_AT = 32;
    private static final int LAYER_AT = 40;
    private static final int POSITIONS_AT = 48;
    private static final int LAYER_STARTED_AT = 56;
    private static final int STEPS_AT = 64;
    private static final int STEPS_DONE_AT = 72;
    private static final int SWEEP_AT = 80;
    private static final int CHANGED_AT = 88;
    private static final int FINISHED_POSITIONS_AT = 96;
    private static final int FINISHED_MILLIS_AT = 104;
    private static final int INTERRUPTED_AT = 112;
    private static final int FIRST_LAYER_AT = 120;
    private static final int PHASE_AT = 128;
    private static final int OTHER_WORK_AT = 256;
    private static final int LEFT_OUT_AT = 512;

    private final UnsafeBuffer buffer;

    BuilderMark(UnsafeBuffer buffer) {
        this.buffer = buffer;
    }

    /** Returns a mark in private memory. */
    public static BuilderMark unshared() {
        BuilderMark mark = new BuilderMark(new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH)));
        mark.begin();
        return mark;
    }

    void begin() {
        buffer.setMemory(PROCESS_AT, LENGTH - PROCESS_AT, (byte) 0);
        put(PROCESS_AT, ProcessHandle.current().pid());
        put(STARTED_AT, System.currentTimeMillis());
        put(LAYER_AT, -1);
        beat();
    }

    /** Records a heartbeat. */
    public void beat() {
        put(TIMESTAMP_AT, System.currentTimeMillis());
    }

    void end() {
        put(TIMESTAMP_AT, 0);
    }

    /** Records that the layers that follow are other work than those before, so that these tell nothing of its time. */
    public void workBegins() {
        buffer.setMemory(LEFT_OUT_AT, LENGTH - LEFT_OUT_AT, (byte) 0);
        put(FIRST_LAYER_AT, 0);
        put(FINISHED_POSITIONS_AT, 0);
        put(FINISHED_MILLIS_AT, 0);
    }

    /** Records that the work that has begun leaves a layer out, unless {@link #layerBegins} says otherwise later. */
    public void leaveOut(int layer) {
        put(leftOutAt(layer), get(leftOutAt(layer)) | 1L << layer);
    }

    /** Records that other work begins, and its name, and returns what was recorded of the work that it interrupts. */
    public byte[] interrupt(String name) {
        byte[] work = new byte[LENGTH - FINISHED_POSITIONS_AT];
        buffer.getBytes(FINISHED_POSITIONS_AT, work);
        workBegins();
        buffer.putStringAscii(OTHER_WORK_AT, name);
        return work;
    }

    /** Records that work goes on that {@link #interrupt} returned. */
    public void goOn(byte[] work) {
        long isInterrupted = get(INTERRUPTED_AT);
        buffer.putBytes(FINISHED_POSITIONS_AT, work);
        put(INTERRUPTED_AT, isInterrupted);
    }

    /** Records that work on a layer begins, and the number of its steps. */
    public void layerBegins(int topLayer, int layer, long positions, long steps) {
        put(TOP_LAYER_AT, topLayer);
        if (get(FIRST_LAYER_AT) == 0) {
            put(FIRST_LAYER_AT, layer + 1);
        }
        put(leftOutAt(layer), get(leftOutAt(layer)) & ~(1L << layer));
        put(POSITIONS_AT, positions);
        put(LAYER_STARTED_AT, System.currentTimeMillis());
        put(STEPS_AT, steps);
        put(STEPS_DONE_AT, 0);
        put(SWEEP_AT, 0);
        put(CHANGED_AT, 0);
        put(LAYER_AT, layer);
        beat();
    }

    /** Records the name of the current phase, at most 64 ASCII characters. */
    public void phase(String name) {
        buffer.putStringAscii(PHASE_AT, name);
        beat();
    }

    /** Records the end of a sweep and how many positions it changed. */
    public void sweep(int sweep, long changed) {
        put(SWEEP_AT, sweep);
        put(CHANGED_AT, changed);
        beat();
    }

    /** Adds to the steps done; any thread may call this. */
    public void advance(long steps) {
        buffer.getAndAddLong(STEPS_DONE_AT, steps);
        beat();
    }

    /** Records that the layer is finished, and the time that it took. */
    public void layerEnds(Duration time) {
        put(FINISHED_POSITIONS_AT, get(POSITIONS_AT));
        put(FINISHED_MILLIS_AT, time.toMillis());
        put(SWEEP_AT, 0);
        put(LAYER_AT, -1);
        beat();
    }

    /** Records that the user stopped the build. */
    public void interrupted() {
        put(INTERRUPTED_AT, 1);
        beat();
    }

    /** Returns the time of the last heartbeat, or the epoch (0 ms) if the builder ended. */
    public Instant lastBeat() {
        return Instant.ofEpochMilli(get(TIMESTAMP_AT));
    }

    /** Returns the builder's process id. */
    public long processId() {
        return get(PROCESS_AT);
    }

    /** Returns when the builder started. */
    public Instant started() {
        return Instant.ofEpochMilli(get(STARTED_AT));
    }

    /** Returns the last layer to build. */
    public int topLayer() {
        return (int) get(TOP_LAYER_AT);
    }

    /** Returns the first layer of the work. */
    public int firstLayer() {
        return (int) Math.max(0, get(FIRST_LAYER_AT) - 1);
    }

    /** Returns whether the work leaves a layer out. */
    public boolean isLeftOut(int layer) {
        return (get(leftOutAt(layer)) & 1L << layer) != 0;
    }

    /** Returns the current layer, or -1 if there is none. */
    public int layer() {
        return (int) get(LAYER_AT);
    }

    /** Returns the number of positions of the current layer. */
    public long positions() {
        return get(POSITIONS_AT);
    }

    /** Returns when the current layer was begun. */
    public Instant layerStarted() {
        return Instant.ofEpochMilli(get(LAYER_STARTED_AT));
    }

    /** Returns the total steps of the current layer. */
    public long steps() {
        return get(STEPS_AT);
    }

    /** Returns how many of the current layer's steps are done. */
    public long stepsDone() {
        return get(STEPS_DONE_AT);
    }

    /** Returns the number of sweeps done, 0 if the solver does not sweep. */
    public int sweep() {
        return (int) get(SWEEP_AT);
    }

    /** Returns how many positions the last sweep changed. */
    public long changed() {
        return get(CHANGED_AT);
    }

    /** Returns the share of the current layer's work that is done, 0 to 1. */
    public double share() {
        return steps() == 0 ? 0 : Math.min(1, (double) stepsDone() / steps());
    }

    /** Returns the positions of the last layer that this builder finished, 0 if there is none. */
    public long finishedPositions() {
        return get(FINISHED_POSITIONS_AT);
    }

    /** Returns the milliseconds that the layer of {@link #finishedPositions} took. */
    public long finishedMillis() {
        return get(FINISHED_MILLIS_AT);
    }

    /** Returns whether the user stopped the build. */
    public boolean isInterrupted() {
        return get(INTERRUPTED_AT) != 0;
    }

    /** Returns the name of the current phase. */
    public String phase() {
        return buffer.getStringAscii(PHASE_AT);
    }

    /** Returns the name of the other work that goes on, such as {@code sealing}; empty when there is none. */
    public String otherWork() {
        return buffer.getStringAscii(OTHER_WORK_AT);
    }

    private static int leftOutAt(int layer) {
        return LEFT_OUT_AT + layer / Long.SIZE * Long.BYTES;
    }

    private void put(int at, long value) {
        buffer.putLongOrdered(at, value);
    }

    private long get(int at) {
        return buffer.getLongVolatile(at);
    }
}
