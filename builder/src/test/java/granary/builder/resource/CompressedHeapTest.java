package granary.builder.resource;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.compress.training.Training;
import granary.builder.testing.Databases;
import granary.builder.testing.Footprint;
import granary.database.Database;
import granary.database.Listing;
import granary.format.LayerTable;
import granary.testing.ChildJvm;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compressed layers take the heap that the model says. At this size that is a few megabytes, which nobody would see beside the searches
 * of a server. So a process does nothing but look positions up, and tells by how much its heap has grown.
 */
@EnabledOnOs(OS.LINUX)
@Isolated
class CompressedHeapTest {
    private static final Awari AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final int SEEDS = 7;
    private static final double MARGIN = 1.15;

    /** With few threads models take the most, with many threads what each has of its own. */
    @ParameterizedTest
    @ValueSource(ints = {1, 64})
    void compressedLayersTakeThePredictedHeap(int threads, @TempDir Path directory) throws Exception {
        Databases.build(directory, AWARI, SEEDS, 2);
        long packed = heap(directory, threads);
        CompressedLayers.compress(
                directory, Training.UNITS, IntStream.rangeClosed(1, SEEDS).toArray());
        List<String> command = new ArrayList<>(ChildJvm.command(Main.class, directory, threads));
        command.addAll(1, List.of("-Xmx256m", "-XX:MarkSweepDeadRatio=0"));
        long told = heap(directory, threads) - packed;
        long taken = Footprint.ofRuns(
                () -> Long.valueOf(ChildJvm.run(command).printed().strip()),
                heap -> heap <= told && told <= MARGIN * heap);
        System.out.println("compressed layers, " + threads + " threads: " + taken + ", told " + told);
        assertTrue(taken <= told, taken + " of " + told);
        assertTrue(told <= MARGIN * taken, told + " for " + taken);
    }

    private static long heap(Path directory, int threads) {
        return ResourceModel.lookups(List.of(new Listing(directory)), threads).heap();
    }

    /** Looks positions of all layers up with some threads, and prints by how much the heap has grown. */
    static final class Main {
        private static final int LOOKUPS = 100;

        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(arguments[0]);
            int threads = Integer.parseInt(arguments[1]);
            try (Database database = Database.open(directory)) { // so that all classes are loaded
                Thread first = Thread.ofPlatform().start(() -> lookUp(database));
                first.join();
            }
            CyclicBarrier all = new CyclicBarrier(threads + 1);
            try (Database database = Database.open(directory)) {
                for (int i = 0; i < threads; i++) {
                    Thread.ofPlatform().daemon().start(() -> lookUp(database, all));
                }
                heap(directory); // what the first lookups left goes
                long before = heap(directory);
                all.await(); // they begin
                all.await(); // they have ended, and stay
                System.out.println(heap(directory) - before);
            }
        }

        private static void lookUp(Database database, CyclicBarrier all) {
            try {
                all.await();
                lookUp(database);
                all.await();
                all.await(); // for ever
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void lookUp(Database database) {
            for (int layer : database.layers()) {
                LayerTable table = database.table(layer);
                for (int i = 0; i < LOOKUPS; i++) {
                    table.value(i * table.positions() / LOOKUPS);
                }
            }
        }

        private static long heap(Path directory) throws IOException {
            try (Footprint footprint = new Footprint(directory)) {
                return footprint.end().getFirst();
            }
        }
    }
}
