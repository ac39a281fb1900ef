package granary.engine;

import granary.awari.Awari;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A recorded game: its moves alone, as letters such as {@code FeDbBd} or as numbers of pits such as {@code 5 4 3}, after the
 * first position if that is not the opening; or Oware Game Notation. In the latter, lines of
 * tags such as {@code [South "Ama"]} come first; in a value, a backslash precedes quotes and backslashes. The tag FEN holds
 * the first position, as {@link Notation} writes it. The letters of the moves follow. Numbers, dots, a result, blanks, comments in
 * braces and variations in parentheses may stand among them and are ignored.
 *
 * @param start the position that the game begins with
 * @param letters the moves
 */
public record GameRecord(PlayedGame start, String letters) {
    // Groups that repeat are possessive: others take stack for each time.
    private static final Pattern TAG = Pattern.compile("\\s*\\[\\s*(\\w+)\\s+\"((?:[^\"\\\\]++|\\\\.)*+)\"\\s*\\]");
    private static final Pattern BOARD = Pattern.compile("\\s*([0-9]+-[0-9-]*[0-9]-[A-Za-z])(?=\\s|$)");
    private static final Pattern NUMBERS = Pattern.compile("(?:\\s*+[0-9](?=\\s|$))++\\s*+");
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
        Matcher board = BOARD.matcher(text).region(at, text.length());
        boolean hasBoard = board.lookingAt();
        if (hasBoard) {
            at = board.end();
        }
        Matcher numbers = NUMBERS.matcher(text).region(at, text.length());
        if (numbers.matches()) {
            PlayedGame start = hasBoard ? Notation.anyPosition(game, board.group(1)) : start(game, first);
            return new GameRecord(start, letters(game, start, numbers.group()));
        }
        StringBuilder letters = new StringBuilder();
        while (at < text.length()) {
            char sign = text.charAt(at);
            if (sign == '{' || sign == '(') {
                at = end(text, at);
            } else if (Character.isLetter(sign)) {
                if (Character.toLowerCase(sign) - 'a' >= game.pits() || sign > 'z') {
                    throw new IllegalArgumentException(
                            "'" + sign + "', character " + (at + 1) + ", is not the letter of a pit");
                }
                letters.append(sign);
            } else if (sign == '[') {
                throw new IllegalArgumentException(
                        "character " + (at + 1) + " does not begin a tag such as [South \"Ama\"]");
            }
            at++;
        }
        PlayedGame start = hasBoard ? Notation.anyPosition(game, board.group(1)) : start(game, first);
        return new GameRecord(start, letters.toString());
    }

    private static PlayedGame start(Awari game, String first) {
        return first != null
                ? Notation.position(game, first)
                : new PlayedGame(
                        game,
                        game.opening().orElseThrow(() -> new IllegalArgumentException("the game has no opening")));
    }

    /** Returns the letters of moves that are numbers of pits, of a digit each. */
    private static String letters(Awari game, PlayedGame start, String numbers) {
        List<Integer> pits = numbers.chars()
                .filter(Character::isDigit)
                .map(digit -> digit - '0')
                .boxed()
                .toList();
        pits.stream().filter(pit -> pit >= game.pits()).findFirst().ifPresent(pit -> {
            throw new IllegalArgumentException("'" + pit + "' is not the number of a pit");
        });
        return Notation.letters(start.now().mover(), pits);
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
