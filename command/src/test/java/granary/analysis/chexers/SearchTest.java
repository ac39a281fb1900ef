package granary.analysis.chexers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.database.BuiltDatabase;
import granary.game.Game;
import granary.game.Games;
import granary.game.PositionIterator;
import granary.games.ShortestPath;
import granary.games.chexers.Chexers;
import granary.testing.TestRandom;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class SearchTest {
    private static final List<PuzzleSearch> SEARCHES =
            List.of(new AStar(RelaxedDistance::new), new IdaStar(RelaxedDistance::new));

    @ParameterizedTest
    @CsvFileSource(resources = "boards.tsv", delimiter = '\t', numLinesToSkip = 1)
    void hardBoardsNeedTheKnownNumberOfActions(String colour, String blocks, String pieces, int actions) {
        Game game = Games.create("chexers", Map.of("colour", colour, "blocks", blocks));
        Puzzle puzzle = new Puzzle((Chexers) game, game.notation().parse(pieces));
        for (PuzzleSearch search : SEARCHES) {
            assertClears(puzzle, search.solve(puzzle), actions);
        }
    }

    @Test
    void allSearchesFindTheDistancesOfTheDatabase() throws IOException {
        Random random = TestRandom.create();
        int unsolvable = 0;
        for (int i = 0; i < 40; i++) {
            Puzzle puzzle = new RandomPuzzles(random, 1 + i % 3, random.nextInt(25)).next();
            int pieces = puzzle.game().layer(puzzle.pieces());
            try (BuiltDatabase built = new BuiltDatabase(puzzle.game(), pieces)) {
                int score = built.database().score(puzzle.pieces());
                unsolvable += score == ShortestPath.UNSOLVABLE ? 1 : 0;
                assertClears(puzzle, AStar.of(built.database()).solve(puzzle), score);
                for (PuzzleSearch search : SEARCHES) {
                    assertClears(puzzle, search.solve(puzzle), score);
                }
                assertEstimates(puzzle, built);
            }
        }
        System.out.println(unsolvable + " of 40 have no solution");
    }

    /** The relaxed distance is infinite if and only if there is no solution, never too high, and consistent. */
    private static void assertEstimates(Puzzle puzzle, BuiltDatabase built) {
        Chexers game = puzzle.game();
        Heuristic heuristic = new RelaxedDistance(game);
        int[] position = new int[game.cells()];
        for (int layer : built.database().layers()) {
            for (PositionIterator all = game.iterate(layer, 0); all.next(position); ) {
                int score = built.database().score(position);
                int estimate = heuristic.estimate(position);
                assertEquals(
                        score == ShortestPath.UNSOLVABLE,
                        estimate == Heuristic.NEVER,
                        () -> game.notation().draw(position));
                assertTrue(
                        score == ShortestPath.UNSOLVABLE || estimate <= score,
                        () -> game.notation().draw(position));
                game.moves(
                        position,
                        (move, captured, successor) -> assertTrue(
                                estimate <= 1 + heuristic.estimate(successor),
                                () -> game.notation().draw(position)));
            }
        }
    }

    /** Plays a solution's moves: each must be legal, and the last leave an empty board. */
    private static void assertClears(Puzzle puzzle, Solution solution, int actions) {
        Chexers game = puzzle.game();
        assertEquals(
                actions != ShortestPath.UNSOLVABLE,
                solution.isSolvable(),
                () -> game.notation().draw(puzzle.pieces()));
        if (!solution.isSolvable()) {
            assertEquals(List.of(), solution.moves());
            return;
        }
        assertEquals(actions, solution.moves().size(), () -> game.notation().draw(puzzle.pieces()));
        int[] position = puzzle.pieces().clone();
        for (int wanted : solution.moves()) {
            int[][] after = {null};
            game.moves(
                    position, (move, captured, successor) -> after[0] = move == wanted ? successor.clone() : after[0]);
            assertNotNull(after[0], () -> Chexers.action(wanted) + " is no move");
            position = after[0];
        }
        assertEquals(0, game.layer(position));
    }

    @Test
    void aDatabaseLeavesNothingToSearch() throws IOException {
        Puzzle puzzle = new RandomPuzzles(new Random(7), 3, 5).next();
        try (BuiltDatabase built = new BuiltDatabase(puzzle.game(), 3)) {
            Solution solution = AStar.of(built.database()).solve(puzzle);
            assertEquals(solution.moves().size(), solution.expanded(), "one set for each action");
        }
    }

    @Test
    void aStarExpandsNoSetTwiceAndTheTableTrims() {
        Solution solution = new AStar(RelaxedDistance::new).solve(new RandomPuzzles(new Random(3), 4, 0).next());
        assertTrue(solution.expanded() <= 74_519);
        assertTrue(0 < solution.pruned() && solution.pruned() < solution.generated());
    }

    @Test
    void branchingFactorSumsUpToGeneratedSets() {
        // 1 + 2 + 4 + 8 = 14 + 1 and 1 + 1 + 1 + 1 = 3 + 1.
        assertEquals(2, new Solution(true, List.of(1, 2, 3), 0, 14, 0).effectiveBranching(), 1e-9);
        assertEquals(1, new Solution(true, List.of(1, 2, 3), 0, 3, 0).effectiveBranching(), 1e-9);
        assertEquals(0, new Solution(false, List.of(), 0, 3, 0).effectiveBranching());
    }

    @Test
    void setsOfPiecesAreNumberedWithoutGaps() {
        Chexers game = new RandomPuzzles(new Random(1), 1, 20).next().game();
        PieceSets sets = new PieceSets(game, 4);
        assertEquals(1 + 17 + 136 + 680 + 2380, sets.count());
        int[] position = new int[game.cells()];
        for (int number = 0; number < sets.count(); number++) {
            sets.set(number, position);
            assertEquals(number, sets.number(position));
        }
        assertArrayEquals(new int[] {-1, -1, -1, -1}, set(sets, 0));
        assertFalse(game.layer(set(sets, sets.count() - 1)) < 4);
    }

    private static int[] set(PieceSets sets, int number) {
        int[] position = new int[4];
        sets.set(number, position);
        return position;
    }
}
