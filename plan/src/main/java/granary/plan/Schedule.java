package granary.plan;

import java.util.List;
import java.util.PriorityQueue;

/** Simulates a layer's tasks on another number of threads: each thread takes the next task, and each run ends with its last. */
final class Schedule {
    private Schedule() {}

    /**
     * Returns the share of their time for which the threads would be busy.
     *
     * @param runs for each parallel run how long its tasks take, in the order in which they are begun
     */
    static double efficiency(List<long[]> runs, int threads) {
        double work = 0;
        double elapsed = 0;
        for (long[] tasks : runs) {
            PriorityQueue<Long> free = new PriorityQueue<>();
            long end = 0;
            for (long nanos : tasks) {
                long start = free.size() < threads ? 0 : free.remove();
                free.add(start + nanos);
                end = Math.max(end, start + nanos);
                work += nanos;
            }
            elapsed += end;
        }
        return elapsed == 0 ? 1 : work / elapsed / threads;
    }
}
