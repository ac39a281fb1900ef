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
 * A note beside the working memory that says what all of it holds, including the temporary part. One thread writes it; any
 * number may read it.
 *
 * <p>In a mapped file the note outlives the process, but it is not valid after the operating system has been started again: after a
 * power cut nobody knows which pages reached the disk.
 */
public final class StateNote {
    /** Bytes of memory that a note takes. */
    static final int BYTES = 256;

    /** Distinguishes this run of the operating system from all others. */
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
     * Notes that the memory holds something, as of now, and that any mixture of the present and later bytes does so, too.
     *
     * @param state what the memory holds, in ASCII
     * @throws IndexOutOfBoundsException when that is too long
     */
    public void write(String state) {
        byte[] text = (state + validity).getBytes(StandardCharsets.US_ASCII);
        clear();
        MemorySegment.copy(text, 0, memory, JAVA_BYTE, 1, text.length);
        VarHandle.fullFence();
        memory.set(JAVA_BYTE, 0, (byte) text.length);
        VarHandle.fullFence();
    }

    /** Erases the note. To be called before the memory changes in a way that the note does not cover. The state remains sound. */
    public void clear() {
        VarHandle.fullFence();
        memory.set(JAVA_BYTE, 0, (byte) 0);
        VarHandle.fullFence();
    }

    /** Returns what was noted last; empty when the note is erased or no longer valid. */
    public String read() {
        VarHandle.fullFence();
        int length = Byte.toUnsignedInt(memory.get(JAVA_BYTE, 0));
        byte[] text = memory.asSlice(1, Math.min(length, BYTES - 1)).toArray(JAVA_BYTE);
        VarHandle.fullFence();
        String noted = new String(text, StandardCharsets.US_ASCII);
        return noted.endsWith(validity) ? noted.substring(0, noted.length() - validity.length()) : "";
    }

    /** Returns whether the note is valid and says exactly this. */
    public boolean says(String state) {
        return read().equals(state);
    }

    /** Returns Linux's boot id; on other systems an id of this process alone. */
    private static String run() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            return UUID.randomUUID().toString();
        }
    }
}
