package granary.builder.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Main memory with checkpoints in a directory, or, for a layer that does not fit, a file in that directory. A layer that is solved
 * before its first checkpoint is due writes nothing there.
 */
public final class AutomaticMemory extends FileMemory {
    private final Consumer<IOException> failed;

    /**
     * Makes a provider.
     *
     * @param directory the directory of the files
     * @param identity the game's identity line
     * @param available returns the bytes of main memory that working memory may take now
     * @param interval time between checkpoints; null for none
     * @param failed is called, by any thread, when a checkpoint could not be written; the work goes on without it
     */
    public AutomaticMemory(
            Path directory, String identity, LongSupplier available, Duration interval, Consumer<IOException> failed) {
        this(new WorkFiles(directory, identity), identity, available, interval, failed);
    }

    AutomaticMemory(
            WorkFiles files, String identity, LongSupplier available, Duration interval, Consumer<IOException> failed) {
        super(files, identity, available, interval);
        this.failed = failed;
    }

    @Override
    public WorkingMemory open(int layer, MemoryNeed need) throws IOException {
        boolean isBegun = isBegun(layer, need);
        WorkingMemory memory =
                isBegun || !isHeld(need) ? super.open(layer, need) : new ProcessMemory().open(layer, need);
        Checkpoint checkpoint = checkpoint(layer, need);
        try {
            if (memory instanceof WindowedMemory windowed) {
                if (windowed.note().read().isEmpty()) { // what the file may hold is a part of the checkpoint
                    checkpoint.restore(windowed);
                    windowed.window().save();
                }
                checkpoint.remove(); // the file goes on from there
            } else if (!isBegun) {
                checkpoint.restore(memory);
            }
        } catch (IOException | RuntimeException e) {
            memory.close();
            throw e;
        }
        return !isBegun && memory instanceof WholeMemory whole && interval != null && need.state() > 0
                ? Checkpoints.of(whole, checkpoint, interval, failed)
                : memory;
    }

    private boolean isHeld(MemoryNeed need) {
        return need.total() <= available();
    }

    private Checkpoint checkpoint(int layer, MemoryNeed need) {
        return new Checkpoint(files, identity, layer, need);
    }

    /** {@inheritDoc} Checkpoints reserve nothing: without room for one, the work goes on. */
    @Override
    public long bytesToReserve(int layer, MemoryNeed need) {
        return isHeld(need) ? 0 : super.bytesToReserve(layer, need);
    }

    @Override
    public void leaveFree(long bytes) {
        files.leaveFree(bytes);
    }

    @Override
    public boolean canResume(int layer, MemoryNeed need) {
        return isBegun(layer, need) || checkpointed(layer, need).isPresent();
    }

    @Override
    public Optional<Instant> checkpointed(int layer, MemoryNeed need) {
        try {
            return isBegun(layer, need)
                    ? Optional.empty()
                    : checkpoint(layer, need).taken();
        } catch (IOException e) {
            return Optional.empty(); // opening the file reports the error
        }
    }
}
