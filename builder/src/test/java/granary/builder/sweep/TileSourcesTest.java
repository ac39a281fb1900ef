package granary.builder.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.Tiles;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TileSourcesTest {
    @ParameterizedTest
    @CsvSource({"6, OLYMPIAD, 9", "6, STRICT, 10", "4, ABAPA, 16", "3, OLYMPIAD, 40"})
    void theLinesAreThoseOfTheSuccessorsOfTheTilesPositions(int pits, RuleSet rules, int seeds) {
        LayerShape shape = new LayerShape(new Awari(pits, rules), seeds);
        for (int moverSeeds = 0; moverSeeds <= seeds; moverSeeds++) {
            MoverBlock block =
                    new MoverBlock(shape, new MoveTable(shape.order, moverSeeds), moverSeeds, Kernels.SCALAR);
            for (int mover = 0; mover < Tiles.count(block.movers); mover++) {
                for (int opponent = 0; opponent < Tiles.count(block.opponents); opponent++) {
                    Set<Long> found = new TreeSet<>();
                    TileSources.anyMatch(block, mover, opponent, place -> {
                        found.add(place);
                        return false;
                    });
                    assertEquals(successors(block, mover, opponent), found);
                }
            }
        }
    }

    /** Returns the lines that hold the successors of a tile's positions, found move by move. */
    private static Set<Long> successors(MoverBlock block, int moverTile, int opponentTile) {
        Set<Long> lines = new TreeSet<>();
        int endMover = Math.min(block.movers, (moverTile + 1) * Tiles.WIDTH);
        int endOpponent = Math.min(block.opponents, (opponentTile + 1) * Tiles.WIDTH);
        for (int mover = moverTile * Tiles.WIDTH; mover < endMover; mover++) {
            for (int i = block.table.firstMove[mover]; i < block.table.firstMove[mover + 1]; i++) {
                int move = block.table.moves[i];
                for (int opponent = opponentTile * Tiles.WIDTH; opponent < endOpponent; opponent++) {
                    long place = block.successor(MoveTable.crossing(move), MoveTable.sideLeft(move), opponent);
                    if (place >= 0) {
                        lines.add(place - place % Tiles.WIDTH);
                    }
                }
            }
        }
        return lines;
    }
}
