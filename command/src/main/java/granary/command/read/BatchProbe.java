package granary.command.read;

import granary.builder.CheckFailedException;
import granary.command.kit.Json;
import granary.command.kit.PositionText;
import granary.database.Batch;
import granary.database.Database;
import granary.error.DatabaseException;
import granary.game.Game;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Looks up one board per line and prints one line for each, in TSV or JSON: the board and its score, or the reason why it has none. */
final class BatchProbe {
    private static final int BATCH = 1024;
    private static final int MISSING = Integer.MIN_VALUE;

    private final Database database;
    private final Game game;
    private final PrintWriter out;
    private final boolean json;
    private final Batch batch;

    /** A line of the input, counted from 1, and its position, or null and the reason why it is none. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares lines
    private record Line(long number, String text, int[] position, String reason) {}

    BatchProbe(Database database, PrintWriter out, boolean json) {
        this.database = database;
        this.game = database.game();
        this.out = out;
        this.json = json;
        this.batch = database.batch().markMissing(MISSING);
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
        List<Line> lines = new ArrayList<>();
        for (String text = in.readLine(); text != null; text = in.readLine()) {
            number++;
            if (!text.isBlank()) {
                lines.add(line(number, text));
            }
            boolean isWaiting = !in.ready();
            if (lines.size() == BATCH || isWaiting) {
                failures += answer(lines);
                lines.clear();
            }
            if (isWaiting) {
                out.flush();
            }
        }
        return failures + answer(lines);
    }

    private Line line(long number, String text) {
        try {
            return new Line(number, text, PositionText.parse(game, text), null);
        } catch (IllegalArgumentException e) {
            return new Line(number, text, null, e.getMessage());
        }
    }

    private long answer(List<Line> lines) {
        List<int[]> positions =
                lines.stream().map(Line::position).filter(Objects::nonNull).toList();
        int[] cells = positions.stream().flatMapToInt(Arrays::stream).toArray();
        int[] scores = new int[positions.size()];
        look(() -> batch.scores(cells, 0, scores.length, scores, 0), scores);
        int[] distances = new int[positions.size()];
        if (json) {
            look(() -> batch.distances(cells, 0, distances.length, distances, 0), distances);
        }
        long failures = 0;
        int next = 0;
        for (Line line : lines) {
            String reason = line.reason;
            if (line.position != null) {
                try {
                    out.println(answer(line.position, scores[next], distances[next]));
                } catch (DatabaseException | CheckFailedException e) {
                    reason = e.getMessage();
                }
                next++;
            }
            if (reason != null) {
                out.println(failure(line, reason));
                failures++;
            }
        }
        return failures;
    }

    /** Looks values up together. If one of them cannot be read, each is looked up by itself later. */
    private static void look(Runnable lookups, int[] values) {
        try {
            lookups.run();
        } catch (DatabaseException e) {
            Arrays.fill(values, MISSING);
        }
    }

    private String answer(int[] position, int found, int distance) {
        // A position may have a score although no layer stores it.
        int score = found == MISSING ? Answer.score(database, position) : found;
        if (!json) {
            return game.notation().text(position) + "\t" + score;
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("board", PositionText.json(game, position));
        members.put("score", score);
        (distance == MISSING ? orEmpty(() -> database.findDistance(position)) : OptionalInt.of(distance))
                .ifPresent(known -> members.put("distance", known));
        if (!database.boundsLayers().isEmpty()) {
            orEmpty(() -> database.findBounds(position))
                    .ifPresent(bounds -> PositionText.addBounds(members, bounds, null));
        }
        return Json.line(members);
    }

    private static OptionalInt orEmpty(Supplier<OptionalInt> lookup) {
        try {
            return lookup.get();
        } catch (DatabaseException e) {
            return OptionalInt.empty();
        }
    }

    private String failure(Line line, String reason) {
        if (!json) {
            return line.text.replace('\t', ' ') + "\t\tline " + line.number + ": " + reason.replace('\t', ' ');
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("line", line.number);
        members.put("text", line.text);
        members.put("error", reason);
        return Json.line(members);
    }
}
