package granary.builder.testing.disk;

import java.util.Locale;

/**
 * A fault of a process at a call of its file system.
 *
 * @param kind what happens
 * @param call the number of the call, from 1 on
 * @param choice settles what is left open: how much of a write is done, what a disk without power keeps
 */
public record Fault(Kind kind, long call, long choice) {
    /** Nothing happens. */
    public static final Fault NONE = new Fault(Kind.FAIL, 0, 0);

    /** The kinds. */
    public enum Kind {
        /** This call fails; the next ones do not. */
        FAIL,
        /** The process ends in the middle of this call; the system keeps what it was given. */
        STOP,
        /** The power fails in the middle of this call; the disk keeps what was forced, and any part of the rest. */
        CUT,
        /** The disk is full from this call on, until somebody makes room. */
        FULL,
        /** The disk says from this call on that it is full, and is not: whoever asks before it writes, writes nothing. */
        NO_ROOM,
        /** From this call on, what {@link FaultyDisk#prepareSwap} was given is there. */
        SWAP,
        /** This call, if it reads or writes, transfers one byte alone. */
        SHORT
    }

    @Override
    public String toString() {
        return call == 0
                ? "uninterrupted"
                : kind.name().toLowerCase(Locale.ROOT) + " at call " + call + (choice == 0 ? "" : ", choice " + choice);
    }
}
