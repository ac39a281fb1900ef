package granary.builder.seal;

/** Has layers sealed that do not become smaller, because they are small. */
public final class SmallLayers {
    private SmallLayers() {}

    /** Does something while small layers are sealed, too. */
    public static void sealWhile(Runnable work) {
        Sealing.leastGain = Integer.MIN_VALUE;
        try {
            work.run();
        } finally {
            Sealing.leastGain = 1;
        }
    }
}
