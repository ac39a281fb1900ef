package granary.builder.command;

import granary.builder.InvalidRequestException;

/** The check of {@code --threads}. */
public final class Threads {
    private static final int MAX = 1024;

    private Threads() {}

    public static void check(int threads) {
        if (threads < 1 || threads > MAX) {
            throw new InvalidRequestException("--threads must be 1 to " + MAX + ", not " + threads);
        }
    }
}
