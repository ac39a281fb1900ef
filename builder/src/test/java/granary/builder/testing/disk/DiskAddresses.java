package granary.builder.testing.disk;

import granary.storage.Access;
import granary.storage.Addresses;
import granary.storage.DirectorySource;
import granary.storage.Source;
import java.net.URI;
import java.nio.file.Path;

/** Finds the disk that a word of the command line names: that of the process that runs now. */
public final class DiskAddresses implements Addresses {
    /** Of each test that runs. */
    private static final ThreadLocal<DiskProcess> RUNNING = new ThreadLocal<>();

    /** Has words such as {@code disk:///db} name files of a process, until another one runs. */
    public static void run(DiskProcess process) {
        RUNNING.set(process);
    }

    /** Returns whether a word names a file of the process that runs. */
    public static boolean names(String word) {
        return word.startsWith(DiskProcess.SCHEME);
    }

    /** Returns the file that a word names. */
    public static Path path(String word) {
        return RUNNING.get().path(word);
    }

    @Override
    public boolean take(URI address) {
        return names(address.toString());
    }

    @Override
    public Source source(URI address) {
        return new DirectorySource(path(address.toString()), Access.MAPPED);
    }
}
