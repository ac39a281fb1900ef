package granary.builder.sweep.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.kernel.LayerShape;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionPageOrderTest {
    private static final int PAGE = 4096;

    @ParameterizedTest
    @CsvSource({"0, 4096", "3, 4096", "11, 4096", "14, 4096", "15, 8192"})
    void everyPageHasAPlaceOfItsOwn(int seeds, int page) {
        LayerShape shape = shape(seeds);
        int pages = pages(shape, page);
        for (int[] slots : List.of(
                new PartitionPageOrder(shape, true).places(page, pages),
                new PartitionPageOrder(shape, false).places(page, pages))) {
            int[] sorted = slots.clone();
            Arrays.sort(sorted);
            for (int i = 0; i < pages; i++) {
                assertEquals(i, sorted[i]);
            }
        }
    }

    @Test
    void theValuesLieWhereTheyLieInBothOrders() {
        LayerShape shape = shape(15);
        int[] both = new PartitionPageOrder(shape, true).places(PAGE, pages(shape, PAGE));
        int[] values = new PartitionPageOrder(shape, false).places(PAGE, pages(shape, PAGE));
        int end = (int) ((shape.workingBytes() + PAGE - 1) / PAGE);
        assertArrayEquals(Arrays.copyOf(both, end), Arrays.copyOf(values, end));
    }

    @Test
    void behindTheValuesPagesKeepTheirOrder() {
        LayerShape shape = shape(14);
        int[] slots = new PartitionPageOrder(shape, false).places(PAGE, pages(shape, PAGE));
        for (int i = (int) (shape.workingBytes() / PAGE + 1); i < slots.length; i++) {
            assertEquals(i, slots[i]);
        }
    }

    @Test
    void pagesOfPartitionsAreInFewerRunsThanUnordered() {
        LayerShape shape = shape(16);
        int[] slots = new PartitionPageOrder(shape, true).places(PAGE, pages(shape, PAGE));
        PartitionPlaces places = new PartitionPlaces(shape);
        int ordered = 0;
        int inTheirOwnOrder = 0;
        for (LayerPartition partition : LayerPartition.cut(shape, 100_000)) {
            BitSet pages = new BitSet();
            places.values(partition, (array, file, bytes) -> {
                pages.set((int) (array / PAGE), (int) ((array + bytes - 1) / PAGE + 1));
            });
            inTheirOwnOrder += runs(pages);
            BitSet found = new BitSet();
            pages.stream().forEach(page -> found.set(slots[page]));
            ordered += runs(found);
        }
        assertTrue(3 * ordered < inTheirOwnOrder, ordered + " and " + inTheirOwnOrder);
    }

    private static int runs(BitSet some) {
        int count = 0;
        for (int from = some.nextSetBit(0); from >= 0; from = some.nextSetBit(some.nextClearBit(from))) {
            count++;
        }
        return count;
    }

    private static LayerShape shape(int seeds) {
        return new LayerShape(new Awari(6, RuleSet.OLYMPIAD), seeds);
    }

    private static int pages(LayerShape shape, int page) {
        return (int) ((2 * shape.workingBytes() + page - 1) / page);
    }
}
