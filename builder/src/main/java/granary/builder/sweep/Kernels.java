package granary.builder.sweep;

/** How the inner loops run. Both ways give the same values. */
public enum Kernels {
    /** On vectors of 64 bytes, through {@code jdk.incubator.vector}. */
    VECTOR("vector", 0.004),
    /** One byte after another, on any machine. */
    SCALAR("scalar", 0.03);

    private final String description;
    private final double followedShare;

    Kernels(String description, double followedShare) {
        this.description = description;
        this.followedShare = followedShare;
    }

    /** Returns the kernels that suit this machine best. */
    public static Kernels best() {
        // VectorKernels must not be touched where its module is absent.
        boolean module = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
        return module && VectorKernels.isSupported() ? VECTOR : SCALAR;
    }

    /** Returns one word. */
    public String description() {
        return description;
    }

    /** When fewer of the positions than this change in a sweep, following the changes is cheaper than sweeping on. */
    double followedShare() {
        return followedShare;
    }

    /** Returns kernels for one thread. */
    TileKernels make() {
        return switch (this) {
            case VECTOR -> new VectorKernels();
            case SCALAR -> new ScalarKernels();
        };
    }
}
