package granary.testing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import granary.game.Game;
import granary.game.Games;
import granary.game.Parameter;
import granary.game.PositionIterator;
import granary.game.Retrograde;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The contract of {@link Game}. A game's test implements this interface and says which
 * parameters and how many layers to try.
 */
@SuppressWarnings("exports") // JUnit is not part of the module; tests of its packages alone see this
public interface GameContract {
    /**
     * A game to try.
     *
     * @param game the game with its parameters
     * @param lastLayer all layers up to this one are tried position by position
     */
    record Case(Game game, int lastLayer) {}

    /** Returns the games to try. */
    List<Case> cases();

    /** Returns an input, words separated by blanks, that is not a position. */
    List<String> notPositions();

    private Stream<DynamicTest> each(Consumer<Case> test) {
        return cases().stream().map(one -> dynamicTest(one.game().identity(), () -> test.accept(one)));
    }

    private Stream<DynamicTest> eachLayer(GameAndLayer test) {
        return each(one -> {
            for (int layer = 0; layer <= one.lastLayer(); layer++) {
                test.accept(one.game(), layer);
            }
        });
    }

    /** A test of one layer. */
    @FunctionalInterface
    interface GameAndLayer {
        /** Tests one layer of a game. */
        void accept(Game game, int layer);
    }

    @TestFactory
    default Stream<DynamicTest> theRegistryMakesTheSameGameFromItsParameters() {
        return each(one -> {
            Game made = Games.create(one.game().type().id(), one.game().parameters());
            assertEquals(one.game().identity(), made.identity());
            assertEquals(
                    one.game().type().parameters().stream().map(Parameter::name).toList(),
                    List.copyOf(one.game().parameters().keySet()));
        });
    }

    @TestFactory
    default Stream<DynamicTest> highLayersRankBackToo() {
        return each(one -> {
            Random random = TestRandom.create(one.game().identity());
            Game game = one.game();
            for (int i = 0; i < 200; i++) {
                int layer = random.nextInt(game.topLayer() + 1);
                long rank = Math.floorMod(random.nextLong(), game.size(layer));
                assertIteratesFrom(game, layer, rank, Math.min(game.size(layer), rank + 5));
            }
        });
    }

    @TestFactory
    default Stream<DynamicTest> theIteratorVisitsRankOrderFromAnyPlace() {
        return eachLayer((game, layer) -> {
            long size = game.size(layer);
            assertIteratesFrom(game, layer, 0, size);
            assertIteratesFrom(game, layer, size / 3, size);
            assertIteratesFrom(game, layer, size - 1, size);
            assertFalse(game.iterate(layer, size).next(new int[game.cells()]));
        });
    }

    private static void assertIteratesFrom(Game game, int layer, long from, long to) {
        PositionIterator iterator = game.iterate(layer, from);
        int[] next = new int[game.cells()];
        int[] expected = new int[game.cells()];
        for (long rank = from; rank < to; rank++) {
            Arrays.fill(next, 99);
            Arrays.fill(expected, 98);
            assertTrue(iterator.next(next));
            game.unrank(layer, rank, expected);
            assertArrayEquals(expected, next);
            assertEquals(layer, game.layer(next));
            assertEquals(rank, game.rank(next));
        }
        assertEquals(to < game.size(layer), iterator.next(next), "ends with the layer");
    }

    @TestFactory
    default Stream<DynamicTest> layersAndRanksOutOfRangeAreRefused() {
        return each(one -> {
            Game game = one.game();
            int[] position = new int[game.cells()];
            for (int layer : new int[] {-1, game.topLayer() + 1}) {
                assertThrows(IllegalArgumentException.class, () -> game.size(layer));
                assertThrows(IllegalArgumentException.class, () -> game.unrank(layer, 0, position));
            }
            for (int layer = 0; layer <= one.lastLayer(); layer++) {
                for (long rank : new long[] {-1, game.size(layer), Long.MIN_VALUE, Long.MAX_VALUE}) {
                    int any = layer;
                    assertThrows(IllegalArgumentException.class, () -> game.unrank(any, rank, position));
                }
            }
        });
    }

    @TestFactory
    default Stream<DynamicTest> vectorsThatAreNoPositionsAreRefused() {
        return each(one -> {
            Game game = one.game();
            int[] position = new int[game.cells()];
            game.unrank(one.lastLayer(), 0, position);
            int[] longer = Arrays.copyOf(position, game.cells() + 1);
            int[] shorter = Arrays.copyOf(position, game.cells() - 1);
            assertThrows(IllegalArgumentException.class, () -> game.layer(longer));
            assertThrows(IllegalArgumentException.class, () -> game.layer(shorter));
            for (int wrong : new int[] {Integer.MIN_VALUE, -2, 1 << 20, Integer.MAX_VALUE}) {
                int[] changed = position.clone();
                changed[game.cells() - 1] = wrong;
                assertThrows(IllegalArgumentException.class, () -> game.layer(changed));
            }
        });
    }

