package granary.engine;

import granary.awari.Awari;
import java.util.List;

/**
 * The notation of oware engines and boards. A move is the letter of its pit: a capital for south, player 0, a small letter
 * for north. A position is the pits of south from left to right, those of north in the order of sowing, both stores and the side
 * to move: {@code 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S}.
 */
public final class OwareNotation {
    private static final int SEEDS_PER_PIT = 4;

    private OwareNotation() {}

    /** Returns the letter of a move. */
    public static String letter(int mover, int pit) {
        return String.valueOf((char) ((mover == 0 ? 'A' : 'a') + pit));
    }

    /** Returns the letters of the moves of a game. */
    public static String letters(PlayedGame played) {
        return letters(played.moments().get(0).mover(), played.moves());
    }

    /** Returns the letters of moves that follow each other. */
    public static String letters(int firstMover, List<Integer> pits) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < pits.size(); i++) {
            letters.append(letter((firstMover + i) % 2, pits.get(i)));
        }
        return letters.toString();
    }

    /**
     * Plays moves.
     *
     * @throws IllegalArgumentException that names the first letter that is not a legal move; those before it are played
     */
    public static void play(PlayedGame played, String letters) {
        for (int i = 0; i < letters.length(); i++) {
            int mover = played.now().mover();
            int pit = letters.charAt(i) - (mover == 0 ? 'A' : 'a');
            List<Integer> legal = played.legalMoves();
            if (!legal.contains(pit)) {
                StringBuilder there = new StringBuilder();
                legal.forEach(move -> there.append(' ').append(letter(mover, move)));
                throw new IllegalArgumentException("move " + (i + 1) + ", '" + letters.charAt(i) + "', is not legal; "
                        + (legal.isEmpty() ? "the game is over" : "legal:" + there));
            }
            played.play(pit);
        }
    }

    /**
     * Reads a position of a game that began with four seeds in each pit.
     *
     * @throws IllegalArgumentException with the reason when it is not one, such as that its seeds are not as many
     */
    public static PlayedGame position(Awari game, String text) {
        PlayedGame played = anyPosition(game, text);
        PlayedGame.Moment now = played.now();
        int sum = game.layer(now.position()) + now.taken()[0] + now.taken()[1];
        int all = SEEDS_PER_PIT * game.cells();
        if (sum != all) {
            throw new IllegalArgumentException("the seeds add up to " + sum + "; a game has " + all + ": " + text);
        }
        return played;
    }

    /**
     * Reads a position with any number of seeds in pits and stores up to that of a game. If the stores are empty, the pits may hold more.
     *
     * @throws IllegalArgumentException with the reason when it is not one
     */
    public static PlayedGame anyPosition(Awari game, String text) {
        String[] fields = text.strip().split("-", -1);
        int cells = game.cells();
        if (fields.length != cells + 3) {
            throw new IllegalArgumentException("'" + text + "' does not have " + cells
                    + " pits, two stores and who is to move, with '-' between them");
        }
        int[] board = game.notation().parse(text); // also checks the other fields
        return new PlayedGame(
                game,
                board,
                fields[cells + 2].equals("S") ? 0 : 1,
                Integer.parseInt(fields[cells]),
                Integer.parseInt(fields[cells + 1]));
    }

    /** Writes the present position of a game. */
    public static String position(PlayedGame played) {
        return position(played.now());
    }

    /** Writes the position of a moment. */
    public static String position(PlayedGame.Moment now) {
        int cells = now.position().length;
        StringBuilder text = new StringBuilder();
        for (int pit = 0; pit < cells; pit++) {
            text.append(now.position()[(pit + now.mover() * cells / 2) % cells]).append('-');
        }
        text.append(now.taken()[0]).append('-').append(now.taken()[1]);
        return text.append(now.mover() == 0 ? "-S" : "-N").toString();
    }
}
