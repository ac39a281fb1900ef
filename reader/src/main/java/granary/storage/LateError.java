package granary.storage;

/**
 * The InternalError that is pending in a thread whose load from a mapped page failed. Who maps files by other means than
 * this package asks for it before results of what was read go on.
 */
public final class LateError {
    private static volatile int one = 1;

    private LateError() {}

    /**
     * Makes the JVM throw a pending error here, where it is expected, rather than in the caller's code.
     *
     * <p>Java 17 checks for pending errors on return from its runtime. Few operations enter the runtime both in interpreted and in
     * compiled code. To allocate a two-dimensional array of non-constant lengths is one.
     *
     * @return the error, or null when none was pending
     */
    public static InternalError take() {
        try {
            byte[][] occasion = new byte[one][one];
            one = occasion.length; // a use, or the compiler would remove it
            return null;
        } catch (InternalError e) {
            return e;
        }
    }
}
