package granary.builder.sweep.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.partition.PartitionTiles.Tile;
import granary.builder.sweep.table.Tiles;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionTilesTest {
    @ParameterizedTest
    @CsvSource({"6, 13, 1000000", "6, 14, 100000", "3, 60, 30000"})
    void thePartsHaveEveryTileOnceAndAfterThoseThatItBuildsOn(int pits, int seeds, long bytes) {
        LayerShape shape = new LayerShape(new Awari(pits, RuleSet.OLYMPIAD), seeds);
        Set<Tile> all = new HashSet<>();
        for (LayerPartition partition : LayerPartition.cut(shape, bytes)) {
            Set<Tile> seen = new HashSet<>();
            PartitionTiles.all(shape, partition).stream().forEach(tile -> {
                seen.add(tile);
                assertTrue(all.add(tile), () -> tile + " twice");
                Tile buildsOnIt = new Tile(seeds - tile.moverSeeds(), tile.opponentTile() - 1, tile.moverTile());
                assertFalse(!partition.isSquare() && seen.contains(buildsOnIt), () -> tile + " too late");
            });
        }
        int tiles = 0;
        for (int mover = 0; mover <= seeds; mover++) {
            tiles += Tiles.count(shape.sides(mover)) * Tiles.count(shape.sides(seeds - mover));
        }
        assertEquals(tiles, all.size());
    }

    @ParameterizedTest
    @CsvSource({"13, 6, 1", "13, 5, 16", "14, 7, 7", "12, 0, 100000"})
    void theTasksOfAPartAreItsTilesInTheSameOrder(int seeds, int fewer, int together) {
        LayerShape shape = new LayerShape(new Awari(6, RuleSet.OLYMPIAD), seeds);
        LayerPartition partition = new LayerPartition(seeds, fewer, 0, Tiles.count(shape.sides(fewer)));
        List<PartitionTiles> tasks = PartitionTiles.tasks(shape, partition, together);
        List<Tile> all = PartitionTiles.all(shape, partition).stream().toList();
        assertEquals(all, tasks.stream().flatMap(PartitionTiles::stream).toList());
    }
}
