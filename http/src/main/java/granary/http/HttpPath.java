package granary.http;

import java.net.URI;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Objects;

/** A directory on a web server, or a file in it. Immutable. Its text is its address. */
final class HttpPath implements Path {
    private final HttpFileSystem system;
    /** The file's name; empty for the directory. */
    private final String name;

    HttpPath(HttpFileSystem system, String name) {
        this.system = system;
        this.name = name;
    }

    /** Returns the file's name; empty for the directory. */
    String name() {
        return name;
    }

    @Override
    public HttpFileSystem getFileSystem() {
        return system;
    }

    @Override
    public boolean isAbsolute() {
        return true;
    }

    @Override
    public Path getRoot() {
        return system.root();
    }

    /** {@inheritDoc} It is a relative path of the default file system. */
    @Override
    public Path getFileName() {
        String path = toUri().getPath().replaceAll("/+$", "");
        return path.isEmpty() ? null : Path.of(path.substring(path.lastIndexOf('/') + 1));
    }

    @Override
    public Path getParent() {
        return name.isEmpty() ? null : system.root();
    }

    @Override
    public int getNameCount() {
        return name.isEmpty() ? 0 : 1;
    }

    @Override
    public Path getName(int index) {
        Objects.checkIndex(index, getNameCount());
        return Path.of(name);
    }

    @Override
    public Path subpath(int from, int to) {
        Objects.checkFromToIndex(from, to, getNameCount());
        return Path.of(name);
    }

    @Override
    public boolean startsWith(Path other) {
        return equals(other) || system.root().equals(other);
    }

    @Override
    public boolean endsWith(Path other) {
        return equals(other) || name.equals(other.toString());
    }

    @Override
    public Path normalize() {
        return this;
    }

    @Override
    public Path resolve(Path other) {
        return other.isAbsolute() ? other : system.getPath(other.toString());
    }

    @Override
    public Path resolve(String other) {
        return system.getPath(other);
    }

    @Override
    public Path relativize(Path other) {
        throw new UnsupportedOperationException();
    }

    @Override
    public URI toUri() {
        return system.base().resolve(name);
    }

    @Override
    public Path toAbsolutePath() {
        return this;
    }

    @Override
    public Path toRealPath(LinkOption... options) {
        return this;
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Path other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HttpPath path && path.system == system && path.name.equals(name);
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** Returns the address. */
    @Override
    public String toString() {
        return toUri().toString();
    }
}
