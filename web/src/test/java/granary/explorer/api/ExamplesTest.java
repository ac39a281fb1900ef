package granary.explorer.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import granary.testing.compressed.CompressedLayers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Examples of layers that are larger than what is looked at. */
class ExamplesTest {
    private static final int LAYER = 5;

    @Test
    void largeLayerLacksExamplesOnlyIfCounted(@TempDir Path directory) throws Exception {
        Databases.build(directory, new Awari(6, RuleSet.OLYMPIAD), LAYER, 1);
        try (ServedDatabase served = ServedDatabase.open("db", directory)) {
            assertEquals("of 10 positions of layer 5 that were tried, none has the score 4", whyNone(served, 10));
            assertEquals("no position of layer 5 has the score 4", whyNone(served, 10_000));
            served.distributions().count(LAYER);
            assertEquals("no position of layer 5 has the score 4", whyNone(served, 10));
        }
    }

    @Test
    @Thorough
    void aCompressedLayerIsReadNoFartherThanItsSpeedAllows(@TempDir Path directory) throws Exception {
        int layer = 11;
        Databases.build(directory, new Awari(6, RuleSet.OLYMPIAD), layer, 2);
        CompressedLayers.compress(directory, 2, layer);
        try (ServedDatabase served = ServedDatabase.open("db", directory)) {
            Examples examples = new Examples(served, layer, TestRandom.create(), Distributions.MAX_POSITIONS);
            Problem none = assertThrows(Problem.class, () -> examples.find(Examples.Kind.SCORE, layer + 1, () -> true));
            assertEquals("of 400000 positions of layer 11 that were tried, none has the score 12", none.getMessage());
            Api api = new Api(List.of(served));
            List<String> statistics = List.of("db", "layers", "11", "statistics");
            Problem uncounted = assertThrows(
                    Problem.class, () -> api.answer(Route.STATISTICS, statistics, Map.of(), null, () -> true));
            assertTrue(
                    uncounted.getMessage().startsWith("layer 11 is compressed; 'granary stats' counts it before that"),
                    uncounted::getMessage);
            assertEquals(
                    served.game().size(layer - 1),
                    served.distributions().count(layer - 1).positions());
        }
    }

    private static String whyNone(ServedDatabase served, long patience) {
        Examples examples = new Examples(served, LAYER, TestRandom.create(), patience);
        return assertThrows(Problem.class, () -> examples.find(Examples.Kind.SCORE, 4, () -> true))
                .getMessage();
    }
}
