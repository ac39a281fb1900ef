package granary.builder.testing.disk;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A process that uses a {@link FaultyDisk}: it counts its calls, and at one of them a {@link Fault} happens. Once it is stopped, each
 * further call throws {@link ProcessStopped}, whatever still runs.
 *
 * <p>Threads in the background would make their calls at another moment each time. So whoever makes a call waits until these have ended
 * first, and one number tells one history.
 */
public final class DiskProcess extends FileSystem {
    static final String SCHEME = "disk://";

    private static final DiskProvider PROVIDER = new DiskProvider();
    /** Threads that others wait for, and that wait for none of those, in this order. */
    private static final List<String> BACKGROUND = List.of("granary-disk", "granary-training");

    /** One whose end those wait for. */
    private static final Pattern WORKER = Pattern.compile("granary-[0-9]+");

    /** True if the place of each fault is printed. */
    private static final boolean TRACES = Boolean.getBoolean("granary.traces");

    private static final long PATIENCE_MILLIS = 20_000;

    final FaultyDisk disk;
    private final Fault fault;
    private String faultyCall;
    private boolean heldLock;
    private long calls;
    private volatile boolean isStopped;
    private volatile boolean hasHappened;

    DiskProcess(FaultyDisk disk, Fault fault) {
        this.disk = disk;
        this.fault = fault;
    }

    /** The effect of a call on its bytes. */
    enum Extent {
        ALL,
        PART
    }

    /** Returns a path. */
    public Path path(String name) {
        return getPath(name);
    }

    /** Returns the number of calls so far. */
    public synchronized long calls() {
        return calls;
    }

    /** Returns whether the fault has happened. */
    public boolean hasHappened() {
        return hasHappened;
    }

    /** Returns whether the process was stopped. */
    public boolean isStopped() {
        return isStopped;
    }

    /** Returns the call at which the fault happened. */
    public String faultyCall() {
        return faultyCall;
    }

    /** Returns whether the process held any lock when the fault happened. */
    public boolean heldLock() {
        return heldLock;
    }

    /** Ends the process: others get its locks. If the fault was a cut of the power, the disk now forgets. */
    public void end() {
        isStopped = true;
        disk.end(this);
        if (hasHappened && fault.kind() == Fault.Kind.CUT) {
            disk.cutPower(fault.choice());
        }
    }

    /** Counts a call, and has the fault happen if this is its moment. */
    Extent call(String what, String name) throws IOException {
        awaitBackground();
        synchronized (this) {
            if (isStopped) {
                throw new ProcessStopped();
            }
            calls++;
            if (calls != fault.call()) {
                return Extent.ALL;
            }
            hasHappened = true;
            faultyCall = what + " " + name;
            heldLock = disk.isHolder(this);
            if (TRACES) {
                new Throwable(faultyCall).printStackTrace();
            }
            switch (fault.kind()) {
                case FAIL -> throw new IOException("simulated error at " + what + " " + name);
                case FULL -> disk.fill(true);
                case NO_ROOM -> disk.sayFull(true);
                case SWAP -> disk.swap();
                case SHORT -> {
                    return Extent.PART;
                }
                case STOP, CUT -> {
                    isStopped = true;
                    if ((fault.choice() & 1) != 0 && what.equals("write")) {
                        return Extent.PART;
                    }
                    throw new ProcessStopped();
                }
            }
            return Extent.ALL;
        }
    }

    private static void awaitBackground() {
        String name = Thread.currentThread().getName();
        if (WORKER.matcher(name).matches()) {
            return;
        }
        int own = BACKGROUND.indexOf(name);
        Thread[] all = new Thread[256];
        int count = Thread.currentThread().getThreadGroup().enumerate(all, false);
        for (int i = 0; i < count; i++) {
            int other = BACKGROUND.indexOf(all[i].getName());
            if (other >= 0 && (own < 0 || other < own)) {
                try {
                    all[i].join(PATIENCE_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    @Override
    public FileSystemProvider provider() {
        return PROVIDER;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(getPath("/"));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of(new DiskStore(disk));
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic");
    }

    @Override
    public Path getPath(String first, String... more) {
        String name = first.startsWith(SCHEME) ? first.substring(SCHEME.length()) : first;
        return new DiskPath(this, Path.of(name, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher(pattern);
        return path -> matcher.matches(((DiskPath) path).name());
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException();
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException();
    }
}
