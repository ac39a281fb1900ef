package granary.builder.memory;

import granary.builder.WorkerPool;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Owns memory, and takes a checkpoint of it at intervals, in a thread of its own, while others work in the memory. */
final class Checkpoints implements Closeable {
    private final WholeMemory memory;
    private final Checkpoint checkpoint;
    private final Duration interval;
    private final Consumer<IOException> failed;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    private Checkpoints(WholeMemory memory, Checkpoint checkpoint, Duration interval, Consumer<IOException> failed) {
        this.memory = memory;
        this.checkpoint = checkpoint;
        this.interval = interval;
        this.failed = failed;
        this.thread = Thread.ofPlatform().name("granary-checkpoint").daemon().start(this::take);
    }

    /**
     * Begins to take checkpoints of a memory. To close the memory that this returns ends them and closes the other.
     *
     * @param interval time between the end of a checkpoint and the beginning of the next
     * @param failed is called by the writing thread when a checkpoint cannot be written; no more are tried
     */
    static WholeMemory of(WholeMemory memory, Checkpoint checkpoint, Duration interval, Consumer<IOException> failed) {
        Checkpoints owner = new Checkpoints(memory, checkpoint, interval, failed);
        return new WholeMemory(memory.state(), memory.temporary(), memory.note(), owner);
    }

    private void take() {
        try {
            while (!closed.await(interval.toNanos(), TimeUnit.NANOSECONDS)) {
                checkpoint.take(memory, () -> closed.getCount() == 0);
            }
        } catch (IOException e) {
            failed.accept(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts this thread; if someone does, checkpoints end
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        WorkerPool.join(thread);
        memory.close();
    }
}
