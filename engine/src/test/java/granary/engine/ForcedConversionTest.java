package granary.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Bounds;
import granary.database.Bounds.Outcome;
import granary.database.Database;
import granary.testing.SolvedDatabase;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inside the database the engine calls each win certain that is, and plays it out, whatever the other does. */
final class ForcedConversionTest {
    private static final int WINS = Integer.getInteger("granary.wins", 300);

    @TempDir
    private Path directory;

    private Engine engine;
    /** Positions after a capture, from which all defences were tried. */
    private final Set<List<Object>> tried = new HashSet<>();

    private int moves;

    @ParameterizedTest
    @CsvSource({"ABAPA, 2, 9", "ABAPA, 3, 7", "OLYMPIAD, 2, 9", "OLYMPIAD, 3, 7", "STRICT, 3, 7"})
    void certainWinsArePlayedOutAgainstEveryDefence(RuleSet rules, int pits, int top) throws IOException {
        Awari game = new Awari(pits, rules);
        Random random = TestRandom.create();
        SolvedDatabase.write(directory, game, top);
        if (rules == RuleSet.ABAPA) {
            SolvedDatabase.addBounds(directory, game, top);
        }
        try (Database database = Database.open(directory)) {
            engine = new Engine(database, Engine.Aim.WIN, 1);
            for (int wins = 0; wins < WINS; ) {
                int seeds = 2 + random.nextInt(top - 1);
                int[] board = EngineTest.randomBoard(random, game.cells(), seeds);
                // A player who is ahead also wins by a repetition that leaves the seeds to nobody.
                int behind = random.nextInt(seeds) - (rules == RuleSet.ABAPA ? seeds / 2 : 0);
                int taken = (4 * game.cells() - seeds - behind) / 2;
                PlayedGame played = new PlayedGame(game, board, 0, taken, taken + behind);
                if (!engine.isOver(played)
                        && Bounds.outcome(database.bounds(board), taken, taken + behind) == Outcome.WIN) {
                    wins++;
                    playOut(played);
                }
            }
        }
        assertTrue(moves > WINS / 2, moves + " moves");
    }

    private void playOut(PlayedGame played) {
        PlayedGame.Moment now = played.now();
        int lead = now.taken()[0] - now.taken()[1];
        List<PlayedGame.Moment> moments = played.moments();
        boolean isFresh = moments.size() == 1
                || played.game().layer(moments.get(moments.size() - 2).position())
                        > played.game().layer(now.position());
        if (isFresh && !tried.add(List.of(Arrays.toString(now.position()), now.mover(), lead))) {
            return;
        }
        if (engine.isOver(played)) {
            int[] count = engine.finalCount(played);
            assertTrue(count[0] > count[1], () -> described(played));
        } else if (now.mover() == 0) {
            moves++;
            Report report = engine.prepare(played, Limits.NONE).search(depth -> {});
            assertTrue(report.score() >= Search.WIN && report.isExact(), () -> described(played) + ": " + report);
            PlayedGame after = played.copy();
            after.play(report.moves().get(0).move());
            playOut(after);
        } else {
            for (int move : played.legalMoves()) {
                PlayedGame after = played.copy();
                after.play(move);
                playOut(after);
            }
        }
    }

    private static String described(PlayedGame played) {
        return OwareNotation.position(played.moments().get(0)) + " moves " + OwareNotation.letters(played);
    }
}
