package granary.builder.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class StateNoteTest {
    private final MemorySegment memory = MemorySegment.ofArray(new byte[StateNote.BYTES]);
    private final StateNote note = StateNote.ofThisRun(memory);

    @Test
    void zerosSayNothing() {
        assertFalse(note.says("begun"));
        assertEquals("", note.read());
        assertEquals("", StateNote.ofProcess().read());
    }

    @Test
    void itSaysWhatWasWrittenLast() {
        note.write("begun");
        assertTrue(StateNote.ofThisRun(memory).says("begun"));
        assertFalse(note.says("beg"));
        assertFalse(note.says("begun already"));
        note.write("something much longer");
        assertEquals("something much longer", note.read());
        note.clear();
        assertEquals("", note.read());
        note.write("done");
        assertTrue(note.says("done"));
        assertFalse(note.says("begun"));
    }

    @Test
    void whatIsNotOfThisRunOfTheSystemSaysNothing() {
        note.write("begun");
        for (int at = 0; at < "begun".length() + 10; at++) {
            byte right = memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, at);
            memory.set(java.lang.foreign.ValueLayout.JAVA_BYTE, at, (byte) (right ^ 1));
            assertFalse(note.says("begun"));
            memory.set(java.lang.foreign.ValueLayout.JAVA_BYTE, at, right);
        }
        assertTrue(note.says("begun"));
    }

    @Test
    void whatIsTooLongIsRefused() {
        assertThrows(IndexOutOfBoundsException.class, () -> note.write("x".repeat(StateNote.BYTES)));
    }
}
