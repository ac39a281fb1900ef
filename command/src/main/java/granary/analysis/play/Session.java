package granary.analysis.play;

import granary.awari.Awari;
import granary.command.kit.PositionText;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.engine.PlayedGame;
import granary.error.MissingLayerException;
import granary.game.Game;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A person's game against the database, line by line, at a terminal or through a pipe. */
final class Session {
    private static final String HELP = """
              3 or D      make that move (awari: a pit or its letter)
              scores      show the score of every move
              go          let the database move, and take the other side
              back        take back your last move
              board       draw the board again
              new         begin again
              new CELLS   begin with a position, as board shows it
              help        show this
              quit        end""";

    private static final String OVER = "the game is over; try new or back";
    private static final Set<String> QUIT = Set.of("quit", "q", "exit");

    private final Game game;
    private final Evaluator evaluator;
    private final BufferedReader in;
    private final PrintWriter out;
    private int[] start;
    private PlayedGame play;
    private int person;

    /** Makes a session. */
    Session(Database database, Evaluator evaluator, BufferedReader in, PrintWriter out) {
        this.game = database.game();
        this.evaluator = evaluator;
        this.in = in;
        this.out = out;
    }

    /**
     * Plays until the person quits or the input ends.
     *
     * @param position the position in which play begins; the person moves first
     * @throws IOException when the input fails
     */
    void run(int[] position) throws IOException {
        begin(position);
        show();
        while (true) {
            out.print("> ");
            out.flush();
            String line = in.readLine();
            if (line == null) {
                out.println();
                break;
            }
            String[] words = line.strip().split("\\s+");
            if (QUIT.contains(words[0])) {
                break;
            }
            try {
                obey(words);
            } catch (IllegalArgumentException | MissingLayerException e) {
                out.println(e.getMessage());
            }
        }
        out.flush();
    }

    private void begin(int[] position) {
        start = position;
        play = new PlayedGame(game, position);
        person = 0;
    }

    private void obey(String[] words) {
        if (words.length > 1 && !words[0].equals("new")) {
            throw new IllegalArgumentException("one word at a time, except after new; try help");
        }
        switch (words[0]) {
            case "" -> {}
            case "help", "?" -> out.print(HELP.indent(2));
            case "board" -> {
                show();
                out.println("position " + game.notation().text(play.now().position()));
            }
            case "scores" -> showScores();
            case "back", "undo" -> takeBack();
            case "go" -> go();
            case "new" -> {
                begin(words.length == 1 ? start : parse(words));
                show();
            }
            default -> move(words[0]);
        }
    }

    private int[] parse(String[] words) {
        return PositionText.parse(game, String.join(" ", Arrays.copyOfRange(words, 1, words.length)));
    }

    private void move(String word) {
        boolean isLetter = game instanceof Awari && word.matches("[A-Za-z]");
        if (!isLetter && !word.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("'" + word + "' is not a command; try help");
        }
        int number = isLetter ? Character.toLowerCase(word.charAt(0)) - 'a' : Integer.parseInt(word);
        List<Integer> legal = play.legalMoves();
        if (!legal.contains(number)) {
            throw new IllegalArgumentException(
                    legal.isEmpty()
                            ? OVER
                            : word + " is not a legal move; there is "
                                    + legal.stream().map(Object::toString).collect(Collectors.joining(", ")));
        }
        play.play(number);
        answer();
        show();
    }

    private void go() {
        if (play.legalMoves().isEmpty()) {
            throw new IllegalArgumentException(OVER);
        }
        person = 1 - person;
        answer();
        show();
    }

    /** Lets the database move, unless the game is over. */
    private void answer() {
        ScoredMoves evaluation = evaluator.evaluate(play);
        if (!evaluation.moves().isEmpty()) {
            ScoredMove move = evaluator.choose(play, evaluation);
            out.println("the database plays " + PositionText.move(game, move) + ", score "
                    + game.scoring().text(move.score()));
            printTrust(evaluation);
            play.play(move.move());
        }
    }

    private void takeBack() {
        if (!play.takeBack()) {
            throw new IllegalArgumentException("there is no move to take back");
        }
        // The last move is the database's, unless the person's move ended the game.
        while (play.now().mover() != person && play.takeBack()) {}
        person = play.now().mover();
        show();
    }

    private void show() {
        PlayedGame.Moment now = play.now();
        out.println(game.notation().draw(now.position()));
        out.println("you have taken " + now.taken()[person] + ", the database " + now.taken()[1 - person]);
        if (play.legalMoves().isEmpty()) {
            int rest = game.terminalScore(now.position());
            String side = now.mover() == person ? "you" : "the database";
            out.println("the game is over: " + side + " cannot move, and scores "
                    + game.scoring().text(rest));
            if (game.hasBounds()) {
                int difference = now.taken()[person] - now.taken()[1 - person] + (now.mover() == person ? rest : -rest);
                out.println("in all you have " + game.scoring().text(difference));
            }
        } else if (play.times(now.position(), now.mover()) > 1) {
            out.println("this position was on the board before;");
            out.println("play that never ends scores "
                    + game.scoring().text(game.scoring().cycleValue()) + " from here");
        }
    }

    private void showScores() {
        ScoredMoves evaluation = evaluator.evaluate(play);
        for (ScoredMove move : evaluation.moves()) {
            out.println("  " + PositionText.scored(game, move));
        }
        if (evaluation.moves().isEmpty()) {
            out.println("no legal move");
        }
        printTrust(evaluation);
    }

    /** Prints how reliable the scores are above the database. */
    private void printTrust(ScoredMoves evaluation) {
        if (evaluation.depth() > 0) {
            out.println("above the database: searched " + evaluation.depth()
                    + (evaluation.depth() == 1 ? " move ahead" : " moves ahead")
                    + (evaluation.exact() ? "; exact" : "; not exact"));
        }
    }
}
