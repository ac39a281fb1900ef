package granary.cluster.layer;

import granary.builder.memory.MemoryNeed;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.ProcessMemory;
import granary.builder.memory.WorkFiles;
import granary.builder.memory.WorkingMemory;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntPredicate;

/**
 * The directories of unfinished layers' parts: one for each layer, inside the database's directory. Only the driver that holds the
 * database's lock uses them. Small layers are solved in the driver's memory.
 */
public final class PartDirectory implements MemoryProvider {
    private final WorkFiles files;
    private final ProcessMemory small;

    /**
     * Makes a provider for a database.
     *
     * @param directory the database's directory
     * @param game its game
     */
    public PartDirectory(Path directory, Game game) {
        this.files = new WorkFiles(directory.toAbsolutePath(), game.identity());
        this.small = new ProcessMemory();
    }

    /** Returns the files of a layer's parts; their directory need not exist. */
    PartFiles files(int layer) {
        return new PartFiles(files.parts(layer).toString());
    }

    @Override
    public WorkingMemory open(int layer, MemoryNeed need) throws IOException {
        return small.open(layer, need);
    }

    @Override
    public void remove(int layer) throws IOException {
        files(layer).delete();
    }

    @Override
    public void clean(IntPredicate isDone) throws IOException {
        files.clean(isDone);
    }

    @Override
    public long available() {
        return small.available();
    }

    @Override
    public boolean canResume(int layer, MemoryNeed need) {
        return Files.isDirectory(files.parts(layer));
    }
}
