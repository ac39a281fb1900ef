package granary.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.game.PositionIterator;
import granary.testing.SolvedDatabase;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the engine calls certain is a theorem by the rules of play, with the end by repetition. */
final class CertainClaimsTest {
    private static final int ALL_SEEDS = 18;

    @TempDir
    private Path directory;

    /** What was claimed, and what of it was wrong. */
    private static final class Tally {
        private final List<String> wrong = new ArrayList<>();
        private int wins;
        private int losses;
        private int draws;

        void check(EveryDefence defence, PlayedGame played, Report report) {
            if (report.depth() > 0) {
                wins += report.score() >= Search.WIN ? 1 : 0;
                losses += report.score() <= -Search.WIN ? 1 : 0;
                draws += report.isExact() && report.score() == 0 ? 1 : 0;
            }
            if (!defence.isTrue(played, report)) {
                wrong.add(Notation.position(played) + " after "
                        + (played.moments().size() - 1) + ": " + report);
            }
        }

        @Override
        public String toString() {
            return wins + " wins, " + losses + " losses, " + draws + " draws; wrong: " + wrong.size() + " "
                    + wrong.stream().limit(3).toList();
        }
    }

    /** Plays moves that do not capture as long as there are some, so that positions may come back. */
    private static PlayedGame quietGame(Awari game, int[] board, int taken, int seeds, Random random) {
        PlayedGame played = new PlayedGame(game, board, random.nextInt(2), taken, ALL_SEEDS - seeds - taken);
        for (int ply = random.nextInt(9); ply > 0; ply--) {
            PlayedGame after = played.copy();
            List<Integer> legal = after.legalMoves();
            if (legal.isEmpty()) {
                break;
            }
            after.play(legal.get(random.nextInt(legal.size())));
            if (game.layer(after.now().position()) < seeds
                    || after.times(after.now().position(), after.now().mover()) > 1) {
                break;
            }
            played = after;
        }
        return played;
    }

    @ParameterizedTest
    @Thorough
    @CsvSource({"ABAPA, 4, 4", "OLYMPIAD, 4, 4", "STRICT, 4, 4", "ABAPA, 2, 4", "OLYMPIAD, 2, 4", "STRICT, 2, 4"})
    void whatIsCertainIsWonAgainstEveryDefence(RuleSet rules, int top, int most) throws IOException {
        Awari game = new Awari(3, rules);
        EveryDefence defence = new EveryDefence(game);
        Random random = TestRandom.create();
        Tally fresh = new Tally();
        Tally later = new Tally();
        SolvedDatabase.write(directory, game, top);
        try (Database database = Database.open(directory)) {
            Engine engine = new Engine(database, Engine.Aim.WIN);
            engine.proveFrom(200);
            int[] board = new int[game.cells()];
            for (int seeds = 1; seeds <= most; seeds++) {
                for (PositionIterator all = game.iterate(seeds, 0); all.next(board); ) {
                    for (int lead = -seeds; lead <= seeds; lead += 2) {
                        int taken = (ALL_SEEDS - seeds + lead + 1) / 2;
                        engine.clear();
                        PlayedGame played = new PlayedGame(game, board, 0, taken, ALL_SEEDS - seeds - taken);
                        fresh.check(defence, played, search(engine, played));
                        PlayedGame quiet = quietGame(game, board, taken, seeds, random);
                        engine.clear();
                        later.check(defence, quiet, search(engine, quiet));
                    }
                }
            }
        }
        assertEquals(List.of(), fresh.wrong);
        assertEquals(List.of(), later.wrong);
        assertTrue(fresh.wins > 100 && fresh.losses > 100 && later.wins > 100, () -> fresh + " " + later);
    }

    private static Report search(Engine engine, PlayedGame played) {
        return engine.prepare(played, Limits.NONE.withNodes(2000)).search(depth -> {});
    }
}
