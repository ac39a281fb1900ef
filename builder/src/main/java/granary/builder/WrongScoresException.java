package granary.builder;

/** The scores of a layer contradict their moves, or support one another along a cycle: no distances follow from them. */
public final class WrongScoresException extends CheckFailedException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with a message for the user. */
    public WrongScoresException(String message) {
        super(message);
    }
}
