package granary.builder.testing.disk;

import java.net.URI;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/** A name on a {@link FaultyDisk}, as a process sees it: written {@code disk:///db}. */
record DiskPath(DiskProcess process, Path name) implements Path {
    private DiskPath of(Path other) {
        return other == null ? null : new DiskPath(process, other);
    }

    private static Path name(Path other) {
        return ((DiskPath) other).name;
    }

    @Override
    public DiskProcess getFileSystem() {
        return process;
    }

    @Override
    public boolean isAbsolute() {
        return name.isAbsolute();
    }

    @Override
    public Path getRoot() {
        return of(name.getRoot());
    }

    @Override
    public Path getFileName() {
        return of(name.getFileName());
    }

    @Override
    public Path getParent() {
        return of(name.getParent());
    }

    @Override
    public int getNameCount() {
        return name.getNameCount();
    }

    @Override
    public Path getName(int index) {
        return of(name.getName(index));
    }

    @Override
    public Path subpath(int from, int to) {
        return of(name.subpath(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        return other instanceof DiskPath && name.startsWith(name(other));
    }

    @Override
    public boolean endsWith(Path other) {
        return other instanceof DiskPath && name.endsWith(name(other));
    }

    @Override
    public Path normalize() {
        return of(name.normalize());
    }

    @Override
    public Path resolve(Path other) {
        return of(name.resolve(name(other)));
    }

    @Override
    public Path relativize(Path other) {
        return of(name.relativize(name(other)));
    }

    @Override
    public URI toUri() {
        return URI.create(toAbsolutePath().toString());
    }

    @Override
    public Path toAbsolutePath() {
        return isAbsolute() ? this : of(Path.of("/").resolve(name));
    }

    @Override
    public Path toRealPath(LinkOption... options) {
        return toAbsolutePath().normalize();
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Path other) {
        return name.compareTo(name(other));
    }

    @Override
    public String toString() {
        return isAbsolute() ? DiskProcess.SCHEME + name : name.toString();
    }

    /** Returns the name that the disk knows. */
    String key() {
        return name.isAbsolute() ? name.normalize().toString() : "/" + name.normalize();
    }
}
