package granary.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.testing.SolvedDatabase;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every certain result of the engine is a theorem by the rules of play, including the end by repetition. One engine plays game after game,
 * as it does with a board or on the page, so each search uses what earlier searches stored, with other positions behind it.
 */
final class CertainClaimsTest {
    private static final int CLAIMS = Integer.getInteger("granary.claims", 5000);
    private static final int INSTANCES = 9;

    /** So small that some positions have fewer seeds than the database, or more, or more by a few captures. */
    private static final int[] TOPS = {0, 2, 3, 4};

    private static final int NOT_BOUNDED = 2;

    @TempDir
    private Path directory;

    private final List<String> wrong = new ArrayList<>();
    private int wins;
    private int losses;
    private int others;

    private Database database(Awari game, int top, boolean isBounded) throws IOException {
        Path written = Files.createDirectory(directory.resolve(game.rules() + "-" + top + isBounded));
        SolvedDatabase.write(written, game, top);
        if (isBounded) {
            SolvedDatabase.addBounds(written, game, top);
        }
        return Database.open(written);
    }

    @ParameterizedTest
    @CsvSource({
        "ABAPA, 2, 9",
        "OLYMPIAD, 2, 9",
        "STRICT, 2, 9",
        "ABAPA, 3, 7",
        "OLYMPIAD, 3, 7",
        "STRICT, 3, 7",
        "ABAPA, 4, 6",
        "OLYMPIAD, 4, 6",
        "STRICT, 4, 6"
    })
    void certainClaimsHoldAgainstEveryDefence(RuleSet rules, int pits, int most) throws IOException {
        Awari game = new Awari(pits, rules);
        Random random = TestRandom.create();
        int share = 1 + CLAIMS / INSTANCES / (Engine.Aim.values().length * TOPS.length);
        for (int top : TOPS) {
            // Without bounds, fewer results are certain.
            try (Database database = database(game, top, rules == RuleSet.ABAPA && top != NOT_BOUNDED)) {
                for (Engine.Aim aim : Engine.Aim.values()) {
                    playMany(database, aim, most, share, random);
                }
            }
        }
        assertEquals(List.of(), wrong, () -> wrong.size() + " of " + claims() + " claims are wrong");
        assertTrue(wins > CLAIMS / 60 && losses > CLAIMS / 80, () -> wins + " wins, " + losses + " losses");
    }

    private int claims() {
        return wins + losses + others;
    }

    private void playMany(Database database, Engine.Aim aim, int most, int share, Random random) {
        Awari game = (Awari) database.game();
        EveryDefence defence = new EveryDefence(game);
        Engine engine = new Engine(database, aim, 1);
        engine.proveFrom(200);
        int wanted = claims() + share;
        for (int i = 0; claims() < wanted; i++) {
            engine.useThreads(i % 8 == 7 ? 4 : 1);
            if (i % 16 == 0) {
                engine.clear();
            }
            play(engine, start(game, 2 + random.nextInt(i % 2 == 0 ? 4 : most - 1), random), defence, random);
        }
    }

    private static PlayedGame start(Awari game, int seeds, Random random) {
        int[] board = EngineTest.randomBoard(random, game.cells(), seeds);
        int rest = 4 * game.cells() - seeds;
        int taken = rest / 2 + random.nextInt(seeds) - seeds / 2;
        return new PlayedGame(game, board, random.nextInt(2), taken, rest - taken);
    }

