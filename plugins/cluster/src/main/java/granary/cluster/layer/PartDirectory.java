package granary.cluster.layer;

import granary.builder.memory.MemoryNeed;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.ProcessMemory;
import granary.builder.memory.WorkingMemory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntPredicate;

/**
 * The directories of unfinished layers' parts: one for each layer, inside the database's directory. Only the driver that holds the
 * database's lock uses them. Small layers are solved in the driver's memory.
 */
public final class PartDirectory implements MemoryProvider {
    private static final String PREFIX = "parts-";

    private final Path database;
    private final ProcessMemory small;

    /** Makes a provider for a database. */
    public PartDirectory(Path database) {
        this.database = database;
        this.small = new ProcessMemory();
    }

    /** Returns the files of a layer's parts; their directory need not exist. */
    PartFiles files(int layer) {
        return new PartFiles(path(layer).toString());
    }

    private Path path(int layer) {
        return database.resolve(PREFIX + "%03d".formatted(layer)).toAbsolutePath();
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
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(database, PREFIX + "[0-9][0-9][0-9]")) {
            for (Path directory : directories) {
                int layer = Integer.parseInt(directory.getFileName().toString().substring(PREFIX.length()));
                if (isDone.test(layer)) {
                    remove(layer);
                }
            }
        }
    }

    @Override
    public long available() {
        return small.available();
    }

    @Override
    public boolean canResume(int layer, MemoryNeed need) {
        return Files.isDirectory(path(layer));
    }
}
