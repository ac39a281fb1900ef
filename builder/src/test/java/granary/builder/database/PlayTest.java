package granary.builder.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.database.BestPlay;
import granary.database.Database;
import granary.database.Line;
import granary.database.ScoredMove;
import granary.game.Game;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Best play: what was promised comes, and as soon as was promised, with distances and without. */
class PlayTest {
    private static final int TOP = 9;
    private static final int GAMES_A_LAYER = 2000;
    private static final int SEARCHED = 7;
    private static final int LINES_A_LAYER = TestRandom.cases(30, 150);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @Thorough
    @EnumSource(RuleSet.class)
    void conversionsHappenInTimeAndAddUpToTheScore(RuleSet rules) throws IOException {
        Random random = TestRandom.create();
        Game game = new Awari(6, rules);
        Databases.buildWithDistances(directory, game, TOP);
        try (Database database = Database.open(directory)) {
            int[] position = new int[game.cells()];
            for (int layer = 0; layer <= TOP; layer++) {
                for (int i = 0; i < GAMES_A_LAYER; i++) {
                    game.unrank(layer, random.nextLong(game.size(layer)), position);
                    play(database, position);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void lookingAheadFindsTheSameLinesWithoutDistances(RuleSet rules) throws IOException {
        Random random = TestRandom.create();
        Game game = new Awari(6, rules);
        Path without = Files.createDirectory(directory.resolve("without"));
        Databases.build(without, game, SEARCHED, 2);
        Databases.buildWithDistances(directory, game, SEARCHED);
        try (Database database = Database.open(directory);
                Database scores = Database.open(without)) {
            BestPlay play = new BestPlay(scores);
            int[] position = new int[game.cells()];
            for (int layer = 0; layer <= SEARCHED; layer++) {
                for (int i = 0; i < LINES_A_LAYER; i++) {
                    game.unrank(layer, random.nextLong(game.size(layer)), position);
                    Line expected = database.line(position);
                    Line found = scores.line(position);
                    assertEquals(moves(expected), moves(found), () -> Arrays.toString(position));
                    assertEquals(expected.end(), found.end());
                    boolean isAboutSomething =
                            database.score(position) != 0 && !expected.moves().isEmpty();
                    assertEquals(
                            isAboutSomething ? moves(expected).subList(0, 1) : List.of(),
                            play.move(position).map(ScoredMove::move).stream().toList());
                    if (isAboutSomething) {
                        assertEquals(
                                OptionalInt.of(database.distance(position)),
                                play.plies(position),
                                () -> Arrays.toString(position));
                    }
                }
            }
        }
    }

    private static List<Integer> moves(Line line) {
        return line.moves().stream().map(ScoredMove::move).toList();
    }

    private static void play(Database database, int[] start) {
        Game game = database.game();
        Line line = database.line(start);
        int[] current = start;
        int sum = 0;
        int sign = 1;
        int layer = game.layer(current);
        int due = database.distance(current);
        for (ScoredMove taken : line.moves()) {
            List<ScoredMove> moves = database.moves(current);
            assertEquals(moves.get(0), taken, "the line is that of first moves");
            int score = database.score(current);
            assertEquals(score, taken.score());
            assertEquals(OptionalInt.of(database.distance(current)), database.findDistance(current));
            if (score != 0) {
                assertEquals(database.distance(current), taken.distance(), () -> Arrays.toString(start));
                assertEquals(due, taken.distance(), () -> Arrays.toString(start) + ": a ply nearer each time");
            }
            sum += sign * taken.captured();
            sign = -sign;
            current = taken.successor();
            due--;
            if (game.layer(current) != layer) {
                layer = game.layer(current);
                due = database.distance(current);
            }
        }
        boolean over = database.moves(current).isEmpty();
        assertEquals(over, line.end() == Line.End.GAME_OVER);
        assertTrue(over || database.score(current) == 0, "only a game about nothing is not over");
        sum += over ? sign * game.terminalScore(current) : 0;
        assertEquals(database.score(start), sum, () -> Arrays.toString(start));
    }
}
