package granary.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How the bytes of a file are got at. */
public enum Access {
    /**
     * Maps files into memory: no copy, one copy in the page cache for all processes, the fastest for databases larger
     * than the heap. The files must not shrink while they are open; see {@link MappedStorage} for what happens if they
     * do. Files of at most 64 KiB are copied instead, which costs less than a mapping.
     */
    MAPPED {
        @Override
        public Storage open(Path path) throws IOException {
            return Files.size(path) <= SMALL ? new HeapStorage(path) : new MappedStorage(path);
        }
    },
    /** Copies files into the Java heap: slow to open, then independent of the files. */
    HEAP {
        @Override
        public Storage open(Path path) throws IOException {
            return new HeapStorage(path);
        }
    },
    /**
     * Asks the operating system for each lookup: about a microsecond, but a file that shrinks or a network drive that
     * fails is an error at once and nothing worse.
     */
    POSITIONED {
        @Override
        public Storage open(Path path) throws IOException {
            return new PositionedStorage(path);
        }
    };

    private static final long SMALL = 1 << 16;

    /**
     * Opens a file.
     *
     * @throws IOException when the file cannot be opened, mapped or read
     */
    public abstract Storage open(Path path) throws IOException;
}
