package granary.builder.command;

import granary.builder.UserMistake;

/** The check of {@code --threads}. */
final class Threads {
    private static final int MOST = 1024;

    private Threads() {}

    static void check(int threads) {
        if (threads < 1 || threads > MOST) {
            throw new UserMistake("--threads must be 1 to " + MOST + ", not " + threads);
        }
    }
}
