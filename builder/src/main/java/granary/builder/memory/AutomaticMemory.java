package granary.builder.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Working memory of the process, with checkpoints in a directory; for layers that do not fit a file in that directory.
 * Nothing else is written there, and a layer that is solved before the first checkpoint is due leaves nothing at all.
 */
public final class AutomaticMemory extends FileMemory {
    private final Duration interval;
    private final Consumer<IOException> failed;

    /**
     * Makes a provider.
     *
     * @param directory the directory of the files
     * @param identity the game's identity line
     * @param available tells how many bytes of main memory working memory may take now
     * @param interval time between checkpoints; null for none
     * @param failed is told when a checkpoint could not be written, by any thread; the work goes on without
     */
    public AutomaticMemory(
            Path directory, String identity, LongSupplier available, Duration interval, Consumer<IOException> failed) {
        this(new WorkFiles(directory, identity), identity, available, interval, failed);
    }

    AutomaticMemory(
            WorkFiles files, String identity, LongSupplier available, Duration interval, Consumer<IOException> failed) {
        super(files, identity, available);
        this.interval = interval;
        this.failed = failed;
    }

    @Override
    public WorkingMemory open(int layer, MemoryNeed need) throws IOException {
        if (super.canResume(layer, need)) {
            return super.open(layer, need);
        }
        WorkingMemory memory = isHeld(need) ? new ProcessMemory().open(layer, need) : super.open(layer, need);
        Checkpoint checkpoint = checkpoint(layer, need);
        try {
            checkpoint.restore(memory);
        } catch (IOException | RuntimeException e) {
            memory.close();
            throw e;
        }
        return memory instanceof WholeMemory whole && interval != null && need.state() > 0
                ? Checkpoints.of(whole, checkpoint, interval, failed)
                : memory;
    }

    private boolean isHeld(MemoryNeed need) {
        return need.total() <= available();
    }

    private Checkpoint checkpoint(int layer, MemoryNeed need) {
        return new Checkpoint(files, identity, layer, need);
    }

    /** {@inheritDoc} Checkpoints reserve nothing: where they find no room, the work goes on without. */
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
        return super.canResume(layer, need) || checkpointed(layer, need).isPresent();
    }

    @Override
    public Optional<Instant> checkpointed(int layer, MemoryNeed need) {
        try {
            return super.canResume(layer, need)
                    ? Optional.empty()
                    : checkpoint(layer, need).taken();
        } catch (IOException e) {
            return Optional.empty(); // opening it will tell
        }
    }
}
