package granary.builder.testing.disk;

import granary.builder.testing.disk.DiskProcess.Extent;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Serves {@link java.nio.file.Files} for the paths of a {@link FaultyDisk}. */
final class DiskProvider extends FileSystemProvider {
    private static DiskPath of(Path path) {
        return (DiskPath) path;
    }

    private static DiskNode node(Path path) throws NoSuchFileException {
        DiskNode node = of(path).process().disk.find(of(path).key());
        if (node == null) {
            throw new NoSuchFileException(path.toString());
        }
        return node;
    }

    private static Extent call(String what, Path path) throws IOException {
        return of(path).process().call(what, of(path).key());
    }

    private static void checkParent(Path path) throws IOException {
        DiskNode parent = of(path).process().disk.find(FaultyDisk.parent(of(path).key()));
        if (parent == null) {
            throw new NoSuchFileException(path.toString());
        }
        if (!parent.isDirectory) {
            throw new FileSystemException(path.toString(), null, "Not a directory");
        }
    }

    private static DiskNode create(Path path, boolean isDirectory) throws IOException {
        checkParent(path);
        FaultyDisk disk = of(path).process().disk;
        if (disk.isFull()) {
            throw new FileSystemException(path.toString(), null, "No space left on device");
        }
        return disk.create(of(path).key(), isDirectory);
    }

    @Override
    public String getScheme() {
        return "disk";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        if (!options.stream()
                .allMatch(option -> option instanceof StandardOpenOption || option instanceof LinkOption)) {
            throw new UnsupportedOperationException(options.toString());
        }
        call("open", path);
        FaultyDisk disk = of(path).process().disk;
        boolean writes = options.contains(StandardOpenOption.WRITE) || options.contains(StandardOpenOption.APPEND);
        synchronized (disk) {
            DiskNode node = disk.find(of(path).key());
            boolean creates = writes
                    && (options.contains(StandardOpenOption.CREATE) || options.contains(StandardOpenOption.CREATE_NEW));
            if (node != null && options.contains(StandardOpenOption.CREATE_NEW)) {
                throw new FileAlreadyExistsException(path.toString());
            }
            if (node == null) {
                node = creates ? create(path, false) : node(path);
            }
            if (writes && node.isDirectory) {
                throw new FileSystemException(path.toString(), null, "Is a directory");
            }
            if (writes && options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
                node.truncate(0);
            }
            return new DiskChannel(of(path), node, writes, options.contains(StandardOpenOption.APPEND));
        }
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        call("list", directory);
        if (!node(directory).isDirectory) {
            throw new NotDirectoryException(directory.toString());
        }
        List<Path> found = new ArrayList<>();
        for (String name : of(directory).process().disk.list(of(directory).key())) {
            Path path = directory.resolve(name.substring(name.lastIndexOf('/') + 1));
            if (filter.accept(path)) {
                found.add(path);
            }
        }
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return found.iterator();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
        call("create", path);
        synchronized (of(path).process().disk) {
            if (of(path).process().disk.find(of(path).key()) != null) {
                throw new FileAlreadyExistsException(path.toString());
            }
            create(path, true);
        }
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        call("link", link);
        FaultyDisk disk = of(link).process().disk;
        synchronized (disk) {
            if (disk.find(of(link).key()) != null) {
                throw new FileAlreadyExistsException(link.toString());
            }
            checkParent(link);
            disk.link(of(link).key(), node(existing));
        }
    }

    @Override
    public void delete(Path path) throws IOException {
        call("delete", path);
        FaultyDisk disk = of(path).process().disk;
        synchronized (disk) {
            if (node(path).isDirectory && !disk.list(of(path).key()).isEmpty()) {
                throw new DirectoryNotEmptyException(path.toString());
            }
            disk.delete(of(path).key());
        }
    }

    /** Copies a file as the JDK does: in steps, and what fails leaves a part. */
    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        if (List.of(options).contains(StandardCopyOption.REPLACE_EXISTING)
                && of(target).process().disk.find(of(target).key()) != null) {
            delete(target);
        }
        try (FileChannel from = FileChannel.open(source, StandardOpenOption.READ);
                FileChannel to = FileChannel.open(target, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(from.size()));
            while (bytes.hasRemaining() && from.read(bytes) >= 0) {
                // until all is read
            }
            bytes.flip();
            while (bytes.hasRemaining()) {
                to.write(bytes);
            }
        }
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        call("rename", target);
        FaultyDisk disk = of(source).process().disk;
        synchronized (disk) {
            node(source);
            checkParent(target);
            DiskNode there = disk.find(of(target).key());
            List<CopyOption> how = List.of(options);
            if (there != null
                    && !how.contains(StandardCopyOption.REPLACE_EXISTING)
                    && !how.contains(StandardCopyOption.ATOMIC_MOVE)) {
                throw new FileAlreadyExistsException(target.toString());
            }
            if (there != null && there.isDirectory) {
                throw new FileSystemException(target.toString(), null, "Is a directory");
            }
            disk.rename(of(source).key(), of(target).key());
        }
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        call("look", one);
        return one.equals(other) || other instanceof DiskPath && node(one) == node(other);
    }

    @Override
    public boolean isHidden(Path path) {
        return false;
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        call("room", path);
        node(path);
        return new DiskStore(of(path).process().disk);
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        call("look", path);
        node(path);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return type.cast(new BasicFileAttributeView() {
            @Override
            public String name() {
                return "basic";
            }

            @Override
            public BasicFileAttributes readAttributes() throws IOException {
                return attributes(path);
            }

            @Override
            public void setTimes(FileTime modified, FileTime accessed, FileTime created) throws IOException {
                call("touch", path);
                of(path).process().disk.touch(node(path));
            }
        });
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return type.cast(attributes(path));
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        call("look", path);
        return new DiskAttributes(node(path));
    }

    private record DiskAttributes(DiskNode node) implements BasicFileAttributes {
        @Override
        public FileTime lastModifiedTime() {
            return FileTime.fromMillis(node.modified);
        }

        @Override
        public FileTime lastAccessTime() {
            return lastModifiedTime();
        }

        @Override
        public FileTime creationTime() {
            return lastModifiedTime();
        }

        @Override
        public boolean isRegularFile() {
            return !node.isDirectory;
        }

        @Override
        public boolean isDirectory() {
            return node.isDirectory;
        }

        @Override
        public boolean isSymbolicLink() {
            return false;
        }

        @Override
        public boolean isOther() {
            return false;
        }

        @Override
        public long size() {
            return node.length();
        }

        @Override
        public Object fileKey() {
            return node;
        }
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new UnsupportedOperationException();
    }
}
