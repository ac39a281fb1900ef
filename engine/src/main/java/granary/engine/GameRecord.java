package granary.engine;

import granary.awari.Awari;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A recorded game: its moves alone, as letters such as {@code FeDbBd} or as numbers of pits such as {@code 5 4 3}, {@code 5,4,3} or
 * {@code 5-4-3}, after the first position if that is not the opening; or Oware Game Notation. In the latter, lines of
 * tags such as {@code [South "Ama"]} come first; in a value, a backslash precedes quotes and backslashes. The tag FEN holds
 * the first position, as {@link OwareNotation} writes it. The moves follow. Numbers of moves, seeds taken ({@code +3}), signs of praise and
 * blame, comments in braces and variations in parentheses may stand between them, and a result behind them; anything else is refused.
 *
 * @param start the position that the game begins with
 * @param letters the moves
 */
public record GameRecord(PlayedGame start, String letters) {
    // Repeated groups are possessive: others take stack for each repetition.
    private static final Pattern TAG = Pattern.compile("\\s*\\[\\s*(\\w+)\\s+\"((?:[^\"\\\\]++|\\\\.)*+)\"\\s*\\]");
    private static final Pattern BOARD = Pattern.compile("\\s*([0-9]+-[0-9-]*[0-9]-[A-Za-z])(?=\\s|$)");
    /** Text that is skipped: blanks, a comma between moves, and annotations of a move. */
    private static final Pattern ASIDE =
            Pattern.compile("\\s++|,(?=\\s*+\\w)|[0-9]++\\.++|(?<=[A-Za-z0-9])[+][0-9]++|[!?]++|[$][0-9]++");
    /** Behind moves that are numbers without tags and numbers of their own, 1-0 is two more. */
    private static final Pattern RESULT = Pattern.compile("(?:[0-9]++-[0-9]++|1/2-1/2|[*])(?=\\s*+(?:[{(]|$))");

    private static final Pattern PIT = Pattern.compile("[0-9](?:-(?=[0-9])|(?![0-9-]))");
    private static final String FEN = "FEN";

    /**
     * Reads a game.
     *
     * @throws IllegalArgumentException with the reason when the text is not a game; does not check whether moves are legal
     */
    public static GameRecord read(Awari game, String text) {
        String first = null;
        Matcher tag = TAG.matcher(text);
        int at = 0;
        while (tag.find(at) && tag.start() == at) {
            first = tag.group(1).equals(FEN) ? tag.group(2) : first;
            at = tag.end();
        }
        boolean mayEnd = at > 0;
        Matcher board = BOARD.matcher(text).region(at, text.length());
        boolean hasBoard = board.lookingAt();
        PlayedGame start = hasBoard
                ? OwareNotation.anyPosition(game, board.group(1))
                : first != null ? OwareNotation.position(game, first) : new PlayedGame(game);
        at = hasBoard ? board.end() : at;
        int mover = start.now().mover();
        StringBuilder letters = new StringBuilder();
        Matcher next = ASIDE.matcher(text).useTransparentBounds(true);
        while (at < text.length()) {
            char sign = text.charAt(at);
            next.region(at, text.length());
            if (sign == '{' || sign == '(') {
                at = end(text, at) + 1;
            } else if (next.usePattern(ASIDE).lookingAt()) {
                mayEnd |= next.group().endsWith(".");
                at = next.end();
            } else if (mayEnd && next.usePattern(RESULT).lookingAt()) {
                at = next.end();
            } else if (next.usePattern(PIT).lookingAt()) {
                letters.append(letter(game, (mover + letters.length()) % 2, sign - '0', text, at));
                at = next.end();
            } else {
                letters.append(letter(game, sign < 'a' ? 0 : 1, Character.toLowerCase(sign) - 'a', text, at));
                mayEnd = true;
                at++;
            }
        }
        return new GameRecord(start, letters.toString());
    }

    private static String letter(Awari game, int mover, int pit, String text, int at) {
        char sign = text.charAt(at);
        if (pit >= 0 && pit < game.pits()) {
            return OwareNotation.letter(mover, pit);
        }
        throw new IllegalArgumentException("'" + sign + "', character " + (at + 1) + ", "
                + (sign == '['
                        ? "does not begin a tag such as [South \"Ama\"]"
                        : "is not the " + (Character.isDigit(sign) ? "number" : "letter") + " of a pit"));
    }

    /** Returns the index of the sign that closes a comment or a variation. */
    private static int end(String text, int from) {
        char open = text.charAt(from);
        char close = open == '{' ? '}' : ')';
        int depth = 0;
        for (int at = from; at < text.length(); at++) {
            char sign = text.charAt(at);
            if (sign == close && --depth == 0) {
                return at;
            }
            // Parentheses may be nested; a comment ends with the first closing brace.
            depth += sign == open && (open == '(' || at == from) ? 1 : 0;
        }
        throw new IllegalArgumentException("'" + open + "', character " + (from + 1) + ", is not closed");
    }
}
