package granary.builder.sweep.kernel;

/** How the inner loops run. Both ways give the same values. */
public enum Kernels {
    /** On vectors of 64 bytes, through {@code jdk.incubator.vector}. */
    VECTOR("vector", 0.004),
    /** One byte after another, on any machine. */
    SCALAR("scalar", 0.03);

    private final String description;
    private final double propagationShare;

    Kernels(String description, double propagationShare) {
        this.description = description;
        this.propagationShare = propagationShare;
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

    /** Returns a share: when fewer of the positions than this change in a sweep, propagating the changes is cheaper than sweeping on. */
    public double propagationShare() {
        return propagationShare;
    }

    /** Returns kernels for one thread. */
    public TileKernels make() {
        return switch (this) {
            case VECTOR -> new VectorKernels();
            case SCALAR -> new ScalarKernels();
        };
    }
}
