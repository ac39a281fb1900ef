package granary.builder.sweep.outofcore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.memory.PoolPages;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.layer.SideTables;
import granary.builder.sweep.partition.PartitionPageOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionGroupsTest {
    private static final WorkerPool POOL = new WorkerPool(2, Monitor.SILENT);

    private static PartitionGroups groups(LayerShape shape, SideTables tables, long budget) {
        long bytes = 2 * shape.workingBytes();
        PoolPages buffers =
                new PoolPages(bytes, budget, PoolPages.pageBytes(bytes), new PartitionPageOrder(shape, true));
        PartitionPages pages = new PartitionPages(shape, tables.blocks(shape, Kernels.SCALAR, POOL), buffers);
        return new PartitionGroups(shape, pages, buffers, POOL);
    }

    private static SideTables tables(LayerShape shape) {
        SideTables tables = new SideTables(shape.awari);
        tables.prepare(shape.seeds, POOL);
        return tables;
    }

    /** Fewer pages leave more to chance. */
    @ParameterizedTest
    @CsvSource({
        "6, 16, 0.8", "6, 18, 0.8", "6, 20, 0.8", "4, 44, 0.8", "8, 14, 0.8",
        "6, 6, 0.5", "6, 8, 0.5", "6, 10, 0.5", "6, 12, 0.5", "6, 14, 0.5",
        "4, 10, 0.5", "3, 20, 0.5", "8, 8, 0.5", "8, 10, 0.5"
    })
    void theLeastMemorySufficesAndNotMuchLess(int pits, int seeds, double share) {
        LayerShape shape = new LayerShape(new Awari(pits, RuleSet.OLYMPIAD), seeds);
        SideTables tables = tables(shape);
        long least = OutOfCoreLayer.leastBytes(shape);
        assertTrue(groups(shape, tables, least).ofSweeps().size() > 1);
        PartitionGroups less = groups(shape, tables, (long) (share * least));
        assertThrows(CheckFailedException.class, less::ofSweeps);
    }

    @Test
    void withMoreMemoryThereAreFewerGroups() {
        LayerShape shape = new LayerShape(new Awari(6, RuleSet.OLYMPIAD), 14);
        SideTables tables = tables(shape);
        long working = 2 * shape.workingBytes();
        PartitionGroups all = groups(shape, tables, working * 101 / 100);
        PartitionGroups some = groups(shape, tables, working * 4 / 10);
        assertEquals(1, all.ofConversions().size());
        assertTrue(some.ofConversions().size() > all.ofConversions().size());
        assertTrue(some.ofSweeps().size() > all.ofSweeps().size());
    }
}
