package granary.storage;

/** The InternalError that Java owes a thread whose load from a mapped page failed. */
final class LateError {
    private static volatile int one = 1;

    private LateError() {}

    /**
     * Gives Java the occasion to throw the error here, where it is expected, instead of in the caller's code.
     *
     * <p>Java 17 looks whether an error is due when it comes back from its own runtime, and few operations go there
     * whether interpreted or compiled. Making an array of two dimensions whose lengths are not constant is one.
     *
     * @return the error, or null when none was due
     */
    static InternalError take() {
        try {
            byte[][] occasion = new byte[one][one];
            one = occasion.length; // a use, lest the compiler leave it out
            return null;
        } catch (InternalError e) {
            return e;
        }
    }
}
