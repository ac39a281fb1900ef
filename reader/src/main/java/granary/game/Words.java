package granary.game;

/** Reads the words of positions and parameters. */
public final class Words {
    private static final int MAX_DIGITS = 9;

    private Words() {}

    /**
     * Reads a number without a sign.
     *
     * @param word what was typed
     * @param what what it should be, for the message: {@code a number of chips}
     * @throws IllegalArgumentException when it is anything but one to nine digits
     */
    public static int number(String word, String what) {
        boolean digits = word.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digits || word.isEmpty() || word.length() > MAX_DIGITS) {
            throw new IllegalArgumentException("'" + word + "' is not " + what);
        }
        return Integer.parseInt(word);
    }
}
