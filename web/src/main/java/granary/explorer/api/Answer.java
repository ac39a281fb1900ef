package granary.explorer.api;

/**
 * An answer in JSON.
 *
 * @param json what Gson writes as the body
 * @param lasts how long it holds
 */
public record Answer(Object json, Lasts lasts) {
    /** The time for which a client may cache an answer. */
    public enum Lasts {
        /** As long as the same files are served. */
        WITH_THE_FILES,
        /** Until the server is started again, perhaps with other files. */
        UNTIL_RESTART,
        /** It may differ each time. */
        NOT
    }
}
