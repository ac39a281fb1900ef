package granary.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.memory.MainMemory;
import granary.builder.store.LayerFiles;
import granary.builder.testing.Footprint;
import granary.builder.testing.Uninterrupted;
import granary.testing.ChildJvm;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Thorough
@Isolated
class StatisticsHeapTest {
    private static final Awari AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final int THREADS = 3;
    private static final int SEEDS = 15;
    /** The heap of a process that has only begun. */
    private static final long BEGUN = 3L << 20;

    @Test
    void counting48SeedsFitsHeapWith128Threads() {
        long before = 0;
        for (int threads = 1; threads <= 128; threads *= 2) {
            long heap = LayerCounter.heapBytes(AWARI, 48, threads, true);
            assertTrue(
                    heap > before && heap + (8L << 20) <= MainMemory.LARGEST_HEAP - MainMemory.LARGEST_YOUNG,
                    "" + heap);
            before = heap;
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void countingTakesAboutTheHeapThatIsPredicted(@TempDir Path directory) throws Exception {
        new Uninterrupted(AWARI.identity(), SEEDS, false).build(directory);
        List<String> command = new ArrayList<>(ChildJvm.command(Main.class, directory));
        command.addAll(1, List.of("-Xmx256m", "-XX:MarkSweepDeadRatio=0"));
        long told = LayerCounter.heapBytes(AWARI, SEEDS, THREADS, true);
        long taken = Footprint.ofRuns(
                () -> Long.valueOf(ChildJvm.run(command).printed().strip()),
                heap -> heap <= told + BEGUN && told <= 1.15 * heap);
        assertTrue(taken <= told + BEGUN, taken + " of " + told);
        assertTrue(told <= 1.15 * taken, told + " for " + taken);
    }

    /** Counts a layer, and prints the heap that it takes. */
    static final class Main {
        public static void main(String[] arguments) throws IOException {
            Path directory = Path.of(arguments[0]);
            try (Footprint footprint = new Footprint(directory);
                    LayerFiles files = new LayerFiles(directory)) {
                LayerCounter counter = new LayerCounter(files, THREADS, Monitor.SILENT);
                LayerStatistics counted = counter.count(SEEDS, true);
                assertEquals(SEEDS, counted.layer());
                System.out.println(footprint.end().getFirst());
            }
        }
    }
}
