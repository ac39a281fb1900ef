package granary.builder.sweep.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.LayerShape;
import granary.game.PositionIterator;
import granary.rank.Colex;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionRowsTest {
    @ParameterizedTest
    @CsvSource({"6, 7, 5000", "6, 8, 5000", "6, 9, 1", "4, 12, 2000", "3, 15, 700", "2, 40, 1", "2, 9, 10000", "6, 0, 1"
    })
    void theValuesBeforeARowAreCountedAsTheyAreWritten(int pits, int seeds, long partitionBytes) throws IOException {
        LayerShape shape = new LayerShape(new Awari(pits, RuleSet.OLYMPIAD), seeds);
        List<LayerPartition> partitions = LayerPartition.cut(shape, partitionBytes);
        PartitionRows counted = new PartitionRows(shape, partitions);
        long[] values = new long[partitions.size()];
        int[] row = new int[pits + 1];
        PositionIterator rows = new Colex(row.length).iterate(seeds, 0);
        long position = 0;
        while (rows.next(row)) {
            int length = shape.sides(row[0]);
            assertArrayEquals(values, counted.before(position));
            assertArrayEquals(values, counted.before(position + length - 1));
            add(shape, row, partitions, values);
            assertArrayEquals(values, counted.to(position));
            position += length;
        }
        assertEquals(shape.positions(), position);
        for (int i = 0; i < values.length; i++) {
            assertEquals(values[i], written(shape, partitions.get(i)), "partition " + i);
        }
    }

    /** Adds to the values of each partition those that it has of a row. */
    private static void add(LayerShape shape, int[] row, List<LayerPartition> partitions, long[] values) {
        int opponent = shape.order.workIndex(row, 1);
        for (int i = 0; i < values.length; i++) {
            for (int mover = 0; mover < shape.sides(row[0]); mover++) {
                values[i] += partitions.get(i).has(row[0], mover, opponent) ? 1 : 0;
            }
        }
    }

    private static long written(LayerShape shape, LayerPartition partition) throws IOException {
        long[] sum = {0};
        WorkingArray array = new WorkingArray(MemorySegment.ofArray(new byte[(int) shape.workingBytes()]));
        PartitionRows.write(shape, partition, array, (row, length) -> sum[0] += length);
        return sum[0];
    }
}
