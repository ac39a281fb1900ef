package granary.game;

/** Reads the words of positions and parameters. */
public final class Words {
    private Words() {}

    /**
     * Reads a number without a sign.
     *
     * @param word what was typed
     * @param what what it should be, for the message: {@code a number of chips}
     * @throws IllegalArgumentException when it is anything but one to nine digits
     */
    public static int number(String word, String what) {
        if (!word.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("'" + word + "' is not " + what);
        }
        return Integer.parseInt(word);
    }
}
