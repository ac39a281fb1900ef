package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Others read the records of a builder, without those of earlier work. */
class BuilderMarkTest {
    private static void isOf(Instant time, Instant since) {
        assertFalse(time.isBefore(since) || time.isAfter(Instant.now()), () -> time + ", and it began at " + since);
    }

    private static Instant now() {
        return Instant.ofEpochMilli(System.currentTimeMillis());
    }

    /** As each builder begins, whatever was there before. */
    private static void assertBegun(BuilderMark mark, Instant since) {
        assertEquals(ProcessHandle.current().pid(), mark.processId());
        isOf(mark.started(), since);
        isOf(mark.lastBeat(), since);
        assertEquals(0, mark.topLayer());
        assertEquals(-1, mark.layer());
        assertEquals(OptionalDouble.empty(), mark.layerSecondsLeft());
        assertEquals(OptionalDouble.empty(), mark.workSecondsLeft());
        assertEquals(0, mark.sweep());
        assertEquals(0, mark.share());
        assertFalse(mark.isInterrupted());
        assertEquals("", mark.phase());
    }

    /** Records something of everything. */
    private static BuilderMark used() {
        BuilderMark mark = BuilderMark.unshared();
        mark.layerBegins(48, 13, 8);
        mark.left(OptionalDouble.of(12.5), OptionalDouble.of(3600));
        mark.phase("sweeping");
        mark.sweep(3);
        mark.advance(2);
        mark.interrupted();
        return mark;
    }

    @Test
    void newMarkIsEmpty() {
        Instant since = now();
        assertBegun(BuilderMark.unshared(), since);
    }

    @Test
    void beginErasesTheMarkOfThePreviousBuilder() {
        BuilderMark mark = used();
        Instant since = now();
        mark.begin();
        assertBegun(mark, since);
    }

    /** Its memory is that of a file whose version stands in front. */
    @Test
    void beginKeepsTheVersionOfTheFile() {
        UnsafeBuffer file = new UnsafeBuffer(ByteBuffer.allocateDirect(BuilderMark.LENGTH));
        file.putInt(BuilderMark.VERSION_AT, BuilderMark.VERSION);
        new BuilderMark(file).begin();
        assertEquals(BuilderMark.VERSION, file.getInt(BuilderMark.VERSION_AT));
    }

    @Test
    void markShowsALayerFromBeginToEnd() {
        BuilderMark mark = used();
        assertTrue(mark.isInterrupted());
        mark.layerBegins(48, 14, 40);
        assertEquals(48, mark.topLayer());
        assertEquals(14, mark.layer());
        assertEquals(OptionalDouble.empty(), mark.layerSecondsLeft(), "of the layer before");
        assertEquals(0, mark.share());
        assertEquals(0, mark.sweep());
        mark.advance(10);
        assertEquals(0.25, mark.share());
        mark.advance(20);
        assertEquals(0.75, mark.share());
        mark.advance(20);
        assertEquals(1, mark.share());
        mark.sweep(5);
        assertEquals(5, mark.sweep());
        mark.phase("verifying");
        assertEquals("verifying", mark.phase());
        mark.left(OptionalDouble.of(12.5), OptionalDouble.of(3600));
        assertEquals(12.5, mark.layerSecondsLeft().orElseThrow());
        assertEquals(3600, mark.workSecondsLeft().orElseThrow());
        mark.layerEnds();
        assertEquals(-1, mark.layer());
        assertEquals(0, mark.sweep());
    }

    @Test
    void everyRecordIsAHeartbeat() {
        Map<String, Consumer<BuilderMark>> records = Map.of(
                "beat", BuilderMark::beat,
                "layerBegins", mark -> mark.layerBegins(4, 2, 10),
                "phase", mark -> mark.phase("reading"),
                "sweep", mark -> mark.sweep(1),
                "advance", mark -> mark.advance(1),
                "layerEnds", BuilderMark::layerEnds,
                "interrupted", BuilderMark::interrupted);
        records.forEach((name, record) -> {
            BuilderMark mark = BuilderMark.unshared();
            mark.end();
            assertEquals(Instant.EPOCH, mark.lastBeat());
            Instant since = now();
            record.accept(mark);
            isOf(mark.lastBeat(), since);
        });
    }
}
