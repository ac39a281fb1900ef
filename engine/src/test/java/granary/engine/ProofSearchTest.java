package granary.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.testing.SolvedDatabase;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Proofs on a small board above a database. */
final class ProofSearchTest {
    private static final int BASE = 4;
    private static final int TOP = 10;
    private static final int ALL_SEEDS = 24;

    @TempDir
    private Path directory;

    private Database database(RuleSet rules) throws IOException {
        SolvedDatabase.write(directory, new Awari(3, rules), BASE);
        return Database.open(directory);
    }

    /** Returns a game of positions above the database, the last one with two legal moves or more. */
    private static PlayedGame game(Awari game, Random random) {
        while (true) {
            int seeds = BASE + 1 + random.nextInt(TOP - BASE);
            int[] board = EngineTest.randomBoard(random, game.cells(), seeds);
            int taken = (ALL_SEEDS - seeds) / 2 - 2 + random.nextInt(5);
            PlayedGame played = new PlayedGame(game, board, random.nextInt(2), taken, ALL_SEEDS - seeds - taken);
            if (played.legalMoves().size() > 1) {
                return played;
            }
        }
    }

    /** Returns the final difference that the mover can force by one of some moves. */
    private static int least(ForcedScores forced, PlayedGame played, List<Integer> among) {
        return difference(played) + forced.least(played.now().position(), among);
    }

    /** Returns the final difference that the mover gets at most. */
    private static int most(ForcedScores forced, PlayedGame played) {
        return difference(played) + forced.most(played.now().position(), played.legalMoves());
    }

    private static int difference(PlayedGame played) {
        PlayedGame.Moment now = played.now();
        return now.taken()[now.mover()] - now.taken()[1 - now.mover()];
    }

    private static void assertProven(ForcedScores forced, PlayedGame played, int winner, int move) {
        int least = least(forced, played, played.legalMoves());
        int most = most(forced, played);
        assertTrue(
                winner > 0 ? least > 0 : winner < 0 ? most < 0 : least >= 0 && most <= 0,
                () -> OwareNotation.position(played) + ": " + winner + ", but " + least + " to " + most);
        assertTrue(
                winner < 0 || played.legalMoves().contains(move) && least(forced, played, List.of(move)) >= winner,
                () -> OwareNotation.position(played) + " " + move);
    }

    private static ProofSearch prove(Database database, PlayedGame played, Random random, ProofTable table) {
        SearchControl control = new SearchControl(database, new TranspositionTable(1 << 10), Limits.NONE);
        ProofSearch prover = new ProofSearch(control, played, table);
        // In many small turns, each of which resumes where the one before ended.
        for (int turn = 0; turn < 300 && !prover.isDone(); turn++) {
            prover.run(random.nextInt(3) - 1, 1 + random.nextInt(500));
        }
        assertEquals(prover.visited(), control.nodes());
        return prover;
    }

    @Test
    void whatIsProvenCanBeForced() throws IOException {
        proveMany(RuleSet.OLYMPIAD, TestRandom.create());
    }

    @ParameterizedTest
    @Thorough
    @EnumSource(names = "OLYMPIAD", mode = EnumSource.Mode.EXCLUDE)
    void whatIsProvenCanBeForcedUnderOtherRules(RuleSet rules) throws IOException {
        proveMany(rules, TestRandom.create(ProofSearchTest.class.getName() + ".whatIsProvenCanBeForced"));
    }

    private void proveMany(RuleSet rules, Random random) throws IOException {
        int[] proven = new int[3];
        int missed = 0;
        try (Database database = database(rules)) {
            ForcedScores forced = new ForcedScores(database, TOP);
            // So small that much is forgotten, and several searches write to the same entries.
            ProofTable table = new ProofTable(1 << 12);
            for (int i = 0; i < 700; i++) {
                PlayedGame played = game((Awari) database.game(), random);
                int least = least(forced, played, played.legalMoves());
                int most = most(forced, played);
                ProofSearch prover = prove(database, played, random, table);
                if (prover.isDone()) {
                    int winner = prover.winner();
                    proven[winner + 1]++;
                    assertProven(forced, played, winner, prover.pit());
                } else if (least > 0 || most < 0 || (least == 0 && most == 0)) {
                    missed++;
                }
            }
        }
        assertTrue(
                proven[0] > 50 && proven[1] > 0 && proven[2] > 50,
                () -> List.of(proven[0], proven[1], proven[2]).toString());
        assertTrue(missed < 12, missed + " were not proven");
    }

    @Test
    @Thorough
    void theEngineProvesWinsLossesAndDrawsInALongSearch() throws IOException {
        Random random = TestRandom.create();
        int proven = 0;
        try (Database database = database(RuleSet.OLYMPIAD)) {
            ForcedScores forced = new ForcedScores(database, TOP);
            Engine engine = new Engine(database, Engine.Aim.WIN);
            engine.proveFrom(300);
            for (int i = 0; i < 400; i++) {
                PlayedGame played = game((Awari) database.game(), random);
                engine.clear();
                Report report =
                        engine.prepare(played, Limits.NONE.withNodes(5000)).search(depth -> {});
                if (report.isExact()) {
                    int winner = Integer.signum(report.score());
                    proven += report.nodes() > 300 ? 1 : 0;
                    int move = report.moves().get(0).move();
                    assertEquals(move, report.line().get(0));
                    assertProven(forced, played, winner, move);
                }
            }
        }
        assertTrue(proven > 60, proven + " were proven in turns");
    }

    @Test
    void theChoiceIsWorthTheNearestLogarithms() {
        for (int pits = 1; pits <= MoveStack.FRAME; pits++) {
            double choice = 300 * StrictMath.log(pits / 4.0) / StrictMath.log(2);
            assertEquals(Math.round(choice), ProofSearch.CHOICE[pits], pits + " pits");
        }
    }
}
