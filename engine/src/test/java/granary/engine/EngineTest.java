package granary.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.game.PositionIterator;
import granary.testing.SolvedDatabase;
import granary.testing.TestDatabase;
import granary.testing.TestRandom;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The engine on databases of synthetic scores, for which it must search like for any other. */
final class EngineTest {
    @TempDir
    private Path directory;

    private Database database(RuleSet rules, int top) throws IOException {
        TestDatabase.write(directory, new Awari(6, rules), top);
        return Database.open(directory);
    }

    private static Report search(Engine engine, PlayedGame played, int depth) {
        return engine.prepare(played, Limits.NONE.withDepth(depth)).search(report -> {});
    }

    private static PlayedGame game(Database database, String position) {
        return OwareNotation.position((Awari) database.game(), position);
    }

    static int[] randomBoard(Random random, int cells, int seeds) {
        int[] board = new int[cells];
        for (int i = 0; i < seeds; i++) {
            board[random.nextInt(cells)]++;
        }
        return board;
    }

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void aSearchOfFixedDepthFindsTheValueOfPlainMinimax(RuleSet rules) throws IOException {
        Random random = TestRandom.create();
        assertMinimax(random, new Awari(6, rules), 5, 60);
        // On a small board many lines of different length lead to the same position.
        assertMinimax(random, new Awari(3, rules), 10, 60);
    }

