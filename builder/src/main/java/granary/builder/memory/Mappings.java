package granary.builder.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The mappings that the system allows a process. */
public final class Mappings {
    /** What a process has before it maps files: its heap, its code, libraries, and the stacks of its threads. */
    private static final int PROCESS_MAPPINGS = 2000;

    private Mappings() {}

    /** Returns how many mappings of files a process may have: vm.max_map_count less its own, or any number if there is no limit. */
    public static int available() {
        return available(Path.of("/proc/sys/vm/max_map_count"));
    }

    static int available(Path limit) {
        // By a buffer: Linux gives the whole number to the first read alone, and a file without a length is read by
        // single bytes.
        try (BufferedReader reader = Files.newBufferedReader(limit)) {
            return Math.max(0, Integer.parseInt(reader.readLine()) - PROCESS_MAPPINGS);
        } catch (IOException e) {
            return Integer.MAX_VALUE; // another system
        }
    }
}
