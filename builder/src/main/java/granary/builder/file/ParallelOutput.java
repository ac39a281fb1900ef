package granary.builder.file;

import granary.builder.Monitor;
import granary.builder.OperationInterruptedException;
import granary.builder.WorkerPool;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes parts in order while several threads make the next ones. A part that takes long delays no other: those behind it wait in memory,
 * and their threads continue.
 */
public final class ParallelOutput {
    /** The waiting parts of each thread: with four, no thread stops while a part takes about four times as long as the others. */
    private static final int WAITING = 4;

    private final Taker out;
    /** Parts that wait, each at its number modulo the length. */
    private final byte[][] waiting;

    private long next;
    private boolean isWriting;
    private boolean failed;

    /** Makes a part. */
    public interface Maker {
        /**
         * Makes a part.
         *
         * @param worker 0 .. threads - 1; no two parts are made under the same number at the same time
         * @param number the part's number
         * @return the part's bytes
         */
        byte[] make(int worker, long number);
    }

    /** Takes the parts in order. */
    public interface Taker {
        /** Takes the next part. */
        void take(byte[] part) throws IOException;
    }

    private ParallelOutput(Taker out, int threads) {
        this.out = out;
        this.waiting = new byte[WAITING * threads][];
    }

    /**
     * Writes the parts 0 .. count - 1.
     *
     * @param out receives the bytes, one part at a time
     * @param threads the number of threads that make parts
     * @param monitor may stop the work before each part
     * @param count the number of parts, each some milliseconds of work
     * @param maker makes the parts
     * @throws IOException when the bytes cannot be written
     * @throws RuntimeException any exception of the maker
     */
    public static void write(Taker out, int threads, Monitor monitor, long count, Maker maker) throws IOException {
        ParallelOutput output = new ParallelOutput(out, threads);
        try {
            // The pool must not check the monitor: a part might then never begin, and later parts would wait for it
            // forever.
            new WorkerPool(threads, Monitor.SILENT).run(count, (worker, number) -> {
                boolean done = false;
                try {
                    monitor.check();
                    output.write(number, maker.make(worker, number));
                    done = true;
                } finally {
                    if (!done) {
                        output.fail();
                    }
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void write(long number, byte[] bytes) {
        try {
            for (byte[] part = put(number, bytes); part != null; part = written()) {
                out.take(part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Lets a part wait for its turn. Returns the part that this thread is to write; null when that is not made yet, when another thread
     * writes, or when a part failed, whose thread reports the error.
     */
    private synchronized byte[] put(long number, byte[] bytes) {
        while (number - next >= waiting.length && !failed) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new OperationInterruptedException();
            }
        }
        waiting[slot(number)] = bytes;
        return isWriting ? null : take();
    }

    private synchronized byte[] written() {
        next++;
        notifyAll();
        return take();
    }

    private byte[] take() {
        byte[] part = failed ? null : waiting[slot(next)];
        waiting[slot(next)] = null;
        isWriting = part != null;
        return part;
    }

    private int slot(long number) {
        return (int) (number % waiting.length);
    }

    private synchronized void fail() {
        failed = true;
        notifyAll();
    }
}
