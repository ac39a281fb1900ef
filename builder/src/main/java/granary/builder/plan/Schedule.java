package granary.builder.plan;

import java.util.List;
import java.util.PriorityQueue;

/** What a layer's tasks would take on another number of threads: each thread takes the next task, and runs wait for their last. */
final class Schedule {
    private Schedule() {}

    /**
     * Returns the share of their time that threads would work.
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
