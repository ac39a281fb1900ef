package granary.games.chexers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.game.Game;
import granary.game.Games;
import granary.game.Retrograde;
import granary.games.ShortestPath;
import granary.testing.TestRandom;
import granary.testing.Tsv;
import granary.testing.ValueIteration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ChexersTest {
    @Test
    void emptyBoardHistogramOfActionsEqualsTheTable() {
        Map<Integer, Integer> expected = new TreeMap<>();
        for (Map<String, String> row : Tsv.rows(ChexersTest.class, "empty-board.tsv")) {
            expected.put(Tsv.number(row, "actions"), Tsv.number(row, "sets"));
        }
        Chexers game = new Chexers(Colour.RED, 0);
        ValueIteration solved = new ValueIteration(game, Chexers.MAX_PIECES);
        assertEquals(
                expected,
                solved.positions().stream()
                        .collect(Collectors.toMap(solved::score, position -> 1, Integer::sum, TreeMap::new)));
    }

    @Test
    void coloursDifferByATurnOfTheBoardOnly() {
        List<Map<Integer, Integer>> histograms = new ArrayList<>();
        for (Colour colour : Colour.values()) {
            ValueIteration solved = new ValueIteration(new Chexers(colour, 0), 2);
            histograms.add(solved.positions().stream()
                    .collect(Collectors.toMap(solved::score, position -> 1, Integer::sum, TreeMap::new)));
        }
        assertEquals(histograms.get(0), histograms.get(1));
        assertEquals(histograms.get(0), histograms.get(2));
    }

    @Test
    void boardsNeedTheKnownNumberOfActions() {
        for (Map<String, String> row : Tsv.rows(ChexersTest.class, "boards.tsv")) {
            Game game = Games.create("chexers", Map.of("colour", row.get("colour"), "blocks", row.get("blocks")));
            int[] position = game.notation().parse(row.get("pieces"));
            ValueIteration solved = new ValueIteration(game, game.layer(position));
            assertEquals(Tsv.number(row, "actions"), solved.score(position), row::toString);
        }
    }

    @Test
    void actionsAreToldByTheirLines() {
        Chexers game = new Chexers(Colour.RED, 1L << Hexes.parse("1,0"));
        List<String> lines = new ArrayList<>();
        game.moves(game.notation().parse("3,-2 1,-1"), (move, captured, successor) -> lines.add(Chexers.action(move)));
        assertEquals(
                List.of(
                        "MOVE from (1, -1) to (0, -1).",
                        "MOVE from (1, -1) to (0, 0).",
                        "MOVE from (1, -1) to (1, -2).",
                        "JUMP from (1, -1) to (1, 1).",
                        "MOVE from (1, -1) to (2, -2).",
                        "MOVE from (1, -1) to (2, -1).",
                        "MOVE from (3, -2) to (2, -2).",
                        "MOVE from (3, -2) to (2, -1).",
                        "MOVE from (3, -2) to (3, -3).",
                        "MOVE from (3, -2) to (3, -1).",
                        "EXIT from (3, -2)."),
                lines);
    }

    @Test
    void piecesAreSolvableTogetherExactlyIfEachIsAlone() {
        Random random = TestRandom.create();
        for (int board = 0; board < 20; board++) {
            long blocks = 0;
            for (int i = 0; i < board; i++) {
                blocks |= 1L << random.nextInt(Hexes.COUNT);
            }
            Chexers game = new Chexers(Colour.BLUE, blocks);
            ValueIteration solved = new ValueIteration(game, 3);
            for (int[] position : solved.positions()) {
                int[] alone = Arrays.stream(position)
                        .filter(hex -> hex >= 0)
                        .map(hex -> solved.score(new int[] {hex, -1, -1, -1}))
                        .toArray();
                int score = solved.score(position);
                if (Arrays.stream(alone).anyMatch(each -> each == ShortestPath.UNSOLVABLE)) {
                    assertEquals(
                            ShortestPath.UNSOLVABLE,
                            score,
                            () -> game.notation().draw(position));
                } else {
                    assertTrue(
                            score >= 0 && score <= Arrays.stream(alone).sum(),
                            () -> game.notation().draw(position));
                }
            }
        }
    }

    @Test
    void aPieceWithoutAWayOutIsUnsolvable() {
        Chexers game = new Chexers(Colour.RED, ((1L << Hexes.COUNT) - 1) ^ 1);
        assertEquals(
                ShortestPath.UNSOLVABLE,
                new ValueIteration(game, 1).score(game.notation().parse("-3,0")));
    }

    @Test
    void blocksAreWrittenInCanonicalOrder() {
        Game game = Games.create("chexers", Map.of("blocks", "3,-1;1,1;-1,0"));
        assertEquals("chexers colour=red blocks=-1,0;1,1;3,-1", game.identity());
        assertEquals("chexers colour=red blocks=none", new Chexers(Colour.RED, 0).identity());
    }

    @Test
    void wrongBlocksAndColoursAreRefused() {
        for (String blocks : List.of("", "0,0;", "0,0;0,0", "3,1", "0;0", "0,0,0", "none;0,0")) {
            assertThrows(IllegalArgumentException.class, () -> Games.create("chexers", Map.of("blocks", blocks)));
        }
        assertThrows(IllegalArgumentException.class, () -> Games.create("chexers", Map.of("colour", "Red")));
        assertThrows(IllegalArgumentException.class, () -> new Chexers(Colour.RED, 1L << Hexes.COUNT));
    }

    @Test
    void theBoardIsDrawnWithOneLineForEachR() {
        Chexers game = new Chexers(Colour.RED, 1L << Hexes.parse("-1,0"));
        assertEquals("""
                      .   .   .   R         r = -3, q from 0
                    .   .   .   .   +       r = -2, q from -1
                  .   .   .   .   .   +     r = -1, q from -2
                .   .   #   R   .   .   +   r = 0, q from -3
                  .   .   .   .   .   .     r = 1, q from -3
                    .   .   .   .   .       r = 2, q from -3
                      R   .   .   .         r = 3, q from -3""", game.notation().draw(game.notation().parse("0,0 3,-3 -3,3")));
    }

    @Test
    void aPathFollowsFromAnEarlierStage() {
        Chexers game = new Chexers(Colour.RED, 0);
        for (int actions = 0; actions < 126; actions++) {
            assertTrue(game.stage(4, game.scoring().backUp(0, actions)) > game.stage(4, actions));
        }
        assertEquals(Retrograde.NEVER, game.stage(4, ShortestPath.UNSOLVABLE));
    }
}
