package granary.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerPoolTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void everyElementIsWorkedOnOnce(int threads) {
        for (int size : new int[] {0, 1, 99, 100, 101, 1000}) {
            AtomicIntegerArray visits = new AtomicIntegerArray(size);
            new WorkerPool(threads, Monitor.SILENT).forRange(size, 100, (from, to) -> {
                for (long i = from; i < to; i++) {
                    visits.incrementAndGet((int) i);
                }
            });
            for (int i = 0; i < size; i++) {
                assertEquals(1, visits.get(i), "element " + i + " of " + size);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void whatOnePartThrowsReachesTheCaller(int threads) {
        WorkerPool team = new WorkerPool(threads, Monitor.SILENT);
        RuntimeException failure = new IllegalStateException("part 50");
        WorkerPool.RangeWork work = (from, to) -> {
            if (from == 50) {
                throw failure;
            }
        };
        assertSame(failure, assertThrows(IllegalStateException.class, () -> team.forRange(100, 1, work)));
    }
}
