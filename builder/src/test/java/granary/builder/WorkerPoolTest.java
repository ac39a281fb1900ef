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
    void everyElementIsProcessedOnce(int threads) {
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
    void exceptionOfATaskReachesTheCaller(int threads) {
        WorkerPool pool = new WorkerPool(threads, Monitor.SILENT);
        RuntimeException failure = new IllegalStateException("task 50");
        WorkerPool.RangeTask task = (from, to) -> {
            if (from == 50) {
                throw failure;
            }
        };
        assertSame(failure, assertThrows(IllegalStateException.class, () -> pool.forRange(100, 1, task)));
    }
}
