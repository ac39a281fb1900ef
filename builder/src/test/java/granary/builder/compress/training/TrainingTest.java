package granary.builder.compress.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.database.BuiltDatabase;
import granary.format.LayerTable;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of positions that a training sees. The digests of compressed files show whether it learns the same from them. */
class TrainingTest {
    /** A small layer is seen four times, of a large one a part. */
    @ParameterizedTest
    @CsvSource({
        "1,4",
        "1000000,4000000",
        "1000001,4000000",
        "96000000,4000000",
        "96000024,4000001",
        "1440000000,60000000",
        "557417420450,60000000"
    })
    void positionsThatATrainingSees(long size, long seen) {
        assertEquals(seen, Training.positions(size));
    }

    /** 4 * 4960 positions are whole halves of blocks, 4 * 4495 are not, and layer 6 is smaller than one. */
    @ParameterizedTest
    @CsvSource({"29,155", "28,141", "6,4"})
    void aTrainingAsksBeforeEachHalfOfABlockWhetherToGiveUp(int layer, int asked) throws IOException {
        int[] asks = new int[1];
        try (BuiltDatabase built = new BuiltDatabase(new Awari(2, RuleSet.OLYMPIAD), layer)) {
            training(built, layer).run(() -> {
                asks[0]++;
                return false;
            });
        }
        assertEquals(asked, asks[0]);
    }

    @Test
    void aTrainingThatGivesUpHasNoModel() throws IOException {
        try (BuiltDatabase built = new BuiltDatabase(new Awari(2, RuleSet.OLYMPIAD), 16)) {
            int[] left = {3};
            assertNull(training(built, 16).run(() -> left[0]-- == 0));
            assertEquals(-1, left[0]);
        }
    }

    private static Training training(BuiltDatabase built, int layer) {
        LayerTable scores = built.database().table(layer);
        return new Training((Awari) built.database().game(), layer, scores);
    }
}
