package granary.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs a test in several threads. */
public final class Threads {
    /** The work of one thread. */
    @FunctionalInterface
    public interface Task {
        /** Runs in the thread of a number. */
        void run(int number) throws Exception;
    }

    private Threads() {}

    /** Runs threads numbered from 0 at once, and throws what one of them threw. */
    public static void run(int count, Task task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(count);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                all.add(pool.submit(() -> {
                    task.run(number);
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
