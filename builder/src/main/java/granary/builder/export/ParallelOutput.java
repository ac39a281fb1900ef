package granary.builder.export;

import granary.builder.Monitor;
import granary.builder.OperationInterruptedException;
import granary.builder.WorkerPool;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes parts in order while several threads make the next ones. */
public final class ParallelOutput {
    private final Taker out;
    private long next;
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

    private ParallelOutput(Taker out) {
        this.out = out;
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
        ParallelOutput output = new ParallelOutput(out);
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
                    output.end(number, done);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void write(long number, byte[] bytes) {
        if (isMyTurn(number)) {
            try {
                out.take(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Waits until all earlier parts are written. Returns false when one failed; the thread of that part reports the
     * error.
     */
    private synchronized boolean isMyTurn(long number) {
        while (next != number && !failed) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new OperationInterruptedException();
            }
        }
        return !failed;
    }

    private synchronized void end(long number, boolean done) {
        if (done) {
            next = number + 1;
        } else {
            failed = true;
        }
        notifyAll();
    }
}
