package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What a builder records is what others read, and nothing of the work before. */
class BuilderMarkTest {
    /** Has a place for each, up to the end of the file. */
    private static final int LAST_LAYER = 3583;

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
        assertEquals(0, mark.firstLayer());
        assertEquals(-1, mark.layer());
        assertEquals(0, mark.positions());
        assertEquals(Instant.EPOCH, mark.layerStarted());
        assertEquals(0, mark.sweep());
        assertEquals(0, mark.share());
        assertEquals(0, mark.finishedPositions());
        assertEquals(0, mark.finishedMillis());
        assertFalse(mark.isInterrupted());
        assertEquals("", mark.phase());
        for (int layer = 0; layer <= LAST_LAYER; layer++) {
            assertFalse(mark.isLeftOut(layer), "layer " + layer);
        }
    }

    /** Records something of everything. */
    private static BuilderMark used() {
        BuilderMark mark = BuilderMark.unshared();
        for (int layer = 0; layer <= LAST_LAYER; layer++) {
            mark.leaveOut(layer);
        }
        mark.layerBegins(48, 12, 1000, 4);
        mark.layerEnds(Duration.ofMillis(1234));
        mark.workBegins();
        mark.layerBegins(48, 13, 2000, 8);
        for (int layer = 0; layer <= LAST_LAYER; layer++) {
            mark.leaveOut(layer);
        }
        mark.phase("sweeping");
        mark.sweep(3);
        mark.advance(2);
        mark.interrupted();
        return mark;
    }

    @Test
    void aMarkBeginsWithNothing() {
        Instant since = now();
        assertBegun(BuilderMark.unshared(), since);
    }

    @Test
    void nothingOfTheBuilderBeforeIsLeft() {
        BuilderMark mark = used();
        Instant since = now();
        mark.begin();
        assertBegun(mark, since);
    }

    /** Its memory is that of a file whose version stands in front. */
    @Test
    void theVersionOfTheFileStays() {
        UnsafeBuffer file = new UnsafeBuffer(ByteBuffer.allocateDirect(BuilderMark.LENGTH));
        file.putInt(BuilderMark.VERSION_AT, BuilderMark.VERSION);
        new BuilderMark(file).begin();
        assertEquals(BuilderMark.VERSION, file.getInt(BuilderMark.VERSION_AT));
    }

    @Test
    void aLayerIsToldOfFromItsBeginningToItsEnd() {
        BuilderMark mark = used();
        Instant since = now();
        mark.layerBegins(48, 14, 3000, 40);
        assertEquals(48, mark.topLayer());
        assertEquals(14, mark.layer());
        assertEquals(3000, mark.positions());
        isOf(mark.layerStarted(), since);
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
        mark.layerEnds(Duration.ofMillis(77));
        assertEquals(-1, mark.layer());
        assertEquals(0, mark.sweep());
        assertEquals(3000, mark.finishedPositions());
        assertEquals(77, mark.finishedMillis());
    }

    @Test
    void workIsOfTheLayersFromItsFirstOnButThoseThatItLeavesOut() {
        BuilderMark mark = used();
        mark.workBegins();
        mark.leaveOut(2);
        mark.leaveOut(4);
        mark.leaveOut(LAST_LAYER);
        mark.layerBegins(5, 0, 1, 1);
        assertEquals(0, mark.firstLayer());
        mark.layerBegins(5, 4, 1, 1);
        assertEquals(0, mark.firstLayer());
        for (int layer = 0; layer <= LAST_LAYER; layer++) {
            assertEquals(layer == 2 || layer == LAST_LAYER, mark.isLeftOut(layer), "layer " + layer);
        }
        mark.layerEnds(Duration.ofMillis(5));

        mark.workBegins();
        assertEquals(0, mark.finishedPositions());
        assertEquals(0, mark.finishedMillis());
        assertFalse(mark.isLeftOut(2));
        assertFalse(mark.isLeftOut(LAST_LAYER));
        mark.layerBegins(9, 7, 1, 1);
        mark.layerBegins(9, 8, 1, 1);
        assertEquals(7, mark.firstLayer());
    }

    @Test
    void whoeverRecordsIsAlive() {
        Map<String, Consumer<BuilderMark>> records = Map.of(
                "beat", BuilderMark::beat,
                "layerBegins", mark -> mark.layerBegins(4, 2, 10, 10),
                "phase", mark -> mark.phase("reading"),
                "sweep", mark -> mark.sweep(1),
                "advance", mark -> mark.advance(1),
                "layerEnds", mark -> mark.layerEnds(Duration.ZERO),
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

    @Test
    void aStopOfTheUserIsTold() {
        BuilderMark mark = BuilderMark.unshared();
        mark.interrupted();
        assertTrue(mark.isInterrupted());
    }
}