    /** Plays the engine's moves and others, most of them without a capture; now and then takes some back. */
    private void play(Engine engine, PlayedGame played, EveryDefence defence, Random random) {
        while (!engine.isOver(played)) {
            List<Integer> moves = played.legalMoves();
            if (random.nextInt(3) > 0) {
                Limits limits = Limits.NONE.withNodes(1 + random.nextInt(2000));
                Report report = engine.prepare(played, limits).search(depth -> {});
                check(defence, played, report);
                if (random.nextBoolean()) {
                    moves = List.of(report.moves().get(0).move());
                }
            }
            if (random.nextInt(8) == 0) {
                for (int back = random.nextInt(8); back > 0; back--) {
                    played.takeBack();
                }
                moves = played.legalMoves();
            }
            List<Integer> quiet = quiet(played, moves);
            List<Integer> some = quiet.isEmpty() || random.nextInt(8) == 0 ? moves : quiet;
            played.play(some.get(random.nextInt(some.size())));
        }
    }

    private static List<Integer> quiet(PlayedGame played, List<Integer> moves) {
        List<Integer> quiet = new ArrayList<>();
        played.game().moves(played.now().position(), (move, captured, to) -> {
            if (captured == 0 && moves.contains(move)) {
                quiet.add(move);
            }
        });
        return quiet;
    }

    private void check(EveryDefence defence, PlayedGame played, Report report) {
        int score = report.score();
        wins += score >= Search.WIN ? 1 : 0;
        losses += score <= -Search.WIN ? 1 : 0;
        others += report.isExact() && Math.abs(score) < Search.SETTLED ? 1 : 0;
        if (!defence.isTrue(played, report)) {
            wrong.add(OwareNotation.position(played.moments().get(0)) + " moves " + OwareNotation.letters(played) + ": "
                    + report);
        }
    }

    @Test
    void proofsOfEarlierSearchesMayRepeatPositions() throws IOException {
        Awari game = new Awari(2, RuleSet.STRICT);
        EveryDefence defence = new EveryDefence(game);
        try (Database database = database(game, 2, false)) {
            Engine engine = new Engine(database, Engine.Aim.WIN);
            PlayedGame played = OwareNotation.position(game, "0-1-1-2-6-6-N");
            for (String moves : List.of("aBb", "AaA")) {
                OwareNotation.play(played, moves);
                check(defence, played, engine.prepare(played, Limits.NONE).search(depth -> {}));
            }
        }
        assertEquals(List.of(), wrong);
        assertEquals(1, wins);
    }

    @Test
    void losingMovesOfAnInterruptedDepthDoNotLoseTheGame() throws IOException {
        Awari game = new Awari(2, RuleSet.ABAPA);
        EveryDefence defence = new EveryDefence(game);
        try (Database database = database(game, 0, false)) {
            PlayedGame played = OwareNotation.position(game, "2-4-2-0-6-2-S");
            OwareNotation.play(played, "Ba");
            for (int nodes = 0; nodes < 600; nodes += 5) {
                Engine engine = new Engine(database, Engine.Aim.WIN, 1);
                Report report =
                        engine.prepare(played, Limits.NONE.withNodes(nodes)).search(depth -> {});
                check(defence, played, report);
                assertEquals(2, report.moves().size(), report::toString);
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(wins > 0);
    }

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void shortcutsGiveTheAnswersOfAllLines(RuleSet rules) {
        Awari game = new Awari(2, rules);
        EveryDefence some = new EveryDefence(game);
        EveryDefence all = new EveryDefence(game, false);
        Random random = TestRandom.create();
        int possible = 0;
        for (int i = 0; i < 300; i++) {
            PlayedGame played = start(game, 2 + random.nextInt(4), random);
            for (int ply = random.nextInt(8);
                    ply > 0 && quiet(played, played.legalMoves()).size() > 0;
                    ply--) {
                List<Integer> quiet = quiet(played, played.legalMoves());
                played.play(quiet.get(random.nextInt(quiet.size())));
            }
            for (int least = -2; least <= 2; least++) {
                boolean isPossible = all.canForce(played, 0, least);
                possible += isPossible ? 1 : 0;
                assertEquals(isPossible, some.canForce(played, 0, least), OwareNotation.letters(played));
            }
        }
        assertTrue(possible > 100 && possible < 1400, possible + " of 1500");
    }
}
