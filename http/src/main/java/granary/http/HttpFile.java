package granary.http;

import granary.format.Manifest;
import java.util.Objects;

/** A layer's file on a web server, as its directory's manifest lists it. Any number of threads may use it. */
final class HttpFile {
    final HttpPath path;
    final long length;
    /** The file's digest, which names its blocks on the disk: they belong to that content, wherever it is read from. */
    final String digest;

    final Requests requests;
    final Blocks blocks;
    /** Null when nothing is kept on the disk. */
    final BlockDirectory disk;

    /** What tells this version of the file from others: see {@link #isSame}. */
    private String version;

    /** Whether a block was damaged, so that what caches between here and the server have kept is not asked for any more. */
    volatile boolean isFresh;

    volatile boolean isClosed;

    HttpFile(HttpPath path, Manifest.Entry entry, Requests requests, Blocks blocks, BlockDirectory disk) {
        this.path = path;
        this.length = entry.length();
        this.digest = entry.digest();
        this.requests = requests;
        this.blocks = blocks;
        this.disk = disk;
    }

    /** Returns whether an answer is of the version of the file that the first answer was of. */
    synchronized boolean isSame(String answered) {
        if (version == null) {
            version = answered;
        }
        return Objects.equals(version, answered);
    }
}
