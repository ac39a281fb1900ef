package granary.explorer.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.testing.TestRandom;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Examples of layers that are larger than what is looked at. */
class ExamplesTest {
    private static final int LAYER = 5;

    @Test
    void aLargeLayerIsSaidToHaveNoSuchPositionOnlyWhereThatIsCounted(@TempDir Path directory) throws Exception {
        Databases.build(directory, new Awari(6, RuleSet.OLYMPIAD), LAYER, 1);
        try (ServedDatabase served = ServedDatabase.open("db", List.of(directory))) {
            assertEquals("of 10 positions of layer 5 that were tried, none has the score 4", whyNone(served, 10));
            assertEquals("no position of layer 5 has the score 4", whyNone(served, 10_000));
            served.distributions().count(LAYER);
            assertEquals("no position of layer 5 has the score 4", whyNone(served, 10));
        }
    }

    private static String whyNone(ServedDatabase served, long patience) {
        Examples examples = new Examples(served, LAYER, TestRandom.create(), patience);
        return assertThrows(Problem.class, () -> examples.find(Examples.Kind.SCORE, 4))
                .getMessage();
    }
}
