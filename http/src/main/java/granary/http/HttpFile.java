package granary.http;

import java.net.URI;
import java.util.Objects;

/** A layer's file on a web server. Any number of threads may use it. */
final class HttpFile {
    final URI address;
    final long length;

    /** The identity of this version of the file: see {@link #isSame}. */
    private String version;

    /** True once a section was damaged: later requests bypass caches between here and the server. */
    volatile boolean isFresh;

    volatile boolean isClosed;

    /**
     * Names a file.
     *
     * @param length its length, as the manifest lists it
     */
    HttpFile(URI address, long length) {
        this.address = address;
        this.length = length;
    }

    /** Returns whether an answer has come. */
    synchronized boolean isKnown() {
        return version != null;
    }

    /** Returns whether an answer is of the version of the file that the first answer was of. */
    synchronized boolean isSame(String answered) {
        if (version == null) {
            version = answered;
        }
        return Objects.equals(version, answered);
    }
}
