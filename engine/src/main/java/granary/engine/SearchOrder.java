package granary.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * The order to search in a line that begins with {@code go}.
 *
 * @param limits when the search ends
 * @param isPonder whether the limits apply only from {@code ponderhit} on
 * @param isInfinite whether the answer waits for {@code stop}
 * @param passedOver what was not understood, each with the reason
 */
record SearchOrder(Limits limits, boolean isPonder, boolean isInfinite, List<String> passedOver) {
    private static final int MOST = 999_999_999;

    /** The moves that the remaining time is for if the board does not say. Few games are longer. */
    private static final int MOVES_TO_GO = 30;

    /** The milliseconds of a search whose limits are for the other player or not understood. */
    private static final int UNCLEAR_MILLIS = 1000;

    /** The milliseconds that an answer may take to reach the board. */
    private static final int RESERVE_MILLIS = 50;

    /**
     * Reads an order. Each is carried out: a limit below the least becomes the least, and words that are not understood are passed over.
     *
     * @param mover the player to move, 0 or 1
     * @param words the line, "go" in front
     */
    static SearchOrder read(int mover, String... words) {
        int depth = Limits.MAX_DEPTH;
        long millis = Long.MAX_VALUE;
        long nodes = Long.MAX_VALUE;
        List<String> passedOver = new ArrayList<>();
        boolean isPonder = false;
        boolean isInfinite = words.length == 1;
        int left = -1;
        int increment = 0;
        int movesToGo = MOVES_TO_GO;
        for (int i = 1; i < words.length; i++) {
            String word = words[i];
            int at = i;
            try {
                switch (word) {
                    case "infinite" -> isInfinite = true;
                    case "ponder" -> isPonder = true;
                    case "depth" -> depth = argument(1, i++, words);
                    case "movetime" -> millis = argument(1, i++, words);
                    case "nodes" -> nodes = argument(1, i++, words);
                    case "movestogo" -> {
                        int moves = argument(0, i++, words);
                        movesToGo = moves == 0 ? MOVES_TO_GO : moves;
                    }
                    case "wtime", "btime" -> left = own(left, mover, argument(0, i++, words), word);
                    case "winc", "binc" -> increment = own(increment, mover, argument(0, i++, words), word);
                    default -> throw new IllegalArgumentException("go does not know '" + word + "'");
                }
            } catch (IllegalArgumentException e) {
                passedOver.add(e.getMessage());
                i = at;
            }
        }
        if (left >= 0) {
            millis = Math.min(millis, share(left, increment, movesToGo));
        }
        Limits limits = new Limits(depth, millis, nodes);
        boolean isUnclear = words.length > 1 && !isInfinite && limits.equals(Limits.NONE);
        return new SearchOrder(
                isUnclear ? limits.withMillis(UNCLEAR_MILLIS) : limits, isPonder, isInfinite, passedOver);
    }

    /** Returns whether the board asks for the answer. */
    boolean waits() {
        return isPonder || isInfinite;
    }

    /** Returns the new value if a word such as {@code wtime} is about the mover's clock, else the old one. White is south. */
    private static int own(int before, int mover, int value, String word) {
        return word.startsWith(mover == 0 ? "w" : "b") ? value : before;
    }

    /** Returns the milliseconds to spend on a move. */
    static long share(int left, int increment, int movesToGo) {
        long usable = Math.max(1, left - RESERVE_MILLIS);
        return Math.max(1, Math.min(usable, usable / movesToGo + increment * 3L / 4));
    }

    /** Returns the number after a word, without its fraction; the least or the most if it is out of range. */
    private static int argument(int least, int at, String... words) {
        if (at + 1 == words.length) {
            throw new IllegalArgumentException("a number must follow '" + words[at] + "'");
        }
        String word = words[at + 1];
        if (!word.matches("[-+]?[0-9]+([.][0-9]*)?")) {
            throw new IllegalArgumentException("'" + word + "' is not a number");
        }
        return (int) Math.max(least, Math.min(MOST, Double.parseDouble(word)));
    }
}
