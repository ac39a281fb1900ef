package granary.game;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The text form of a game's positions and moves. A position is words, in awari the seeds in each pit. Immutable; any number of
 * threads may use it.
 */
public abstract class Notation {
    private static final String BLANKS = "\u00a0\ufeff\"'[]";

    private final String between;

    /** Makes a notation of numbers without a sign. */
    protected Notation() {
        this(",_/-");
    }

    /**
     * Makes a notation.
     *
     * @param between the signs of which one may stand between two words; a {@code -} before a word is a part of it
     */
    protected Notation(String between) {
        this.between = between;
    }

    /**
     * Reads a position as people type it, or as programs print it: words with blanks between them, or with one {@code ,},
     * {@code _}, {@code /} or, in games whose numbers have no sign, {@code -}. Quotes, brackets and a byte order mark are blanks.
     *
     * @throws IllegalArgumentException with the reason when it is not a position
     */
    public int[] parse(String text) {
        return position(split(text));
    }

    /** Splits a text into words; a word that is missing next to a sign is empty. Without a pattern, because batches need speed. */
    private List<String> split(String text) {
        List<String> words = new ArrayList<>();
        int from = 0;
        boolean isDue = true; // no word since the last sign between words
        for (int at = 0; at <= text.length(); at++) {
            boolean isLast = at == text.length();
            char sign = isLast ? ' ' : text.charAt(at);
            boolean isBetween = between.indexOf(sign) >= 0 && (sign != '-' || at > from);
            if (isBetween || Character.isWhitespace(sign) || BLANKS.indexOf(sign) >= 0) {
                if (at > from || isDue && (isBetween || isLast && !words.isEmpty())) {
                    words.add(text.substring(from, at));
                    isDue = false;
                }
                isDue |= isBetween;
                from = at + 1;
            }
        }
        return words;
    }

    /**
     * Returns the position that words stand for.
     *
     * @throws IllegalArgumentException with the reason when they are not a position
     */
    protected abstract int[] position(List<String> words);

    /** Returns the words of a position. */
    public List<String> words(int[] position) {
        return Arrays.stream(position).mapToObj(Integer::toString).toList();
    }

    /** Returns the words of a position with blanks between them, which {@link #parse} reads. */
    public String text(int[] position) {
        return String.join(" ", words(position));
    }

    /** Returns a drawing of a position, without a line break at the end. */
    public abstract String draw(int[] position);

    /** Returns a move as named numbers in the order to print them, such as {@code pit} and {@code captured}. */
    public abstract Map<String, Integer> describe(int move, int captured);

    /**
     * Reads a number without a sign.
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
