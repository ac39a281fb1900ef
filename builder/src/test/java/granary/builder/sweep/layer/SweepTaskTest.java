package granary.builder.sweep.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.Tiles;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepTaskTest {
    private record Tile(int fewer, int many, int few) {}

    @ParameterizedTest
    @CsvSource({"6, 0, 1", "6, 7, 1", "6, 16, 3", "6, 20, 1", "6, 21, 64", "3, 60, 2"})
    void everyTileIsSweptOnceAndAfterThoseThatItBuildsOn(int pits, int seeds, int threads) {
        LayerShape shape = new LayerShape(new Awari(pits, RuleSet.OLYMPIAD), seeds);
        List<SweepTask> tasks = SweepTask.plan(shape, threads);
        Set<Tile> swept = new HashSet<>();
        for (SweepTask task : tasks) {
            boolean isMirrored = 2 * task.fewer() == seeds;
            for (int i = task.toMany() - 1; i >= task.fromMany(); i--) {
                for (int j = task.toFew() - 1; j >= task.fromFew(); j--) {
                    if (!isMirrored || i >= j) {
                        assertTrue(swept.add(new Tile(task.fewer(), i, j)), () -> "twice by " + task);
                        assertFalse(swept.contains(new Tile(task.fewer(), i, j - 1)), () -> "too late by " + task);
                        assertFalse(swept.contains(new Tile(task.fewer(), i - 1, j)), () -> "too late by " + task);
                    }
                }
            }
        }
        long tiles = 0;
        for (int fewer = 0; 2 * fewer <= seeds; fewer++) {
            long few = Tiles.count(shape.sides(fewer));
            long many = Tiles.count(shape.sides(seeds - fewer));
            tiles += 2 * fewer == seeds ? many * (many + 1) / 2 : few * many;
        }
        assertEquals(tiles, swept.size());
    }

    @ParameterizedTest
    @CsvSource({"24, 3000", "28, 4000", "36, 4000"})
    void largeLayersHaveTasksForManyThreads(int seeds, int least) {
        LayerShape shape = new LayerShape(new Awari(6, RuleSet.OLYMPIAD), seeds);
        assertTrue(SweepTask.plan(shape, 128).size() >= least);
    }
}
