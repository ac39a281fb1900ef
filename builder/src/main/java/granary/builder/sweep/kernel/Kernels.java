package granary.builder.sweep.kernel;

/** The kinds of inner loops. All give the same values. */
public enum Kernels {
    /** Byte by byte, on any machine. */
    SCALAR("scalar", 0, 0.03),
    /** On vectors of 16 bytes, through {@code jdk.incubator.vector} like the wider ones. */
    VECTOR_128("128", 16, 0.006),
    /** On vectors of 32 bytes. */
    VECTOR_256("256", 32, 0.006),
    /** On vectors of 64 bytes, as wide as a tile. */
    VECTOR_512("512", 64, 0.006);

    private final String id;
    private final int vectorBytes;
    private final double propagationShare;

    Kernels(String id, int vectorBytes, double propagationShare) {
        this.id = id;
        this.vectorBytes = vectorBytes;
        this.propagationShare = propagationShare;
    }

    /** Returns the name on the command line: the bits of a vector, or {@code scalar}. */
    public String id() {
        return id;
    }

    /** Returns a description for people. */
    public String description() {
        return this == SCALAR ? "scalar kernels" : id + "-bit vector kernels";
    }

    /** Returns the bytes of a vector, 0 without vectors. */
    int vectorBytes() {
        return vectorBytes;
    }

    /** Returns the share of changed positions below which propagating the changes is cheaper than another sweep. */
    public double propagationShare() {
        return propagationShare;
    }

    /**
     * Returns kernels for one thread.
     *
     * @param isPaged whether the arrays that they work on {@link granary.builder.memory.WorkingArray#isPaged are paged}
     * @throws granary.builder.InvalidRequestException when they need the vector module and it is absent
     */
    public TileKernels make(boolean isPaged) {
        if (this == SCALAR) {
            return new ScalarKernels();
        }
        KernelChoice.requireModule(this);
        return VectorKernelClasses.make(vectorBytes, isPaged);
    }
}
