package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
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
        BuilderMark.Snapshot found = mark.read();
        isOf(found.started(), since);
        isOf(found.lastBeat(), since);
        OptionalDouble unknown = OptionalDouble.empty();
        assertEquals(
                new BuilderMark.Snapshot(
                        found.lastBeat(),
                        ProcessHandle.current().pid(),
                        found.started(),
                        0,
                        -1,
                        0,
                        0,
                        "",
                        unknown,
                        unknown,
                        false),
                found);
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
    void newMarkIsEmptyWhateverThePreviousBuilderRecorded() {
        Instant since = now();
        assertBegun(BuilderMark.unshared(), since);
        BuilderMark mark = used();
        mark.begin();
        assertBegun(mark, since);
    }

    @Test
    void markShowsALayerFromBeginToEnd() {
        BuilderMark mark = used();
        assertTrue(mark.read().isInterrupted());
        mark.layerBegins(48, 14, 40);
        BuilderMark.Snapshot begun = mark.read();
        assertEquals(48, begun.topLayer());
        assertEquals(14, begun.layer());
        assertEquals(OptionalDouble.empty(), begun.layerSecondsLeft(), "of the layer before");
        assertEquals(0, begun.sweep());
        assertEquals(0, begun.share());
        for (double share : new double[] {0.25, 0.5, 0.75, 1, 1}) {
            mark.advance(10);
            assertEquals(share, mark.read().share());
        }
        mark.sweep(5);
        mark.phase("verifying");
        mark.left(OptionalDouble.of(12.5), OptionalDouble.of(3600));
        BuilderMark.Snapshot working = mark.read();
        assertEquals(5, working.sweep());
        assertEquals("verifying", working.phase());
        assertEquals(12.5, working.layerSecondsLeft().orElseThrow());
        assertEquals(3600, working.workSecondsLeft().orElseThrow());
        mark.layerEnds();
        assertEquals(-1, mark.read().layer());
        assertEquals(0, mark.read().sweep());
    }

    @Test
    void everyRecordIsAHeartbeat() {
        Map<String, Consumer<BuilderMark>> records = Map.of(
                "layerBegins", mark -> mark.layerBegins(4, 2, 10),
                "phase", mark -> mark.phase("reading"),
                "sweep", mark -> mark.sweep(1),
                "advance", mark -> mark.advance(1),
                "layerEnds", BuilderMark::layerEnds,
                "interrupted", BuilderMark::interrupted);
        records.forEach((name, record) -> {
            BuilderMark mark = BuilderMark.unshared();
            mark.end();
            assertEquals(Instant.EPOCH, mark.read().lastBeat());
            Instant since = now();
            record.accept(mark);
            isOf(mark.read().lastBeat(), since);
        });
    }
}
