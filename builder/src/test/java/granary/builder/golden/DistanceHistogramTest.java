package granary.builder.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.solve.RetrogradeDistances;
import granary.builder.store.LayerFiles;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.testing.Tsv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Distances to conversion against those of an independent program. */
class DistanceHistogramTest {
    /** The longest distance of each layer from 1 on. */
    private static final List<Integer> LONGEST =
            List.of(2, 10, 29, 39, 59, 64, 58, 56, 75, 69, 92, 130, 102, 77, 84, 88);

    @Test
    void everyCellOfTheHistogramsToTenSeedsIsReproduced() throws IOException {
        List<List<String>> computed = new ArrayList<>();
        try (LayerFiles files = new LayerFiles(Databases.twelveSeeds())) {
            for (int layer = 1; layer <= 10; layer++) {
                for (Map.Entry<Integer, Long> count : histogram(files, layer).entrySet()) {
                    computed.add(List.of(layer + "", count.getKey() + "", count.getValue() + ""));
                }
            }
        }
        assertEquals(Tsv.fields(DistanceHistogramTest.class, "/awari-distances.tsv"), computed);
    }

    private static Map<Integer, Long> histogram(LayerFiles files, int layer) {
        Map<Integer, Long> histogram = new TreeMap<>();
        try (RetrogradeDistances distances = RetrogradeDistances.inMemoryOfItsOwn(files, layer, 2, Monitor.SILENT)) {
            long positions = files.game().size(layer);
            for (long offset = 0; offset < positions; offset++) {
                histogram.merge(distances.distance(offset), 1L, Long::sum);
            }
        }
        return histogram;
    }

    @Test
    void theLongestDistancesToTwelveSeedsAreThoseKnown() throws IOException {
        try (LayerFiles files = new LayerFiles(Databases.twelveSeeds())) {
            assertEquals(LONGEST.subList(0, 12), longest(files, 12));
        }
    }

    /** Takes a minute or so. */
    @Test
    @EnabledIfSystemProperty(named = "granary.more-seeds", matches = "[1-9]")
    void theLongestDistancesToSixteenSeedsAreThoseKnown(@TempDir Path directory) throws IOException {
        Awari awari = new Awari(6, RuleSet.OLYMPIAD);
        Databases.build(directory, awari, 16, new SweepSolver(awari, 2, KernelChoice.automatic()));
        try (LayerFiles files = new LayerFiles(directory)) {
            assertEquals(LONGEST, longest(files, 16));
        }
    }

    private static List<Integer> longest(LayerFiles files, int top) {
        List<Integer> longest = new ArrayList<>();
        for (int layer = 1; layer <= top; layer++) {
            try (RetrogradeDistances distances =
                    RetrogradeDistances.inMemoryOfItsOwn(files, layer, 2, Monitor.SILENT)) {
                longest.add(distances.longest());
            }
        }
        return longest;
    }
}
