package granary.analysis.graph;

import granary.builder.InvalidRequestException;
import granary.command.kit.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a graph from text, line by line:
 *
 * <pre>
 * # a remark
 * start a
 * end z
 * last loses
 * a: b c
 * b: a z
 * c: z
 * </pre>
 * <p>The text has one {@code start} line and at least one {@code end} line. {@code last wins} or {@code last loses} says
 * whether the player who moves to an end wins or loses; without the line, that player loses. Each other line names a
 * position and the positions that its moves lead to. Names hold no blanks and no colons. Every position except the ends
 * has a line with at least one move; ends have none.
 */
final class GraphReader {
    private final Path path;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<Integer, int[]> moves = new HashMap<>();
    private final Set<Integer> ends = new HashSet<>();
    private String start;
    private Boolean lastMoveWins;

    private GraphReader(Path path) {
        this.path = path;
    }

    /**
     * Reads a graph.
     *
     * @throws InvalidRequestException when the text is not a graph, with the file, the line and the reason
     * @throws IOException when the file cannot be read
     */
    static Graph read(Path path) throws IOException {
        return new GraphReader(path).read(TextFile.lines(path));
    }

    private Graph read(List<String> lines) {
        // The start has number 0, wherever its line is.
        for (int i = 0; i < lines.size(); i++) {
            String[] words = lines.get(i).strip().split("\\s+", -1);
            if (words[0].equals("start")) {
                if (words.length != 2 || start != null) {
                    throw mistake(i, "there must be one line 'start NAME'");
                }
                start = words[1];
                number(i, start);
            }
        }
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                readLine(i, line.split("\\s+", -1));
            }
        }
        return graph();
    }

    private void readLine(int line, String... words) {
        switch (words[0]) {
            case "start" -> {}
            case "end" -> {
                if (words.length != 2) {
                    throw mistake(line, "not 'end NAME'");
                }
                ends.add(number(line, words[1]));
            }
            case "last" -> {
                boolean known = words.length == 2 && (words[1].equals("wins") || words[1].equals("loses"));
                if (!known || lastMoveWins != null) {
                    throw mistake(line, "there may be one line 'last wins' or 'last loses'");
                }
                lastMoveWins = words[1].equals("wins");
            }
            default -> readMoves(line, words);
        }
    }

    private void readMoves(int line, String... words) {
        if (!words[0].endsWith(":")) {
            throw mistake(line, "neither 'start', 'end' or 'last' nor a position with a colon behind its name");
        }
        int from = number(line, words[0].substring(0, words[0].length() - 1));
        int[] to = new int[words.length - 1];
        Set<Integer> different = new HashSet<>();
        for (int i = 0; i < to.length; i++) {
            to[i] = number(line, words[i + 1]);
            if (!different.add(to[i])) {
                throw mistake(line, "the move to " + words[i + 1] + " is there twice");
            }
        }
        if (moves.put(from, to) != null) {
            throw mistake(line, "the position " + names.get(from) + " has a second line");
        }
    }

    private int number(int line, String name) {
        if (name.isEmpty() || name.contains(":")) {
            throw mistake(line, "'" + name + "' is not a name");
        }
        return numbers.computeIfAbsent(name, unseen -> {
            names.add(unseen);
            return names.size() - 1;
        });
    }

    private Graph graph() {
        if (start == null) {
            throw new InvalidRequestException(path + ": there is no line 'start NAME'");
        }
        if (ends.isEmpty()) {
            throw new InvalidRequestException(path + ": there is no line 'end NAME'");
        }
        List<int[]> successors = new ArrayList<>();
        for (int vertex = 0; vertex < names.size(); vertex++) {
            successors.add(moves.getOrDefault(vertex, new int[0]));
            boolean isEnd = ends.contains(vertex);
            if (isEnd != (successors.get(vertex).length == 0)) {
                throw new InvalidRequestException(path + ": the position " + names.get(vertex)
                        + (isEnd ? " is an end and has moves" : " has no move and is not an end"));
            }
        }
        return new Graph(names, successors, Boolean.TRUE.equals(lastMoveWins));
    }

    private InvalidRequestException mistake(int line, String what) {
        return new InvalidRequestException(path + ", line " + (line + 1) + ": " + what);
    }
}
