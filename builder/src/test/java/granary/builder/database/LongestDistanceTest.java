package granary.builder.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.database.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A layer's longest distance is that of one of its positions, also where none is above 0. */
class LongestDistanceTest {
    private static final int TOP = 2;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void longestDistanceIsTheDistanceOfAPosition(RuleSet rules) throws IOException {
        List<Integer> withNone = new ArrayList<>();
        for (int pits = 2; pits <= 8; pits++) {
            Path ofPits = directory.resolve(pits + "");
            Databases.buildWithDistances(ofPits, new Awari(pits, rules), TOP);
            try (Database database = Database.open(ofPits)) {
                for (int layer : database.layers()) {
                    int[] distances = new int[(int) database.game().size(layer)];
                    database.distances(layer).values(0, distances.length, distances, 0);
                    int longest = Arrays.stream(distances).max().orElseThrow();
                    assertEquals(longest, database.longestDistance(layer), pits + " pits, layer " + layer);
                    if (longest == 0) {
                        withNone.add(10 * pits + layer); // also layer 2 of 2 pits, by some rules
                    }
                }
            }
        }
        assertTrue(withNone.containsAll(List.of(20, 30, 40, 50, 60, 70, 80)), withNone::toString);
    }
}
