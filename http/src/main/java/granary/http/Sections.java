package granary.http;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The sections of all files of a database that are in memory, up to a number of bytes. When there are more, those go that have not been
 * used since they were last considered. Any number of threads may use it.
 */
final class Sections {
    /** A section in memory. */
    static final class Section {
        final byte[] bytes;
        private final HttpStorage storage;
        private final long number;
        /** Set by lookups without a lock: if that gets lost, a section that is used goes too early. A new one is about to be used. */
        boolean isUsed = true;

        Section(byte[] bytes, HttpStorage storage, long number) {
            this.bytes = bytes;
            this.storage = storage;
            this.number = number;
        }
    }

    private final long most;
    private final Queue<Section> queue = new ArrayDeque<>();
    private long total;

    Sections(long most) {
        this.most = most;
    }

    /** Keeps a section. */
    synchronized void add(Section section) {
        queue.add(section);
        total += section.bytes.length;
        while (total > most && queue.size() > 1) {
            Section oldest = queue.remove();
            if (oldest.isUsed) {
                oldest.isUsed = false;
                queue.add(oldest);
            } else {
                total -= oldest.bytes.length;
                oldest.storage.drop(oldest.number, oldest);
            }
        }
    }
}
