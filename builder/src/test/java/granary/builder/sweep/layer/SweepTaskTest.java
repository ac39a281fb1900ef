package granary.builder.sweep.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.partition.LayerPartition;
import granary.builder.sweep.table.Tiles;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepTaskTest {
    private record Tile(int moverSeeds, int moverTile, int opponentTile) {}

    @ParameterizedTest
    @CsvSource({"6, 0, 1", "6, 7, 1", "6, 16, 3", "6, 20, 1", "6, 21, 64", "3, 60, 2"})
    void everyTileIsSweptOnceAndAfterThoseThatItBuildsOn(int pits, int seeds, int threads) {
        LayerShape shape = new LayerShape(new Awari(pits, RuleSet.OLYMPIAD), seeds);
        assertEquals(tiles(shape), sweep(SweepTask.plan(shape, threads), true).size());
    }

    @ParameterizedTest
    @CsvSource({"6, 13, 1000000, 16", "6, 14, 100000, 7", "6, 12, 1000000000, 1", "3, 60, 30000, 1000000"})
    void partitionsHaveEveryTileOnceInThatOrder(int pits, int seeds, long bytes, int tiles) {
        LayerShape shape = new LayerShape(new Awari(pits, RuleSet.OLYMPIAD), seeds);
        Set<Tile> all = new HashSet<>();
        for (LayerPartition partition : LayerPartition.cut(shape, bytes)) {
            for (Tile tile : sweep(SweepTask.of(shape, partition, tiles), !partition.isSquare())) {
                assertTrue(all.add(tile), () -> tile + " twice");
            }
        }
        assertEquals(tiles(shape), all.size());
    }

    private static Set<Tile> sweep(List<SweepTask> tasks, boolean isOrdered) {
        Set<Tile> swept = new HashSet<>();
        for (SweepTask task : tasks) {
            task.forEachTile((moverSeeds, moverTile, opponentTile) -> {
                Tile tile = new Tile(moverSeeds, moverTile, opponentTile);
                assertTrue(swept.add(tile), () -> tile + " twice");
                Tile buildsOnIt = new Tile(task.seeds() - moverSeeds, opponentTile - 1, moverTile);
                assertFalse(isOrdered && swept.contains(buildsOnIt), () -> tile + " too late");
            });
        }
        return swept;
    }

    private static int tiles(LayerShape shape) {
        return IntStream.rangeClosed(0, shape.seeds)
                .map(mover -> Tiles.count(shape.sides(mover)) * Tiles.count(shape.sides(shape.seeds - mover)))
                .sum();
    }

    @ParameterizedTest
    @CsvSource({"24, 3000", "28, 4000", "36, 4000"})
    void largeLayersHaveTasksForManyThreads(int seeds, int least) {
        LayerShape shape = new LayerShape(new Awari(6, RuleSet.OLYMPIAD), seeds);
        assertTrue(SweepTask.plan(shape, 128).size() >= least);
    }
}
