package granary.builder.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.builder.testing.Databases;
import granary.database.Database;
import granary.format.LayerTable;
import granary.testing.Tsv;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HistogramTest {
    @Test
    void everyCellOfThePublishedHistogramsToTwelveSeedsIsReproduced() throws IOException {
        List<List<String>> computed = new ArrayList<>();
        try (Database database = Database.open(Databases.twelveSeeds())) {
            for (int layer : database.layers()) {
                histogram(database.table(layer))
                        .forEach((score, count) -> computed.add(List.of(layer + "", score + "", count + "")));
            }
        }
        assertEquals(Tsv.fields(HistogramTest.class, "/lincke-2002-histograms.tsv"), computed);
    }

    private static Map<Integer, Long> histogram(LayerTable table) {
        Map<Integer, Long> histogram = new TreeMap<>();
        for (long rank = 0; rank < table.positions(); rank++) {
            histogram.merge(table.value(rank), 1L, Long::sum);
        }
        return histogram;
    }
}
