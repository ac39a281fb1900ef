package granary.builder.store;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The progress of a builder, in the shared memory of its mark file. One process writes it, and others read it meanwhile. Each
 * field is read and written atomically; different fields may be of slightly different moments. The file begins with its version and
 * the fields of eight bytes each; the names of what goes on follow, and a bit for each layer.
 */
public final class BuilderMark {
    static final int VERSION_AT = 0;
    static final int TIMESTAMP_AT = Field.BEAT.at();
    static final int LENGTH = 4096;
    static final int VERSION = 3;

    /** What a field tells; times are in milliseconds since the epoch. */
    private enum Field {
        /** The last heartbeat; 0 when the builder has ended. */
        BEAT,
        PROCESS,
        STARTED,
        TOP_LAYER,
        /** -1 when there is none. */
        LAYER,
        POSITIONS,
        LAYER_STARTED,
        STEPS,
        STEPS_DONE,
        SWEEP,
        /** 1 when the user stopped it. */
        INTERRUPTED,
        /** Of the last layer that was finished. From here on the file tells of the work that has begun, */
        FINISHED_POSITIONS,
        FINISHED_MILLIS,
        /** the number of its first layer plus 1; 0 when there is none. */
        FIRST_LAYER;

        @SuppressWarnings("EnumOrdinal") // another order is another version of the file
        int at() {
            return (1 + ordinal()) * Long.BYTES;
        }
    }

    private static final int PHASE_AT = 128;
    /** Layers that the work leaves out. */
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
        buffer.setMemory(Field.PROCESS.at(), LENGTH - Field.PROCESS.at(), (byte) 0);
        put(Field.PROCESS, ProcessHandle.current().pid());
        put(Field.STARTED, System.currentTimeMillis());
        put(Field.LAYER, -1);
        beat();
    }

    /** Records a heartbeat. */
    public void beat() {
        put(Field.BEAT, System.currentTimeMillis());
    }

    void end() {
        put(Field.BEAT, 0);
    }

    /** Records that the layers that follow are other work than those before, so that these tell nothing of its time. */
    public void workBegins() {
        buffer.setMemory(LEFT_OUT_AT, LENGTH - LEFT_OUT_AT, (byte) 0);
        put(Field.FIRST_LAYER, 0);
        put(Field.FINISHED_POSITIONS, 0);
        put(Field.FINISHED_MILLIS, 0);
    }

    /** Records that the work that has begun leaves a layer out, unless {@link #layerBegins} says otherwise later. */
    public void leaveOut(int layer) {
        leaveOut(layer, true);
    }

    /** Records that work on a layer begins, and the number of its steps. */
    public void layerBegins(int topLayer, int layer, long positions, long steps) {
        put(Field.TOP_LAYER, topLayer);
        if (get(Field.FIRST_LAYER) == 0) {
            put(Field.FIRST_LAYER, layer + 1);
        }
        leaveOut(layer, false);
        put(Field.POSITIONS, positions);
        put(Field.LAYER_STARTED, System.currentTimeMillis());
        put(Field.STEPS, steps);
        put(Field.STEPS_DONE, 0);
        put(Field.SWEEP, 0);
        put(Field.LAYER, layer);
        beat();
    }

    /** Records the name of the current phase, at most 64 ASCII characters. */
    public void phase(String name) {
        buffer.putStringAscii(PHASE_AT, name);
        beat();
    }

    /** Records the end of a sweep. */
    public void sweep(int sweep) {
        put(Field.SWEEP, sweep);
        beat();
    }

    /** Adds to the steps done; any thread may call this. */
    public void advance(long steps) {
        buffer.getAndAddLong(Field.STEPS_DONE.at(), steps);
        beat();
    }

    /** Records that the layer is finished, and the time that it took. */
    public void layerEnds(Duration time) {
        put(Field.FINISHED_POSITIONS, get(Field.POSITIONS));
        put(Field.FINISHED_MILLIS, time.toMillis());
        put(Field.SWEEP, 0);
        put(Field.LAYER, -1);
        beat();
    }

    /** Records that the user stopped the build. */
    public void interrupted() {
        put(Field.INTERRUPTED, 1);
        beat();
    }

    /** Returns the time of the last heartbeat, or the epoch (0 ms) if the builder ended. */
    public Instant lastBeat() {
        return Instant.ofEpochMilli(get(Field.BEAT));
    }

    /** Returns the builder's process id. */
    public long processId() {
        return get(Field.PROCESS);
    }

    /** Returns when the builder started. */
    public Instant started() {
        return Instant.ofEpochMilli(get(Field.STARTED));
    }

    /** Returns the last layer to build. */
    public int topLayer() {
        return (int) get(Field.TOP_LAYER);
    }

    /** Returns the first layer of the work. */
    public int firstLayer() {
        return (int) Math.max(0, get(Field.FIRST_LAYER) - 1);
    }

    /** Returns whether the work leaves a layer out. */
    public boolean isLeftOut(int layer) {
        return buffer.getByte(LEFT_OUT_AT + layer) != 0;
    }

    /** Returns the current layer, or -1 if there is none. */
    public int layer() {
        return (int) get(Field.LAYER);
    }

    /** Returns the number of positions of the current layer. */
    public long positions() {
        return get(Field.POSITIONS);
    }

    /** Returns when the current layer was begun. */
    public Instant layerStarted() {
        return Instant.ofEpochMilli(get(Field.LAYER_STARTED));
    }

    /** Returns the number of sweeps done, 0 if the solver does not sweep. */
    public int sweep() {
        return (int) get(Field.SWEEP);
    }

    /** Returns the share of the current layer's work that is done, 0 to 1. */
    public double share() {
        long steps = get(Field.STEPS);
        return steps == 0 ? 0 : Math.min(1, (double) get(Field.STEPS_DONE) / steps);
    }

    /** Returns the positions of the last layer that this builder finished, 0 if there is none. */
    public long finishedPositions() {
        return get(Field.FINISHED_POSITIONS);
    }

    /** Returns the milliseconds that the layer of {@link #finishedPositions} took. */
    public long finishedMillis() {
        return get(Field.FINISHED_MILLIS);
    }

    /** Returns whether the user stopped the build. */
    public boolean isInterrupted() {
        return get(Field.INTERRUPTED) != 0;
    }

    /** Returns the name of the current phase. */
    public String phase() {
        return buffer.getStringAscii(PHASE_AT);
    }

    private void leaveOut(int layer, boolean isLeftOut) {
        buffer.putByte(LEFT_OUT_AT + layer, (byte) (isLeftOut ? 1 : 0));
    }

    private void put(Field field, long value) {
        buffer.putLongOrdered(field.at(), value);
    }

    private long get(Field field) {
        return buffer.getLongVolatile(field.at());
    }
}
