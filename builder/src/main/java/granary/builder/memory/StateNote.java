package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A note in the working memory of what the rest of it holds. It outlives the process, but not the run of the operating
 * system: after a power cut nobody knows which pages of a mapped file reached the disk. One thread uses it.
 */
public final class StateNote {
    /** Bytes of memory that a note takes. */
    public static final int BYTES = 256;

    /** Tells this run of the operating system from all others. */
    private static final String RUN = run();

    private final MemorySegment memory;

    /**
     * Finds the note.
     *
     * @param memory {@value #BYTES} bytes, zeros at first
     */
    public StateNote(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * Notes that all of the memory, as written up to now, is in some state.
     *
     * @param state some words of ASCII
     * @throws IndexOutOfBoundsException when they are too long
     */
    public void write(String state) {
        byte[] text = text(state);
        VarHandle.fullFence();
        memory.set(JAVA_BYTE, 0, (byte) 0);
        VarHandle.fullFence();
        MemorySegment.copy(text, 0, memory, JAVA_BYTE, 1, text.length);
        VarHandle.fullFence();
        memory.set(JAVA_BYTE, 0, (byte) text.length);
        VarHandle.fullFence();
    }

    /** Returns whether this is what was noted last, in this run of the operating system. */
    public boolean says(String state) {
        byte[] text = text(state);
        return memory.get(JAVA_BYTE, 0) == (byte) text.length
                && memory.asSlice(1, text.length).mismatch(MemorySegment.ofArray(text)) < 0;
    }

    private static byte[] text(String state) {
        return (state + " " + RUN).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns what Linux calls its boot id; elsewhere a name that no other process has. */
    private static String run() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            return UUID.randomUUID().toString();
        }
    }
}
