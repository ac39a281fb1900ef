package granary.storage;

/** The InternalError that Java owes a thread whose load from a mapped page failed. */
final class LateError {
    private LateError() {}

    /**
     * Gives Java the occasion to throw the error here, where it is expected, instead of in the caller's code.
     *
     * @return the error, or null when none was due
     */
    static InternalError take() {
        try {
            // A native method that enters the virtual machine: on its way back the thread meets what waits for it.
            Thread.holdsLock(LateError.class);
            return null;
        } catch (InternalError e) {
            return e;
        }
    }
}
