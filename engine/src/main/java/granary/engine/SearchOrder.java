package granary.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The order to search in a line that begins with {@code go}.
 *
 * @param limits when the search ends
 * @param among the moves to search, one or more
 * @param isPonder whether the limits apply only from {@code ponderhit} on
 * @param isInfinite whether the answer waits for {@code stop}
 * @param passedOver what was not understood, each with the reason
 */
record SearchOrder(
        Limits limits, Collection<Integer> among, boolean isPonder, boolean isInfinite, List<String> passedOver) {
    static final int MOST = 999_999_999;

    /** The moves that the remaining time is for if the board does not say. Few games are longer. */
    private static final int MOVES_TO_GO = 30;

    /** The milliseconds of a search whose limits are for the other player or not understood. */
    private static final int UNCLEAR_MILLIS = 1000;

    /** The milliseconds that an answer may take to reach the board. */
    private static final int RESERVE_MILLIS = 50;

    /**
     * Reads an order. Each is carried out: a limit below the least becomes the least, and words that are not understood are passed over.
     *
     * @param played the game, whose next move is wanted
     * @param words the line, "go" in front
     */
    static SearchOrder read(PlayedGame played, String... words) {
        int mover = played.now().mover();
        int depth = Limits.MAX_DEPTH;
        long millis = Long.MAX_VALUE;
        long nodes = Long.MAX_VALUE;
        List<Integer> among = new ArrayList<>();
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
                    case "searchmoves" -> {
                        while (i + 1 < words.length && words[i + 1].matches("[A-Ha-h]+")) {
                            among.addAll(moves(played, words[++i]));
                        }
                        if (among.isEmpty()) {
                            throw new IllegalArgumentException("letters of moves must follow 'searchmoves'");
                        }
                    }
                    case "depth" -> depth = Math.min(depth, argument(1, i++, words));
                    case "mate" -> depth = Math.min(depth, 2 * argument(1, i++, words) - 1);
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
                i = word.equals("searchmoves") ? i : at; // letters of moves are no words
            }
        }
        if (left >= 0) {
            millis = Math.min(millis, share(left, increment, movesToGo));
        }
        Limits limits = new Limits(depth, millis, nodes);
        boolean isUnclear = words.length > 1 && !isInfinite && among.isEmpty() && limits.equals(Limits.NONE);
        return new SearchOrder(
                isUnclear ? limits.withMillis(UNCLEAR_MILLIS) : limits,
                among.isEmpty() ? played.legalMoves() : among,
                isPonder,
                isInfinite,
                passedOver);
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

    private static List<Integer> moves(PlayedGame played, String letters) {
        List<Integer> moves = new ArrayList<>();
        for (int i = 0; i < letters.length(); i++) {
            PlayedGame after = played.copy();
            OwareNotation.play(after, letters.substring(i, i + 1));
            moves.add(letters.charAt(i) - (played.now().mover() == 0 ? 'A' : 'a'));
        }
        return moves;
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

    /**
     * Reads a number.
     *
     * @throws IllegalArgumentException when the word is not a number, or out of range
     */
    static int number(String word, int least, int most) {
        if (!word.matches("[0-9]{1,9}") || Integer.parseInt(word) < least || Integer.parseInt(word) > most) {
            throw new IllegalArgumentException("'" + word + "' is not a number from " + least + " to " + most);
        }
        return Integer.parseInt(word);
    }
}
