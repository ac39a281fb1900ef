package granary.explorer.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Laborious requests are bounded together. */
class CoresTest {
    private static final int WAITING = 16;

    @Test
    void beyondThoseThatWaitForACoreEachIsRefused() throws Exception {
        Cores cores = new Cores();
        int used = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
        CountDownLatch begun = new CountDownLatch(used);
        CountDownLatch refused = new CountDownLatch(1);
        AtomicInteger most = new AtomicInteger();
        AtomicInteger running = new AtomicInteger();
        int answered = 0;
        try (ExecutorService clients = Executors.newFixedThreadPool(used + WAITING + 1)) {
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < used + WAITING + 1; i++) {
                all.add(clients.submit(() -> {
                    try {
                        return cores.use(() -> {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            begun.countDown();
                            await(refused);
                            running.decrementAndGet();
                            return 200;
                        });
                    } catch (Problem problem) {
                        refused.countDown();
                        return problem.status();
                    }
                }));
            }
            begun.await();
            for (Future<Integer> one : all) {
                answered += one.get() == 200 ? 1 : 0;
            }
        }
        assertEquals(used + WAITING, answered);
        assertEquals(used, most.get());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
