package granary.engine;

/** Keeps what ended a thread, for the thread that waits for it to throw. */
final class Failure {
    /** Null for none. */
    private volatile Throwable kept;

    /** Runs a program to its end, whatever that is. */
    void keep(Runnable program) {
        try {
            program.run();
        } catch (RuntimeException | Error e) {
            kept = e;
        }
    }

    /** Throws what was kept last, if anything. */
    void rethrow() {
        if (kept instanceof RuntimeException e) {
            throw e;
        }
        if (kept instanceof Error e) {
            throw e;
        }
    }
}
