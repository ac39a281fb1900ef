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
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Scores against published ones, and distances to conversion against those of an independent program. */
class HistogramTest {
    /** The longest distance of each layer from 1 on. */
    private static final List<Integer> LONGEST =
            List.of(2, 10, 29, 39, 59, 64, 58, 56, 75, 69, 92, 130, 102, 77, 84, 88);

    @Test
    void everyCellOfThePublishedHistogramsToTwelveSeedsIsReproduced() throws IOException {
        try (Database database = Database.open(Databases.twelveSeeds())) {
            assertReproduced("/lincke-2002-histograms.tsv", IntStream.rangeClosed(0, 12), database::table);
        }
    }

    @Test
    void everyCellOfTheHistogramsToTenSeedsIsReproduced() throws IOException {
        try (Database database = Database.open(Databases.twelveSeedsWithDistances())) {
            assertReproduced("/awari-distances.tsv", IntStream.rangeClosed(1, 10), database::distances);
        }
    }

    /** Compares the number of positions with each value with a table of layers, values and numbers. */
    private static void assertReproduced(String name, IntStream layers, IntFunction<LayerTable> tables)
            throws IOException {
        List<List<String>> computed = new ArrayList<>();
        layers.forEach(layer -> {
            LayerTable table = tables.apply(layer);
            Map<Integer, Long> histogram = new TreeMap<>();
            for (long rank = 0; rank < table.positions(); rank++) {
                histogram.merge(table.value(rank), 1L, Long::sum);
            }
            histogram.forEach((value, count) -> computed.add(List.of(layer + "", value + "", count + "")));
        });
        assertEquals(Tsv.fields(HistogramTest.class, name), computed);
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
