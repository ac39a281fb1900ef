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
 * A note beside the working memory of what all of it holds, the temporary part too. One thread writes it, any may read it.
 *
 * <p>In a mapped file it outlives the process, but not the run of the operating system: after a power cut nobody knows
 * which pages reached the disk.
 */
public final class StateNote {
    /** Bytes of memory that a note takes. */
    static final int BYTES = 256;

    /** Tells this run of the operating system from all others. */
    private static final String RUN = run();

    private final MemorySegment memory;
    private final String validity;

    private StateNote(MemorySegment memory, String validity) {
        this.memory = memory;
        this.validity = " " + validity;
    }

    /**
     * Finds a note that is valid in this run of the operating system.
     *
     * @param memory {@value #BYTES} bytes, zeros at first
     */
    static StateNote ofThisRun(MemorySegment memory) {
        return new StateNote(memory, RUN);
    }

    /** Makes a note that lives as long as the process. */
    public static StateNote ofProcess() {
        return new StateNote(MemorySegment.ofArray(new byte[BYTES]), "");
    }

    /**
     * Notes that all of the memory, as written up to now, is in some state, and that from now on any mixture of older and
     * newer bytes is.
     *
     * @param state some words of ASCII
     * @throws IndexOutOfBoundsException when they are too long
     */
    public void write(String state) {
        byte[] text = (state + validity).getBytes(StandardCharsets.US_ASCII);
        clear();
        MemorySegment.copy(text, 0, memory, JAVA_BYTE, 1, text.length);
        VarHandle.fullFence();
        memory.set(JAVA_BYTE, 0, (byte) text.length);
        VarHandle.fullFence();
    }

    /** Notes that nothing is known of the memory but that the state is sound, before that becomes true. */
    public void clear() {
        VarHandle.fullFence();
        memory.set(JAVA_BYTE, 0, (byte) 0);
        VarHandle.fullFence();
    }

    /** Returns what was noted last, empty when that is nothing or no longer valid. */
    public String read() {
        VarHandle.fullFence();
        int length = Byte.toUnsignedInt(memory.get(JAVA_BYTE, 0));
        byte[] text = memory.asSlice(1, Math.min(length, BYTES - 1)).toArray(JAVA_BYTE);
        VarHandle.fullFence();
        String noted = new String(text, StandardCharsets.US_ASCII);
        return noted.endsWith(validity) ? noted.substring(0, noted.length() - validity.length()) : "";
    }

    /** Returns whether this, some words, is what was noted last, and still valid. */
    public boolean says(String state) {
        return read().equals(state);
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
