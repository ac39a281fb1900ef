package granary.game;

/** Reads the words of positions and parameters. */
public final class Words {
    private Words() {}

    /**
     * Reads a number without a sign. Batches of positions are read by it, so it takes no regular expression.
     *
     * @param word what was typed
     * @param what what it should be, for the message: {@code a number of chips}
     * @throws IllegalArgumentException when it is anything but one to nine digits
     */
    public static int number(String word, String what) {
        boolean isNumber = !word.isEmpty() && word.length() <= 9;
        for (int i = 0; i < word.length(); i++) {
            isNumber &= word.charAt(i) >= '0' && word.charAt(i) <= '9';
        }
        if (!isNumber) {
            throw new IllegalArgumentException("'" + word + "' is not " + what);
        }
        return Integer.parseInt(word);
    }
}
