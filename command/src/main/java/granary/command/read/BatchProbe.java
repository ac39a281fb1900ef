package granary.command.read;

import granary.builder.CheckFailedException;
import granary.command.kit.Json;
import granary.command.kit.PositionJson;
import granary.command.kit.PositionText;
import granary.database.Batch;
import granary.database.Database;
import granary.error.DatabaseException;
import granary.game.Game;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Looks up one board per line and prints one line for each: in TSV the board and its score, or the reason why there is
 * none; or the same in JSON.
 */
final class BatchProbe {
    private static final int BLOCK = 1024;
    private static final int MISSING = Integer.MIN_VALUE;

    private final Database database;
    private final Game game;
    private final PrintWriter out;
    private final boolean json;
    private final Batch batch;
    private final Line[] lines = new Line[BLOCK];
    private final Line[] positions = new Line[BLOCK];
    private final int[] cells;
    private final int[] scores = new int[BLOCK];
    private final int[] distances = new int[BLOCK];

    /** A line of input and its answer. */
    private static final class Line {
        /** From 1. */
        long number;

        String text;
        int[] position;
        int score;
        OptionalInt distance;
        OptionalInt bounds;

        /** Why there is no score; null if there is one. */
        String reason;
    }

    BatchProbe(Database database, PrintWriter out, boolean json) {
        this.database = database;
        this.game = database.game();
        this.out = out;
        this.json = json;
        this.batch = database.batch().markMissing(MISSING);
        this.cells = new int[BLOCK * game.cells()];
        Arrays.setAll(lines, i -> new Line());
    }

    /**
     * Answers all lines but blank ones. A program that waits for each answer before it sends the next line gets each answer at once.
     *
     * @return how many lines have no score
     * @throws IOException when the input cannot be read
     */
    long run(BufferedReader in) throws IOException {
        long failures = 0;
        long number = 0;
        int size = 0;
        for (String text = in.readLine(); text != null; text = in.readLine()) {
            number++;
            if (!text.isBlank()) {
                lines[size].number = number;
                lines[size++].text = text;
            }
            boolean waiting = !in.ready();
            if (size == BLOCK || waiting) {
                failures += answer(size);
                size = 0;
            }
            if (waiting) {
                out.flush();
            }
        }
        return failures + answer(size);
    }

    private long answer(int size) {
        int count = readPositions(size);
        look(() -> batch.scores(cells, 0, count, scores, 0), scores);
        if (json) {
            look(() -> batch.distances(cells, 0, count, distances, 0), distances);
        }
        for (int i = 0; i < count; i++) {
            answer(positions[i], scores[i], distances[i]);
        }
        long failures = 0;
        for (int i = 0; i < size; i++) {
            out.println(json ? json(lines[i]) : tsv(lines[i]));
            if (lines[i].reason != null) {
                failures++;
            }
        }
        return failures;
    }

    /** Gathers the lines that are positions, and returns their number. */
    private int readPositions(int size) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (isPosition(lines[i])) {
                System.arraycopy(lines[i].position, 0, cells, count * game.cells(), game.cells());
                positions[count++] = lines[i];
            }
        }
        return count;
    }

    /** Looks values up together; where one of them cannot be read, each is looked up by itself later. */
    private static void look(Runnable lookups, int[] values) {
        try {
            lookups.run();
        } catch (DatabaseException e) {
            Arrays.fill(values, MISSING);
        }
    }

    private void answer(Line line, int score, int distance) {
        try {
            // A position may have a score although no layer stores it.
            line.score = score == MISSING ? Answer.score(database, line.position) : score;
            line.distance = json && distance == MISSING
                    ? orEmpty(() -> database.findDistance(line.position))
                    : OptionalInt.of(distance);
            line.bounds = json && !database.boundsLayers().isEmpty()
                    ? orEmpty(() -> database.findBounds(line.position))
                    : OptionalInt.empty();
        } catch (DatabaseException | CheckFailedException e) {
            line.reason = e.getMessage();
        }
    }

    private static OptionalInt orEmpty(Supplier<OptionalInt> lookup) {
        try {
            return lookup.get();
        } catch (DatabaseException e) {
            return OptionalInt.empty();
        }
    }

    private boolean isPosition(Line line) {
        line.reason = null;
        try {
            line.position = PositionText.parse(game, line.text);
            return true;
        } catch (IllegalArgumentException e) {
            line.reason = e.getMessage();
            return false;
        }
    }

    private String tsv(Line line) {
        return line.reason == null
                ? game.notation().text(line.position) + "\t" + line.score
                : line.text.replace('\t', ' ') + "\t\tline " + line.number + ": " + line.reason.replace('\t', ' ');
    }

    private String json(Line line) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (line.reason == null) {
            members.put("board", PositionText.json(game, line.position));
            members.put("score", line.score);
            line.distance.ifPresent(distance -> members.put("distance", distance));
            line.bounds.ifPresent(bounds -> PositionJson.addBounds(members, bounds, null));
        } else {
            members.put("line", line.number);
            members.put("text", line.text);
            members.put("error", line.reason);
        }
        return Json.line(members);
    }
}
