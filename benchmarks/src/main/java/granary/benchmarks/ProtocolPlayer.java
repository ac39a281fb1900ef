package granary.benchmarks;

import granary.engine.OwareNotation;
import granary.engine.PlayedGame;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An engine in a process of its own, which speaks the protocol of oware boards. */
final class ProtocolPlayer implements Matches.Player, AutoCloseable {
    private static final Pattern INFO = Pattern.compile("info depth ([0-9]+) score cp (-?[0-9]+) .*");
    /** The least score of a certain win. */
    private static final int CERTAIN = 10_000;

    private final String limits;
    private final Process process;
    private final PrintWriter to;
    private final BufferedReader from;

    /**
     * Starts an engine.
     *
     * @param command the command, as words separated by blanks
     * @param limits what follows {@code go}
     */
    ProtocolPlayer(String command, String limits) throws IOException {
        this.limits = limits;
        this.process = new ProcessBuilder(command.split(" +", -1))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        this.to = new PrintWriter(process.outputWriter(StandardCharsets.US_ASCII), true);
        this.from = process.inputReader(StandardCharsets.US_ASCII);
        ask("uci", "uciok");
    }

    /** Sends a line, and returns the answer up to the line that begins with a word. */
    private List<String> ask(String line, String word) {
        to.println(line);
        List<String> answer = new ArrayList<>();
        try {
            do {
                String next = from.readLine();
                if (next == null) {
                    throw new IllegalStateException("the engine ended instead of answering '" + line + "'");
                }
                answer.add(next);
            } while (!answer.get(answer.size() - 1).startsWith(word));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return answer;
    }

    @Override
    public void begin() {
        to.println("ucinewgame");
        ask("isready", "readyok");
    }

    @Override
    public Matches.Choice choose(PlayedGame game) {
        to.println("position fen " + line(game));
        List<String> answer = ask("go " + limits, "bestmove ");
        char letter = answer.get(answer.size() - 1).charAt("bestmove ".length());
        int depth = 0;
        for (String line : answer) {
            Matcher info = INFO.matcher(line);
            if (info.matches()) {
                depth = Math.abs(Integer.parseInt(info.group(2))) < CERTAIN ? Integer.parseInt(info.group(1)) : 0;
            }
        }
        return new Matches.Choice(letter - (game.now().mover() == 0 ? 'A' : 'a'), depth);
    }

    /** Returns the first position of a game and its moves, from which the engine knows of repetitions. */
    private static String line(PlayedGame game) {
        return OwareNotation.position(game.moments().get(0)) + " moves " + OwareNotation.letters(game);
    }

    @Override
    public void close() {
        to.println("quit");
        process.destroy();
    }
}
