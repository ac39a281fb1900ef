package granary.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * Blocks that are kept on a disk, one file each, with a checksum of them and their name at its end. A block gets its name when it is
 * whole, so that processes may share the directory and be killed at any time. It is named by the digest of the layer's file: it belongs
 * to that content, from whatever server it came. Other files in the directory are the user's, and let be. Any number of threads may use
 * it.
 *
 * <p>Whatever fails here costs a request, no more: a block that cannot be read is fetched, and one that cannot be written is not kept.
 */
final class BlockDirectory {
    private static final String UNFINISHED = ".part";
    private static final Pattern DIRECTORY = Pattern.compile("[0-9a-f]{64}");
    /** Offset and length of a block, or the number of one that is being written. */
    private static final Pattern FILE = Pattern.compile("[0-9a-f]{1,16}-([0-9a-f]{1,7})|[0-9]+\\.part");

    private final Path directory;
    private final long most;
    /** Bytes that may be written before the directory is looked through. */
    private long room;

    BlockDirectory(Path directory, long most) {
        this.directory = directory.toAbsolutePath();
        this.most = most;
    }

    private Path path(String digest, long offset, int length) {
        return directory.resolve(digest).resolve(Long.toHexString(offset) + "-" + Integer.toHexString(length));
    }

    /** Returns a block, or null when it is not there or not whole. */
    byte[] read(String digest, long offset, int length) {
        Path path = path(digest, offset, length);
        try {
            if (Files.notExists(path) || Files.size(path) != length + Integer.BYTES) {
                return null;
            }
            byte[] bytes = Files.readAllBytes(path);
            if (bytes.length != length + Integer.BYTES
                    || ByteBuffer.wrap(bytes).getInt(length) != checksum(path, bytes, length)) {
                return null;
            }
            Files.setLastModifiedTime(path, FileTime.fromMillis(System.currentTimeMillis()));
            return Arrays.copyOf(bytes, length);
        } catch (IOException e) {
            return null; // removed meanwhile by another process, or a disk that fails
        }
    }

    /** Keeps a block. */
    void write(String digest, long offset, byte[] block) {
        Path path = path(digest, offset, block.length);
        ByteBuffer bytes = ByteBuffer.allocate(block.length + Integer.BYTES);
        bytes.put(block).putInt(checksum(path, block, block.length));
        Path unfinished = null;
        try {
            makeRoom(bytes.capacity());
            Files.createDirectories(path.getParent());
            unfinished = Files.createTempFile(path.getParent(), "", UNFINISHED);
            Files.write(unfinished, bytes.array());
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            remove(unfinished); // a full disk, or no permission
        }
    }

    /** Removes a block. */
    void remove(String digest, long offset, int length) {
        remove(path(digest, offset, length));
    }

    private static void remove(Path path) {
        try {
            if (path != null) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            return; // it is compared with its checksum again whenever it is read
        }
    }

    private static int checksum(Path path, byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update((path.getParent().getFileName() + "/" + path.getFileName()).getBytes(StandardCharsets.US_ASCII));
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /** Removes the blocks that were not used for longest, when those of all processes take too much. */
    private synchronized void makeRoom(int bytes) throws IOException {
        room -= bytes;
        if (room >= 0) {
            return;
        }
        List<Kept> all = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            Files.walkFileTree(directory.toRealPath(), Set.of(), 2, new Finder(all)); // links in it are not followed
        }
        all.sort(Comparator.comparing(Kept::used));
        long total = all.stream().mapToLong(Kept::bytes).sum();
        long freed = Math.max(most / 16, bytes);
        for (Kept kept : all) {
            if (total + freed <= most) {
                break;
            }
            remove(kept.path);
            total -= kept.bytes;
        }
        room = freed - bytes;
    }

    private record Kept(Path path, long bytes, FileTime used) {}

    /** Returns whether a file is a block, or what is left of one whose writing was interrupted. */
    private static boolean isOurs(Path path, long bytes) {
        Matcher name = FILE.matcher(path.getFileName().toString());
        return DIRECTORY.matcher(String.valueOf(path.getParent().getFileName())).matches()
                && name.matches()
                && (name.group(1) == null || Long.parseLong(name.group(1), 16) + Integer.BYTES == bytes);
    }

    /** Finds the blocks; those that other processes remove meanwhile are passed over. */
    private static final class Finder extends SimpleFileVisitor<Path> {
        private final List<Kept> found;

        Finder(List<Kept> found) {
            this.found = found;
        }

        @Override
        public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && isOurs(path, attributes.size())) {
                found.add(new Kept(path, attributes.size(), attributes.lastModifiedTime()));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path path, IOException failure) {
            return FileVisitResult.CONTINUE;
        }
    }
}
