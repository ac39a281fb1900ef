package granary.builder.database;

import granary.builder.file.Disk;
import granary.builder.file.ReservedFile;
import granary.builder.memory.ProcessMemory;
import granary.builder.store.DatabaseDirectory;
import java.io.IOException;
import java.nio.file.Path;

/** Libraries that the memory and the files of larger layers need. They take time to load, so a build does it beside its first layers. */
final class Libraries {
    /** Layers with fewer positions do without. */
    private static final long LARGE_LAYER = 25_000_000;

    private final Path directory;
    /** Null until they are loaded. */
    private Thread loading;

    Libraries(Path directory) {
        this.directory = directory;
    }

    /** Begins to load them in the background if a layer with a number of positions needs them. */
    void loadFor(long positions) {
        if (positions >= LARGE_LAYER) {
            loading = Thread.ofPlatform().daemon().name("libraries").start(this::load);
        }
    }

    /** Loads them by using them. The file for that has a name that the next builder removes if this one is killed. */
    private void load() {
        try {
            ProcessMemory.prepare();
            ReservedFile.prepare(Disk.temporary(directory.resolve(DatabaseDirectory.TRIAL)));
        } catch (IOException e) {
            // There is no room for a temporary file: the first large layer loads them.
        }
    }

    /**
     * Waits until they are loaded, so that their file does not stay. Not to be called after an interruption: while the process ends,
     * libraries complain that they cannot be loaded.
     */
    void await() {
        try {
            if (loading != null) {
                loading.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
