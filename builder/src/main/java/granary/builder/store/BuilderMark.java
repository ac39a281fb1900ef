package granary.builder.store;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.OptionalDouble;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The progress of a builder, in the shared memory of its mark file. One process writes it, and others read it meanwhile. Each
 * field is read and written atomically; different fields may be of slightly different moments. The file begins with its version and
 * the fields of eight bytes each; the name of the phase follows.
 */
public final class BuilderMark {
    static final int VERSION_AT = 0;
    static final int TIMESTAMP_AT = Field.BEAT.at();
    static final int LENGTH = 4096;
    static final int VERSION = 4;

    /** The meaning of a field; times are in milliseconds, points of time since the epoch. */
    private enum Field {
        /** The last heartbeat; 0 when the builder has ended. */
        BEAT,
        PROCESS,
        STARTED,
        TOP_LAYER,
        /** -1 when there is none. */
        LAYER,
        STEPS,
        STEPS_DONE,
        SWEEP,
        /** The time left of the layer, and of all of the work; negative if unknown. */
        LAYER_LEFT,
        WORK_LEFT,
        /** 1 when the user stopped it. */
        INTERRUPTED;

        @SuppressWarnings("EnumOrdinal") // another order is another version of the file
        int at() {
            return (1 + ordinal()) * Long.BYTES;
        }
    }

    private static final int PHASE_AT = 128;

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
        left(OptionalDouble.empty(), OptionalDouble.empty());
        beat();
    }

    private void beat() {
        put(Field.BEAT, System.currentTimeMillis());
    }

    void end() {
        put(Field.BEAT, 0);
    }

    /** Records that work on a layer begins, and the number of its steps. */
    public void layerBegins(int topLayer, int layer, long steps) {
        put(Field.TOP_LAYER, topLayer);
        put(Field.STEPS, steps);
        put(Field.STEPS_DONE, 0);
        put(Field.SWEEP, 0);
        left(OptionalDouble.empty(), OptionalDouble.empty());
        put(Field.LAYER, layer);
        beat();
    }

    /** Records the seconds that the layer will still take, and all of the work. */
    public void left(OptionalDouble layerSeconds, OptionalDouble workSeconds) {
        put(Field.LAYER_LEFT, (long) (1000 * layerSeconds.orElse(-1)));
        put(Field.WORK_LEFT, (long) (1000 * workSeconds.orElse(-1)));
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

    /** Records that the layer is finished. */
    public void layerEnds() {
        put(Field.SWEEP, 0);
        put(Field.LAYER, -1);
        beat();
    }

    /** Records that the user stopped the build. */
    public void interrupted() {
        put(Field.INTERRUPTED, 1);
        beat();
    }

    /**
     * A builder's record.
     *
     * @param lastBeat the time of the last heartbeat, the epoch (0 ms) if the builder ended
     * @param processId the builder's process id
     * @param started when the builder started
     * @param topLayer the last layer to build
     * @param layer the current layer, or -1 if there is none
     * @param share the share of the current layer's work that is done, 0 to 1
     * @param sweep the number of sweeps done, 0 if the solver does not sweep
     * @param phase the name of the current phase
     * @param layerSecondsLeft the seconds that the current layer will still take, if they are known
     * @param workSecondsLeft the seconds that all layers will still take, if they are known and this is not the last one
     * @param isInterrupted whether the user stopped the build
     */
    public record Snapshot(
            Instant lastBeat,
            long processId,
            Instant started,
            int topLayer,
            int layer,
            double share,
            int sweep,
            String phase,
            OptionalDouble layerSecondsLeft,
            OptionalDouble workSecondsLeft,
            boolean isInterrupted) {}

    /** Returns the present record. */
    public Snapshot read() {
        long steps = get(Field.STEPS);
        return new Snapshot(
                Instant.ofEpochMilli(get(Field.BEAT)),
                get(Field.PROCESS),
                Instant.ofEpochMilli(get(Field.STARTED)),
                (int) get(Field.TOP_LAYER),
                (int) get(Field.LAYER),
                steps == 0 ? 0 : Math.min(1, (double) get(Field.STEPS_DONE) / steps),
                (int) get(Field.SWEEP),
                buffer.getStringAscii(PHASE_AT),
                seconds(Field.LAYER_LEFT),
                seconds(Field.WORK_LEFT),
                get(Field.INTERRUPTED) != 0);
    }

    private OptionalDouble seconds(Field field) {
        long millis = get(field);
        return millis < 0 ? OptionalDouble.empty() : OptionalDouble.of(millis / 1e3);
    }

    private void put(Field field, long value) {
        buffer.putLongOrdered(field.at(), value);
    }

    private long get(Field field) {
        return buffer.getLongVolatile(field.at());
    }
}
