package granary.builder.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.format.LayerTable;
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
        try (Database database = Database.open(Databases.twelveSeedsWithDistances())) {
            for (int layer = 1; layer <= 10; layer++) {
                for (Map.Entry<Integer, Long> count : histogram(database, layer).entrySet()) {
                    computed.add(List.of(layer + "", count.getKey() + "", count.getValue() + ""));
                }
            }
        }
        assertEquals(Tsv.fields(DistanceHistogramTest.class, "/awari-distances.tsv"), computed);
    }

    private static Map<Integer, Long> histogram(Database database, int layer) {
        Map<Integer, Long> histogram = new TreeMap<>();
        LayerTable distances = database.distances(layer);
        for (long rank = 0; rank < database.game().size(layer); rank++) {
            histogram.merge(distances.value(rank), 1L, Long::sum);
        }
        return histogram;
    }

    @Test
    void theLongestDistancesToTwelveSeedsAreThoseKnown() throws IOException {
        assertEquals(LONGEST.subList(0, 12), longest(Databases.twelveSeedsWithDistances()));
    }

    /** Takes a minute or so. */
    @Test
    @EnabledIfSystemProperty(named = "granary.more-seeds", matches = "[1-9]")
    void theLongestDistancesToSixteenSeedsAreThoseKnown(@TempDir Path directory) throws IOException {
        Awari awari = new Awari(6, RuleSet.OLYMPIAD);
        Databases.buildWithDistances(directory, awari, 16, new SweepSolver(awari, 2, KernelChoice.automatic()));
        assertEquals(LONGEST, longest(directory));
    }

    private static List<Integer> longest(Path directory) {
        try (Database database = Database.open(directory)) {
            return database.distanceLayers().tailSet(1).stream()
                    .map(database::longestDistance)
                    .toList();
        }
    }
}
