package granary.storage;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A {@link FileSystem} whose files the operating system does not know: it reads them by storages of its own. */
public interface StorageSource {
    /**
     * Opens a file, and may read nothing yet.
     *
     * @param path a path of this file system
     * @throws IOException when there is no such file
     */
    Storage open(Path path) throws IOException;

    /**
     * Reads the beginnings of files that are to be opened next, all at once. Afterwards {@link java.nio.file.Files#notExists} tells
     * which of them are not there.
     *
     * @param paths paths of this file system
     * @throws granary.error.DatabaseException when one cannot be read
     */
    void prepare(List<Path> paths);

    /** Returns whether the operating system knows a file or directory, so that it may be mapped. */
    static boolean isLocal(Path path) {
        return !(path.getFileSystem() instanceof StorageSource);
    }

    /** Prepares files of any file systems, as far as these are sources. */
    static void prepareAll(List<Path> paths) {
        Map<StorageSource, List<Path>> bySource = new LinkedHashMap<>();
        for (Path path : paths) {
            if (path.getFileSystem() instanceof StorageSource source) {
                bySource.putIfAbsent(source, new ArrayList<>());
                bySource.get(source).add(path);
            }
        }
        for (Map.Entry<StorageSource, List<Path>> files : bySource.entrySet()) {
            files.getKey().prepare(files.getValue());
        }
    }
}