    @TestFactory
    default Stream<DynamicTest> movesLandInDeclaredLayersAtValidRanks() {
        return eachLayer((game, layer) -> forEachPosition(game, layer, position -> {
            int[] before = position.clone();
            game.moves(position, (move, captured, successor) -> {
                int reached = game.layer(successor);
                assertTrue(reached <= layer, () -> "a move to the higher layer " + reached);
                int[] unranked = new int[game.cells()];
                game.unrank(reached, game.rank(successor), unranked);
                assertArrayEquals(unranked, successor);
            });
            assertArrayEquals(before, position, "moves leave the position as it was");
        }));
    }

    @TestFactory
    default Stream<DynamicTest> moveNumbersAscendAndDescriptionsDiffer() {
        return eachLayer((game, layer) -> forEachPosition(game, layer, position -> {
            int[] last = {Integer.MIN_VALUE};
            Set<Map<String, Integer>> descriptions = new HashSet<>();
            game.moves(position, (move, captured, successor) -> {
                assertTrue(move > last[0], () -> "move " + move + " after " + last[0]);
                last[0] = move;
                assertTrue(
                        descriptions.add(game.notation().describe(move, captured)), () -> "two moves described alike");
            });
        }));
    }

    @TestFactory
    default Stream<DynamicTest> openingOfALayerIsThereOrBelowUnlessTheGameHasOne() {
        return eachLayer((game, layer) -> game.opening(layer).ifPresent(opening -> {
            if (game.opening().isPresent()) {
                assertArrayEquals(game.opening().get(), opening);
            } else {
                assertTrue(game.layer(opening) <= layer, () -> Arrays.toString(opening));
            }
            if (layer > 0) {
                boolean[] isMovable = {false};
                game.moves(opening, (move, captured, successor) -> isMovable[0] = true);
                assertTrue(isMovable[0], () -> "no move from " + Arrays.toString(opening));
            }
        }));
    }

    @TestFactory
    default Stream<DynamicTest> predecessorsInvertTheMovesWithinALayer() {
        return eachLayer((game, layer) -> {
            LongStream.Builder forwards = LongStream.builder();
            LongStream.Builder backwards = LongStream.builder();
            forEachPosition(game, layer, position -> {
                long here = game.rank(position);
                game.moves(position, (move, captured, successor) -> {
                    if (game.layer(successor) == layer) {
                        addEdge(forwards, here, game.rank(successor));
                    }
                });
                if (game instanceof Retrograde retrograde) {
                    retrograde.predecessors(position, predecessor -> {
                        assertEquals(layer, game.layer(predecessor));
                        addEdge(backwards, game.rank(predecessor), here);
                    });
                }
            });
            assertArrayEquals(
                    forwards.build().sorted().toArray(),
                    backwards.build().sorted().toArray());
        });
    }

    private static void addEdge(LongConsumer edges, long from, long to) {
        edges.accept(from << 32 | to);
    }

    @TestFactory
    default Stream<DynamicTest> scoresLieInTheDeclaredRange() {
        return each(one -> {
            Game game = one.game();
            ValueIteration solved = new ValueIteration(game, one.lastLayer());
            for (int[] position : solved.positions()) {
                int layer = game.layer(position);
                int score = solved.score(position);
                assertTrue(
                        game.minScore(layer) <= score && score <= game.maxScore(layer),
                        () -> "score " + score + " of " + Arrays.toString(position));
            }
        });
    }

    @TestFactory
    default Stream<DynamicTest> textThatIsNoPositionIsRefused() {
        List<String> never =
                List.of("x", "1.5", "1 x", "99999999999", "0x1", "--", "1,,1", ",1", "1,", "1;1", "1 ".repeat(1000));
        return each(one -> Stream.concat(never.stream(), notPositions().stream())
                .forEach(text -> assertThrows(
                        IllegalArgumentException.class,
                        () -> one.game().notation().parse(text),
                        () -> "'" + text + "' was taken for a position")));
    }

    @TestFactory
    default Stream<DynamicTest> printedPositionsAreRead() {
        return eachLayer((game, layer) -> forEachPosition(game, layer, position -> {
            String text = game.notation().text(position);
            for (String typed : List.of(
                    text,
                    "\ufeff" + text,
                    text.replace(' ', ','),
                    text.replace(' ', '_'),
                    text.replace(' ', '/'),
                    text.replace(" ", ", "),
                    "  \"" + text.replace(" ", "\"  '") + "'\n",
                    game.notation().words(position).toString())) {
                assertArrayEquals(position, game.notation().parse(typed), typed);
            }
        }));
    }

    @TestFactory
    default Stream<DynamicTest> drawingsTellPositionsApart() {
        return eachLayer((game, layer) -> {
            Set<String> drawings = new HashSet<>();
            forEachPosition(
                    game,
                    layer,
                    position -> assertTrue(
                            drawings.add(game.notation().draw(position)),
                            () -> "two positions drawn alike:\n"
                                    + game.notation().draw(position)));
        });
    }

    private static void forEachPosition(Game game, int layer, Consumer<int[]> visitor) {
        int[] position = new int[game.cells()];
        for (PositionIterator all = game.iterate(layer, 0); all.next(position); ) {
            visitor.accept(position);
        }
    }
}
