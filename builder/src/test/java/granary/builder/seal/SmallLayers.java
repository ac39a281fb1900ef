package granary.builder.seal;

/** Has layers sealed that do not become smaller, because they are small. */
public final class SmallLayers {
    private SmallLayers() {}

    /** What is done, and may throw. */
    @FunctionalInterface
    public interface Work<E extends Exception> {
        void run() throws E;
    }

    /** Does something while small layers are sealed, too. */
    public static <E extends Exception> void sealWhile(Work<E> work) throws E {
        Sealing.leastGain = Integer.MIN_VALUE;
        try {
            work.run();
        } finally {
            Sealing.leastGain = 1;
        }
    }
}
