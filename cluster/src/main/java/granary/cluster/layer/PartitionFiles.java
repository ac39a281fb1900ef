package granary.cluster.layer;

import granary.builder.file.Disk;
import java.io.IOException;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;

/**
 * The files through which tasks pass on their results, on storage that all nodes share. A file is written once, under a unique
 * name, and never changed. Tasks learn the names of files from the driver, which has them from the one attempt at each task whose
 * result counted.
 *
 * @param path the directory, as text
 */
record PartitionFiles(String path) implements Serializable {
    private static final int MOST_AT_ONCE = 1 << 24;

    Path directory() {
        return Path.of(path);
    }

    Path resolve(String name) {
        return directory().resolve(name);
    }

    /** Returns a name that no other file has. */
    static String newName(String kind) {
        return kind + "-" + UUID.randomUUID();
    }

    /** Maps a file for reading. */
    MemorySegment map(String name, Arena arena) throws IOException {
        try (FileChannel channel = FileChannel.open(resolve(name), StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        }
    }

    /** Writes a file and forces it to the storage, because the driver may then list it in the layer's state. */
    void write(Disk disk, String name, MemorySegment bytes) throws IOException {
        try (FileChannel channel =
                FileChannel.open(resolve(name), StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            for (long at = 0; at < bytes.byteSize(); ) {
                long length = Math.min(MOST_AT_ONCE, bytes.byteSize() - at);
                ByteBuffer buffer = bytes.asSlice(at, length).asByteBuffer();
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                at += length;
            }
        }
        disk.forceWithName(resolve(name));
    }

    /** Deletes all files but some. A task whose result is no longer wanted may still write a file, or fail to. */
    void keep(Set<String> names) throws IOException {
        for (Path file : Disk.files(directory())) {
            if (!names.contains(file.getFileName().toString())) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Deletes the directory with all files. */
    void delete() throws IOException {
        if (Files.isDirectory(directory())) {
            keep(Set.of());
            try {
                Files.deleteIfExists(directory());
            } catch (DirectoryNotEmptyException e) {
                // A task that Spark has given up has just written a file: the next build removes it.
            }
        }
    }
}
