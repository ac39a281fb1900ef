package granary.engine;

import granary.awari.Awari;
import granary.error.CorruptFileException;
import granary.error.WrongGameException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * An opening book: positions with the scores that long searches found. A position whose successors are all in the book has a move:
 * the one to the successor that is best when both sides go on by the book. docs/engine.md describes the file. Not safe for use by more
 * than one thread.
 */
public final class Book {
    private static final String BEGINNING = "granary-book 1 ";
    /** Of a file without a line, no more is looked at. */
    private static final int LONGEST_HEADING = 80;

    private static final String CAUSE = "the book is damaged or was edited; make it again with granary book";

    private final Awari game;
    /** By position with its mover as south: the score for the mover. */
    private final Map<String, Integer> scores = new HashMap<>();

    private final Map<String, List<Successor>> successors = new HashMap<>();
    private final CRC32 checksum = new CRC32();

    /**
     * The position after a move.
     *
     * @param move the pit
     * @param position the position, with its mover as south
     */
    record Successor(int move, String position) {}

    /** Makes an empty book. */
    Book(Awari game) {
        this.game = game;
    }

    /**
     * Reads a book. A last line without an end, as a crash leaves it, does not count.
     *
     * @throws IOException when the file cannot be read
     * @throws CorruptFileException when a line is not as it was written
     * @throws WrongGameException when the book is of another game or other rules
     */
    public static Book read(Path path, Awari game) throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "is a directory"); // Java leaves out the path
        }
        Book book = new Book(game);
        if (book.read(path, Files.readAllBytes(path)) == 0) {
            throw new CorruptFileException(path, 0, "'" + book.heading() + "'", "no line", CAUSE);
        }
        return book;
    }

    /** Reads the lines of an empty book or of a file, and returns the bytes of those that have an end. */
    int read(Path path, byte... bytes) {
        int from = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                String line = new String(bytes, from, at - from, StandardCharsets.UTF_8);
                if (from == 0) {
                    checkHeading(path, line);
                } else if (!readLine(line)) {
                    throw new CorruptFileException(
                            path, from, "a position, its score and the checksum", "'" + line + "'", CAUSE);
                }
                from = at + 1;
            }
        }
        if (from == 0) { // begun and not finished, or somebody else's
            String begun = new String(bytes, 0, Math.min(bytes.length, LONGEST_HEADING), StandardCharsets.UTF_8);
            if (!firstLine().startsWith(begun)) {
                checkHeading(path, begun);
            }
        }
        return from;
    }

    private String heading() {
        return BEGINNING + game.identity();
    }

    private void checkHeading(Path path, String line) {
        if (!line.startsWith(BEGINNING)) {
            throw new CorruptFileException(path, 0, "'" + heading() + "'", "'" + line + "'", "the file is not a book");
        }
        if (line.equals(heading() + "\r")) {
            throw new CorruptFileException(path, line.length() - 1L, "a line feed", "a carriage return", CAUSE);
        }
        if (!line.equals(heading())) {
            throw new WrongGameException(
                    path, 0, heading(), line, "a book is for the database whose rules it was made with");
        }
    }

    private boolean readLine(String line) {
        String[] words = line.split(" ", -1);
        return words.length == 3
                && words[1].matches("-?[0-9]{1,5}")
                && line.equals(line(words[0], Integer.parseInt(words[1])))
                && scores.put(words[0], Integer.parseInt(words[1])) == null;
    }

    /** Returns the first line of a book, with its end. */
    String firstLine() {
        return heading() + "\n";
    }

    /** Adds a position, and returns its line, with the end. */
    String add(String position, int score) {
        scores.put(position, score);
        return line(position, score) + "\n";
    }

    /** Returns the next line. Its checksum is that of all positions and scores so far. */
    private String line(String position, int score) {
        String text = position + " " + score;
        checksum.update(text.getBytes(StandardCharsets.UTF_8));
        return text + String.format(" %08x", checksum.getValue());
    }

    /** Returns the rules. */
    Awari game() {
        return game;
    }

    /** Returns the number of positions. */
    public int size() {
        return scores.size();
    }

    /** Returns whether the book holds a position. */
    boolean contains(String position) {
        return scores.containsKey(position);
    }

    /** Returns a position's score by search. */
    int score(String position) {
        return scores.get(position);
    }

    /** Returns the position of a game as the book names it: with its mover as south. */
    static String name(PlayedGame played) {
        PlayedGame.Moment now = played.now();
        int[] taken = now.taken();
        return Notation.position(
                new PlayedGame(played.game(), now.position(), 0, taken[now.mover()], taken[1 - now.mover()]));
    }

    /** Returns the positions after a position's moves, by ascending move. */
    List<Successor> successors(String position) {
        return successors.computeIfAbsent(position, name -> {
            List<Successor> found = new ArrayList<>();
            PlayedGame played = Notation.anyPosition(game, name);
            for (int move : played.legalMoves()) {
                PlayedGame after = played.copy();
                after.play(move);
                found.add(new Successor(move, name(after)));
            }
            return found;
        });
    }

    /** Returns whether all of the positions after a position are in the book, and there is one. */
    boolean isExpanded(String position) {
        List<Successor> after = successors(position);
        return !after.isEmpty() && after.stream().allMatch(one -> contains(one.position()));
    }

    /** Returns the value of a position for its mover: its score, or what best play in the book leads to. */
    int value(String position) {
        return value(position, new HashMap<>(), new HashSet<>());
    }

    /** Returns a position's value. A position that came before on the same line has its score. */
    int value(String position, Map<String, Integer> known, Set<String> line) {
        Integer before = known.get(position);
        if (before != null) {
            return before;
        }
        if (!isExpanded(position) || !line.add(position)) {
            return score(position);
        }
        int best = Integer.MIN_VALUE;
        for (Successor after : successors(position)) {
            best = Math.max(best, -value(after.position(), known, line));
        }
        line.remove(position);
        known.put(position, best);
        return best;
    }

    /** Returns the move for the present position of a game, if there is one that does not repeat a position. */
    public OptionalInt move(PlayedGame played) {
        String position = name(played);
        int most = Integer.MIN_VALUE;
        int best = -1;
        if (contains(position) && isExpanded(position)) {
            for (Successor after : successors(position)) {
                int value = -value(after.position());
                if (value > most && !repeats(played, after.move())) {
                    most = value;
                    best = after.move();
                }
            }
        }
        return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
    }

    private static boolean repeats(PlayedGame played, int move) {
        PlayedGame after = played.copy();
        after.play(move);
        PlayedGame.Moment now = after.now();
        return after.times(now.position(), now.mover()) > 1;
    }
}
