package granary.command.option;

import granary.builder.InvalidRequestException;
import picocli.CommandLine.Option;

/** The number of threads of a command. */
public final class ThreadsOption {
    private static final int MAX = 1024;

    @Option(names = "--threads", paramLabel = "T", description = "Number of threads. By default, one per processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    /**
     * Returns the number of threads.
     *
     * @throws InvalidRequestException when the number is not from 1 to 1024
     */
    public int threads() {
        if (threads < 1 || threads > MAX) {
            throw new InvalidRequestException("--threads must be 1 to " + MAX + ", not " + threads);
        }
        return threads;
    }
}