    @Test
    void aSearchThatPausesFindsTheSameAndMayBeStoppedInAPause() throws IOException {
        try (Database database = database(RuleSet.OLYMPIAD, 3)) {
            PlayedGame opening = game(database, "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
            Engine.Run paused =
                    new Engine(database, Engine.Aim.SCORE_ALL_MOVES).prepare(opening, Limits.NONE.withDepth(6));
            long[] pauses = {0};
            paused.pauseBy(() -> pauses[0]++);
            Report report = paused.search(depth -> {});
            assertTrue(pauses[0] > report.nodes() / 1000, () -> pauses[0] + " pauses in " + report);
            Report plain = search(new Engine(database, Engine.Aim.SCORE_ALL_MOVES), opening, 6);
            assertEquals(plain.moves(), report.moves());
            Engine.Run stopped = new Engine(database, Engine.Aim.WIN).prepare(opening, Limits.NONE);
            stopped.pauseBy(stopped::stop);
            assertTrue(stopped.search(depth -> {}).depth() < 6);
        }
    }

    private void assertMinimax(Random random, Awari game, int depth, int boards) throws IOException {
        int seeds = 4 * game.cells();
        Path written = Files.createDirectory(directory.resolve("pits-" + game.pits()));
        TestDatabase.write(written, game, 4);
        int compared = 0;
        try (Database database = Database.open(written)) {
            Engine engine = new Engine(database, Engine.Aim.SCORE_ALL_MOVES);
            for (int i = 0; i < boards; i++) {
                int[] board = randomBoard(random, game.cells(), 5 + random.nextInt(seeds - 7));
                int rest = seeds - game.layer(board);
                int taken = Math.min(seeds / 2, random.nextInt(rest + 1));
                PlayedGame played = new PlayedGame(game, board, 0, taken, Math.min(seeds / 2, rest - taken));
                Report report = search(engine, played, depth);
                int[] stores = played.now().taken();
                PlainMinimax plain = new PlainMinimax(database, false, game.layer(board) + stores[0] + stores[1]);
                if (report.depth() > 0) {
                    int expected = plain.score(board, taken, report.depth(), List.of());
                    // The table does not know how a position came about, and so not which ones are repetitions.
                    if (plain.repetitions() == 0) {
                        compared++;
                        assertEquals(expected, report.score(), () -> OwareNotation.position(played));
                        assertAllMoves(plain, played, report);
                    }
                }
            }
        }
        assertTrue(compared > boards / 2, () -> game.identity() + ": too few boards without a repetition");
    }

    private static void assertAllMoves(PlainMinimax plain, PlayedGame played, Report report) {
        List<int[]> path = List.of(played.now().position());
        for (Report.RatedMove move : report.moves()) {
            PlayedGame after = played.copy();
            after.play(move.move());
            PlayedGame.Moment now = after.now();
            int store = now.taken()[now.mover()];
            int exact = -plain.score(now.position(), store, report.depth() - 1, path);
            assertEquals(exact, move.score(), move::toString);
            assertFalse(move.isBound());
        }
    }

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void aRepetitionCountsAsTheRulesSay(RuleSet rules) throws IOException {
        int repetitions = 0;
        try (Database database = database(rules, 0)) {
            Engine engine = new Engine(database, Engine.Aim.SCORE_ALL_MOVES);
            int[] board = new int[12];
            for (int seeds = 2; seeds <= 3; seeds++) {
                for (PositionIterator all = database.game().iterate(seeds, 0); all.next(board); ) {
                    engine.clear();
                    PlayedGame played = new PlayedGame(database.game(), board);
                    PlainMinimax plain = new PlainMinimax(database, false, seeds);
                    if (played.legalMoves().size() == 1) {
                        int expected = plain.score(board, 0, 14, new ArrayList<>());
                        // With a choice of moves, the table may know a position from a line where it was no repetition.
                        if (plain.mostMoves() == 1) {
                            assertEquals(
                                    expected, search(engine, played, 14).score(), () -> OwareNotation.position(played));
                            repetitions += plain.repetitions();
                        }
                    }
                }
            }
        }
        assertTrue(repetitions > 0, "no line was a repetition");
    }

    @Test
    void certaintyByRepetitionHoldsOnItsOwnLineOnly() throws IOException {
        Awari game = new Awari(3, RuleSet.ABAPA);
        TestDatabase.write(directory, game, 1);
        int certain = 0;
        try (Database database = Database.open(directory)) {
            Engine engine = new Engine(database, Engine.Aim.WIN);
            int[] board = new int[6];
            for (int lead = -2; lead <= 2; lead++) {
                for (PositionIterator all = game.iterate(3, 0); all.next(board); ) {
                    engine.clear();
                    PlayedGame played = new PlayedGame(game, board, 0, 10 + Math.max(0, lead), 10 + Math.max(0, -lead));
                    Report report = search(engine, played, 30);
                    if (report.depth() > 0 && Math.abs(report.score()) >= Search.WIN) {
                        certain++;
                        int[] stores = played.now().taken();
                        PlainMinimax plain = new PlainMinimax(database, true, 3 + stores[0] + stores[1]);
                        int exact = plain.score(board, stores[0], Limits.MAX_DEPTH, List.of());
                        assertEquals(
                                Integer.signum(exact),
                                Integer.signum(report.score()),
                                () -> OwareNotation.position(played) + ": " + report);
                    }
                }
            }
        }
        assertTrue(certain > 100, "too few certain results: " + certain);
    }

    @Test
    void aWinByTheMajorityIsFoundAndEndsTheSearch() throws IOException {
        try (Database database = database(RuleSet.ABAPA, 0)) {
            Engine engine = new Engine(database, Engine.Aim.WIN);
            PlayedGame played = game(database, "4-0-0-0-0-1-1-0-4-4-4-4-23-3-S");
            Report report = search(engine, played, 20);
            assertEquals(Search.MAJORITY, report.score());
            assertEquals(1, report.depth());
            assertEquals(5, report.moves().get(0).move());
            played.play(5);
            assertTrue(engine.isOver(played), "25 seeds are enough");
        }
    }

    @Test
    void aPositionThatCameAgainEndsTheGame() throws IOException {
        try (Database database = database(RuleSet.OLYMPIAD, 0)) {
            Engine engine = new Engine(database, Engine.Aim.WIN);
            PlayedGame played = game(database, "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S");
            OwareNotation.play(played, "AaBbCcDdEeF");
            assertFalse(engine.isOver(played));
            OwareNotation.play(played, "f");
            assertEquals(2, played.times(played.now().position(), 0));
            assertTrue(engine.isOver(played));
            played.takeBack();
            assertFalse(engine.isOver(played));
            assertEquals("AaBbCcDdEeF", OwareNotation.letters(played.copy()));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OLYMPIAD, 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S, AaBbCcDdEeFf, 23, 23",
        "ABAPA, 1-0-0-0-0-0-1-0-0-0-0-0-22-24-S, AaBbCcDdEeFf, 23, 25",
        "ABAPA, 0-0-0-0-0-0-1-0-0-0-1-0-22-24-S, '', 22, 26",
        "ABAPA, 1-0-0-2-0-0-0-0-0-0-0-0-21-24-S, '', 24, 24",
        "STRICT, 1-0-0-2-0-0-0-0-0-0-0-0-21-24-N, '', 24, 24",
        "OLYMPIAD, 0-0-0-0-0-1-2-0-4-0-0-3-24-14-S, F, 27, 14"
    })
    void theFinalCountIsThatOfTheRules(RuleSet rules, String position, String moves, int south, int north)
            throws IOException {
        try (Database database = database(rules, 0)) {
            Engine engine = new Engine(database, Engine.Aim.WIN);
            PlayedGame played = game(database, position);
            OwareNotation.play(played, moves);
            assertTrue(engine.isOver(played));
            assertEquals(
                    List.of(south, north),
                    Arrays.stream(engine.finalCount(played)).boxed().toList());
        }
    }

    @Test
    void oneThreadFindsTheSameEachTime() throws IOException {
        try (Database database = database(RuleSet.ABAPA, 3)) {
            Engine engine = new Engine(database, Engine.Aim.WIN);
            PlayedGame played = new PlayedGame(database.game());
            List<String> runs = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                engine.clear();
                Report report =
                        engine.prepare(played, Limits.NONE.withNodes(100_000)).search(each -> {});
                runs.add(report.depth() + " " + report.moves() + " " + report.nodes() + " " + report.line());
            }
            assertEquals(runs.get(0), runs.get(1));
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.Aim.class)
    void theScoresOfASearchThatIsInterruptedAreOfOneDepth(Engine.Aim aim) throws IOException {
        Random random = TestRandom.create();
        int partial = 0;
        try (Database database = database(RuleSet.ABAPA, 4)) {
            Engine engine = new Engine(database, aim);
            for (int i = 0; i < 60; i++) {
                PlayedGame played = new PlayedGame(database.game(), randomBoard(random, 12, 24 + random.nextInt(24)));
                if (played.legalMoves().isEmpty()) {
                    continue;
                }
                engine.clear();
                Limits limits = Limits.NONE.withNodes(1000 + random.nextInt(20_000));
                Report interrupted = engine.prepare(played, limits).search(depth -> {});
                List<Integer> reached =
                        interrupted.moves().stream().map(Report.RatedMove::move).toList();
                assertEquals(reached.get(0), interrupted.line().get(0));
                if (aim == Engine.Aim.SCORE_ALL_MOVES) {
                    engine.clear();
                    Report finished = search(engine, played, interrupted.depth());
                    assertEquals(scores(finished), scores(interrupted), () -> OwareNotation.position(played));
                    assertEquals(Set.copyOf(played.legalMoves()), Set.copyOf(reached));
                }
                partial += reached.size() < played.legalMoves().size() ? 1 : 0;
            }
        }
        assertEquals(aim == Engine.Aim.WIN, partial > 0);
    }

    /** Returns the moves of a report with their scores. What the table still knows of a line depends on what else was searched. */
    private static List<List<Integer>> scores(Report report) {
        return report.moves().stream()
                .map(move -> List.of(move.move(), move.score()))
                .toList();
    }

    @Test
    void eachMoveThatIsScoredHasALineOfLegalMovesThatBeginsWithIt() throws IOException {
        Random random = TestRandom.create();
        int longer = 0;
        try (Database database = database(RuleSet.ABAPA, 4)) {
            Engine engine = new Engine(database, Engine.Aim.SCORE_ALL_MOVES);
            for (int i = 0; i < 20; i++) {
                PlayedGame start = new PlayedGame(database.game(), randomBoard(random, 12, 24 + random.nextInt(24)));
                for (Report.RatedMove rated : search(engine, start, 6).moves()) {
                    assertEquals(rated.move(), rated.line().get(0));
                    PlayedGame played = start.copy();
                    for (int move : rated.line()) {
                        assertTrue(played.legalMoves().contains(move), () -> OwareNotation.position(start) + rated);
                        played.play(move);
                    }
                    longer += rated.line().size() > 2 ? 1 : 0;
                }
            }
        }
        assertTrue(longer > 40, "few moves have lines");
    }

    @Test
    void warmingUpPlaysDownToTheDatabaseAndChangesNothing() throws IOException {
        Awari game = new Awari(3, RuleSet.ABAPA);
        TestDatabase.write(directory, game, 18);
        try (Database database = Database.open(directory)) {
            PlayedGame start = new PlayedGame(game);
            Report before = search(new Engine(database, Engine.Aim.WIN), start, 3);
            Engine engine = new Engine(database, Engine.Aim.WIN);
            assertTrue(engine.warmUp(start, 30) > 0);
            Report after = search(engine, start, 3);
            assertEquals(before.moves(), after.moves());
            assertEquals(before.nodes(), after.nodes());
            assertEquals(1, start.moments().size());
        }
    }

    @Test
    void severalThreadsFindWhatOneFinds() throws IOException {
        Random random = TestRandom.create();
        try (Database database = database(RuleSet.ABAPA, 4)) {
            Engine one = new Engine(database, Engine.Aim.SCORE_ALL_MOVES);
            Engine several = new Engine(database, Engine.Aim.SCORE_ALL_MOVES);
            several.useThreads(3);
            for (int i = 0; i < 30; i++) {
                PlayedGame played = new PlayedGame(database.game(), randomBoard(random, 12, 24 + random.nextInt(24)));
                Report expected = search(one, played, 8);
                if (expected.depth() > 0) {
                    assertEquals(
                            expected.score(), search(several, played, 8).score(), () -> OwareNotation.position(played));
                }
            }
        }
    }

    @Test
    void searchThrowsTheFailureOfAHelper() throws IOException {
        try (Database database = database(RuleSet.ABAPA, 0)) {
            Engine engine = new Engine(database, Engine.Aim.WIN);
            engine.useThreads(2);
            PlayedGame played = new PlayedGame(database.game());
            Engine.Run run = engine.prepare(played, Limits.NONE);
            Thread main = Thread.currentThread();
            AssertionError failure = new AssertionError();
            CountDownLatch failing = new CountDownLatch(1);
            run.pauseBy(() -> {
                if (!Thread.currentThread().equals(main)) {
                    failing.countDown();
                    throw failure;
                }
                if (failing.getCount() == 0) {
                    run.stop();
                }
            });
            assertSame(failure, assertThrows(AssertionError.class, () -> run.search(report -> {})));
        }
    }

    @Test
    void stoppedSearchAnswersWithAMoveEvenBeforeItBegins() throws IOException {
        try (Database database = database(RuleSet.ABAPA, 0)) {
            Engine engine = new Engine(database, Engine.Aim.WIN);
            engine.useThreads(2);
            PlayedGame played = new PlayedGame(database.game());
            Engine.Run early = engine.prepare(played, Limits.NONE);
            early.stop();
            assertEquals(1, early.search(report -> {}).depth());
            Engine.Run late = engine.prepare(played, Limits.NONE);
            CountDownLatch deep = new CountDownLatch(1);
            Thread stopper = new Thread(() -> {
                try {
                    deep.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                late.stop();
            });
            stopper.start();
            Report report = late.search(each -> {
                if (each.depth() == 5) {
                    deep.countDown();
                }
            });
            assertTrue(report.depth() >= 5 && report.depth() < Limits.MAX_DEPTH, report::toString);
            assertFalse(report.moves().isEmpty());
        }
    }

    @Test
    void limitsMayChangeWhileItSearches() throws IOException {
        try (Database database = database(RuleSet.ABAPA, 0)) {
            Engine engine = new Engine(database, Engine.Aim.WIN);
            PlayedGame played = new PlayedGame(database.game());
            Engine.Run run = engine.prepare(played, Limits.NONE);
            Report report = run.search(each -> {
                if (each.depth() == 3) {
                    run.limit(Limits.NONE.withDepth(6));
                }
            });
            assertEquals(6, report.depth());
        }
    }

    @Test
    void aNodeAllocatesNothing() throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        try (Database database = database(RuleSet.ABAPA, 6)) {
            Engine engine = new Engine(database, Engine.Aim.WIN);
            PlayedGame played = new PlayedGame(database.game());
            long nodes = 0;
            for (int i = 0; i < 20; i++) {
                engine.clear();
                long before = threads.getThreadAllocatedBytes(self);
                nodes = search(engine, played, 18).nodes();
                long allocated = threads.getThreadAllocatedBytes(self) - before;
                if (allocated < nodes) {
                    return;
                }
            }
            throw new AssertionError("a byte or more for each of " + nodes + " nodes");
        }
    }

    @Test
    void otherGamesOtherRulesAndTooManySeedsAreRefused() throws IOException {
        try (Database database = database(RuleSet.ABAPA, 0)) {
            Engine engine = new Engine(database, Engine.Aim.WIN);
            PlayedGame strict = new PlayedGame(new Awari(6, RuleSet.STRICT), new int[12]);
            assertThrows(IllegalArgumentException.class, () -> engine.prepare(strict, Limits.NONE));
            PlayedGame full = new PlayedGame(database.game(), new int[12], 0, 100, 28);
            assertThrows(IllegalArgumentException.class, () -> engine.prepare(full, Limits.NONE));
        }
    }

    /** Without distances, a search inside the database looks up what best moves reach. */
    @Test
    void lookingAheadForProgressEndsWithTheLimitsAndWhenItIsStopped() {
        int far = 0;
        try (Database database = Database.open(SolvedDatabase.directory())) {
            Engine engine = new Engine(database, Engine.Aim.WIN, 1);
            int[] board = new int[12];
            for (long rank = 0; far < 4; rank += 1009) {
                database.game().unrank(SolvedDatabase.TOP, rank, board);
                PlayedGame played = new PlayedGame(database.game(), board, 0, 19, 20);
                Report free = ahead(engine, played, Limits.NONE, false);
                if (free.nodes() > 60) {
                    far++;
                    Report limited = ahead(engine, played, Limits.NONE.withNodes(20), false);
                    assertTrue(limited.nodes() <= 20, limited::toString);
                    assertEquals(Integer.signum(free.score()), Integer.signum(limited.score()));
                    assertTrue(ahead(engine, played, Limits.NONE, true).nodes() < 10);
                }
            }
        }
    }

    private static Report ahead(Engine engine, PlayedGame played, Limits limits, boolean isStopped) {
        Engine.Run run = engine.prepare(played, limits);
        if (isStopped) {
            run.pauseBy(run::stop);
        }
        return run.search(depth -> {});
    }
}
