package granary.http;

import granary.format.Manifest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.spi.FileSystemProvider;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * What {@link java.nio.file.Files} can do with a directory on a web server: tell what its manifest lists, and read the manifest
 * or a small file in JSON beside it. Only such reading sends a request. Layers' files are read by {@link HttpStorage}.
 */
final class HttpProvider extends FileSystemProvider {
    static final HttpProvider ONLY = new HttpProvider();

    private HttpProvider() {}

    @Override
    public InputStream newInputStream(Path path, OpenOption... options) throws IOException {
        HttpPath file = (HttpPath) path;
        if (!file.name().equals(Manifest.FILE_NAME) && !file.name().endsWith(".json")) {
            throw new NoSuchFileException(path.toString());
        }
        return new ByteArrayInputStream(file.getFileSystem().read(file));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        HttpPath file = (HttpPath) path;
        boolean isThere = file.name().isEmpty()
                || file.name().equals(Manifest.FILE_NAME)
                || file.getFileSystem().entry(file) != null;
        if (!isThere) {
            throw new NoSuchFileException(path.toString());
        }
        for (AccessMode mode : modes) {
            if (mode == AccessMode.WRITE) {
                throw new AccessDeniedException(path.toString(), null, "files of a web server are only read");
            }
        }
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        checkAccess(path);
        return type.cast(new Attributes((HttpPath) path));
    }

    private record Attributes(HttpPath path) implements BasicFileAttributes {
        @Override
        public FileTime lastModifiedTime() {
            return FileTime.fromMillis(0);
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
            return !isDirectory();
        }

        @Override
        public boolean isDirectory() {
            return path.name().isEmpty();
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
            Manifest.Entry entry = path.getFileSystem().entry(path);
            return entry == null ? 0 : entry.length();
        }

        @Override
        public Object fileKey() {
            return null;
        }
    }

    /** {@inheritDoc} A server does not tell what is beside the files of the database: nothing, as far as anybody knows. */
    @Override
    public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter) {
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return Collections.emptyIterator();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public boolean isSameFile(Path one, Path other) {
        return one.equals(other);
    }

    @Override
    public boolean isHidden(Path path) {
        return false;
    }

    @Override
    public String getScheme() {
        return "https";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path getPath(URI uri) {
        return HttpDirectory.at(uri);
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) {
        throw new UnsupportedOperationException(path + " is on a web server");
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return null;
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) {
        throw new ReadOnlyFileSystemException();
    }

    @Override
    public void delete(Path path) {
        throw new ReadOnlyFileSystemException();
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw new ReadOnlyFileSystemException();
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) {
        throw new ReadOnlyFileSystemException();
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new ReadOnlyFileSystemException();
    }
}
