package granary.command.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.builder.testing.Uninterrupted;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.format.FileKind;
import granary.testing.BitFlip;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers for a position if another file or value is damaged, missing or wrong. */
class AnswerTest {
    private static final int TOP = 7;
    private static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);

    @TempDir
    private static Path whole;

    private static Database truth;

    @TempDir
    private Path directory;

    @BeforeAll
    static void build() throws IOException {
        Databases.buildWithDistances(whole, GAME, TOP);
        truth = Database.open(whole);
    }

    @AfterAll
    static void close() {
        truth.close();
    }

    @BeforeEach
    void copy() throws IOException {
        Uninterrupted.copy(whole, directory);
    }

    private void damage(String file) throws IOException {
        Path path = directory.resolve(file);
        for (long at = 4096; at < Files.size(path); at += 64) {
            BitFlip.flip(path, 8 * at);
        }
    }

    /** Returns the first position of the top layer for which something holds. */
    private static int[] first(Predicate<int[]> wanted) {
        int[] position = new int[GAME.cells()];
        for (long rank = 0; rank < GAME.size(TOP); rank++) {
            GAME.unrank(TOP, rank, position);
            if (wanted.test(position)) {
                return position;
            }
        }
        throw new AssertionError("no such position");
    }

    private static List<Integer> reached(int[] position) {
        List<Integer> layers = new ArrayList<>();
        GAME.moves(position, (move, captured, successor) -> layers.add(GAME.layer(successor)));
        return layers;
    }

    private static Outcome probe(Path database, int[] position, String... options) {
        return Cli.run("probe", "--dir", database, options, position);
    }

    private static JsonObject json(Outcome outcome) {
        return JsonParser.parseString(outcome.out()).getAsJsonObject();
    }

    private static JsonObject truth(int[] position, String... options) {
        return json(
                Cli.run("probe", "--dir", whole, "--json", options, position).assertSuccess());
    }

    @Test
    void aMoveWhoseScoreIsDamagedLeavesTheScoreKnown() throws IOException {
        int[] position =
                first(board -> reached(board).contains(5) && reached(board).contains(TOP));
        damage("layer-005.granary");
        Outcome text = probe(directory, position);
        text.assertFailure(
                1, "the score is right, but other values of this position cannot be read", "layer-005.granary");
        JsonObject truth = truth(position);
        assertTrue(text.out().contains("7 seeds, score "), text.out());
        assertTrue(text.out().contains(": not known: "), text.out());
        JsonObject told = json(probe(directory, position, "--json"));
        assertEquals(truth.get("score"), told.get("score"));
        assertEquals(
                truth.getAsJsonArray("moves").size(),
                told.getAsJsonArray("moves").size());
        for (JsonElement move : told.getAsJsonArray("moves")) {
            boolean isKnown = move.getAsJsonObject().has("score");
            assertEquals(!isKnown, move.getAsJsonObject().has("notKnown"));
            assertEquals(isKnown, truth.getAsJsonArray("moves").contains(move), move.toString());
        }
    }

    @Test
    void aScoreThatIsDamagedIsTheBestOfItsMoves() throws IOException {
        int[] position =
                first(board -> !reached(board).isEmpty() && !reached(board).contains(TOP));
        damage("layer-007.granary");
        Outcome told = probe(directory, position, "--json");
        assertTrue(told.assertFailure(1).contains("layer-007.granary"), told.err());
        assertEquals(truth(position).get("score"), json(told).get("score"));
        assertEquals(truth(position).get("moves"), json(told).get("moves"));
        Path boards = Files.write(
                whole.resolveSibling("boards"), List.of(GAME.notation().text(position)));
        assertTrue(Cli.run("probe", "--dir", directory, "--batch", boards)
                .printed()
                .endsWith("\t" + truth(position).get("score") + "\n"));
    }

    @Test
    void aDamagedDistanceLeavesTheScoresKnown() throws IOException {
        int[] position = first(board -> reached(board).contains(TOP) && truthIsNot(board, 0));
        damage("layer-007.distances.granary");
        Outcome told = probe(directory, position, "--json");
        assertTrue(told.assertFailure(1).contains("layer-007.distances.granary"), told.err());
        assertEquals(truth(position).get("score"), json(told).get("score"));
        assertFalse(json(told).has("distance"));
    }

    private static boolean truthIsNot(int[] board, int score) {
        return truth.score(board) != score;
    }

    @Test
    void aMissingLayerBelowIsSaidOfTheMoveAlone(@TempDir Path other) {
        Path upper = other.resolve("upper");
        Cli.run("fetch", whole, "--dir", upper, "--layers", "0..3").assertSuccess();
        Cli.run("fetch", whole, "--dir", upper, "--layers", "6..7").assertSuccess();
        int[] position =
                first(board -> reached(board).contains(5) && reached(board).contains(TOP));
        Outcome told = probe(upper, position).assertSuccess();
        assertTrue(told.out().contains("[0, 1, 2, 3, 6, 7]") || told.out().contains("0 to 3, 6 to 7"), told.out());
        Cli.run("export", "--dir", upper, "--layers", 5, "--out", other.resolve("5"))
                .assertFailure(2, "holds no layer 5; it holds 0 to 3, 6 to 7");
    }

    @Test
    void aScoreThatIsNotTheBestOfItsMovesIsRefusedWithBothNumbers() throws IOException {
        int[] position = first(board -> !reached(board).isEmpty() && truthIsNot(board, 2));
        short[] scores = Databases.values(whole, FileKind.SCORES, TOP);
        scores[(int) GAME.rank(position)] = 2;
        Databases.publish(directory, GAME, FileKind.SCORES, TOP, scores);
        Outcome told = probe(directory, position);
        String line = told.assertFailure(1);
        int truth = truth(position).get("score").getAsInt();
        assertEquals("", told.out());
        assertTrue(
                line.contains("the score +2, and the best of its moves "
                        + GAME.scoring().text(truth)),
                line);
    }

    @Test
    void aBatchOfADamagedDatabaseHasALineForEachBoard() throws IOException {
        damage("layer-006.granary");
        List<String> boards = new ArrayList<>();
        for (int layer = 0; layer <= TOP + 1; layer++) {
            int[] board = new int[GAME.cells()];
            board[2] = layer;
            boards.add(GAME.notation().text(board));
            boards.add("");
        }
        Path file = Files.write(whole.resolveSibling("batch"), boards);
        Outcome told = Cli.run("probe", "--dir", directory, "--batch", file);
        List<String> lines = told.out().lines().toList();
        assertEquals(TOP + 2, lines.size(), told.toString());
        for (int layer = 0; layer <= TOP; layer++) {
            assertEquals(layer == 6, lines.get(layer).split("\t", -1).length == 3, lines.get(layer));
        }
        assertTrue(lines.get(6).contains("line 13: ") && lines.get(6).contains("layer-006.granary"), lines.get(6));
        assertTrue(told.assertFailure(1).contains("2 lines have no score"), told.err());
    }

    @Test
    void printedJsonIsReadAndTheCapturesOfALineAddUp() {
        int[] position = first(board -> truthIsNot(board, 0) && reached(board).size() > 2);
        JsonObject told = truth(position, "--line");
        assertEquals(told, json(Cli.run("probe", "--dir", whole, "--json", "--line", told.toString())));
        JsonArray line = told.getAsJsonObject("line").getAsJsonArray("moves");
        int sum = 0;
        for (int ply = 0; ply < line.size(); ply++) {
            int captured = line.get(ply).getAsJsonObject().get("captured").getAsInt();
            sum += ply % 2 == 0 ? captured : -captured;
        }
        JsonElement last = line.get(line.size() - 1).getAsJsonObject();
        int rest = json(Cli.run("probe", "--dir", whole, "--json", last.toString()))
                .get("score")
                .getAsInt();
        assertEquals(told.get("score").getAsInt(), sum + (line.size() % 2 == 0 ? rest : -rest));
        String text = probe(whole, position, "--line").printed();
        assertEquals(
                1, text.lines().filter(each -> each.startsWith("best play, ")).count(), text);
        assertEquals(
                line.size(),
                text.lines()
                        .dropWhile(each -> !each.startsWith("best play"))
                        .skip(1)
                        .count(),
                text);
    }

    @Test
    void endlessPlayHasTheDistanceZero() throws IOException {
        int[] endless = first(board -> {
            return truth.score(board) == 0
                    && truth.distance(board) == 0
                    && !reached(board).isEmpty();
        });
        JsonObject told = truth(endless);
        assertEquals(0, told.get("distance").getAsInt(), told.toString());
        for (JsonElement move : told.getAsJsonArray("moves")) {
            boolean isEndless = move.getAsJsonObject().get("score").getAsInt() == 0
                    && move.getAsJsonObject().get("captured").getAsInt() == 0;
            assertEquals(isEndless, move.getAsJsonObject().get("distance").getAsInt() == 0, move.toString());
        }
        Path boards = Files.write(directory.resolve("boards"), List.of(told.toString()));
        assertEquals(
                0,
                json(Cli.run("probe", "--dir", whole, "--json", "--batch", boards))
                        .get("distance")
                        .getAsInt());
    }
}
