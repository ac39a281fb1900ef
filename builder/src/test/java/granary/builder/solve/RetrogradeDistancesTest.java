package granary.builder.solve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.store.LayerSource;
import granary.builder.store.PackedLayer;
import granary.game.Game;
import org.junit.jupiter.api.Test;

class RetrogradeDistancesTest {
    /** Has layers of any size and no scores. */
    private static final LayerSource LARGE = new LayerSource() {
        @Override
        public Game game() {
            return new Awari(6, RuleSet.OLYMPIAD);
        }

        @Override
        public PackedLayer scores(int layer) {
            throw new UnsupportedOperationException("nothing is read before the memory is there");
        }

        @Override
        public String digest(int layer) {
            throw new UnsupportedOperationException("nothing is read before the memory is there");
        }
    };

    @Test
    void memoryThatIsNotThereIsToldAndNotAskedFor() {
        CheckFailedException refused = assertThrows(
                CheckFailedException.class, () -> RetrogradeDistances.inMemoryOfItsOwn(LARGE, 48, 1, Monitor.SILENT));
        assertTrue(
                refused.getMessage()
                        .startsWith(
                                "layer 48 needs another 1.0 TiB of main memory beside the Java heap for its distances"),
                refused.getMessage());
    }

    @Test
    void memoryThatIsThereIsTaken() {
        UnsupportedOperationException read = assertThrows(
                UnsupportedOperationException.class,
                () -> RetrogradeDistances.inMemoryOfItsOwn(LARGE, 10, 1, Monitor.SILENT));
        assertEquals("nothing is read before the memory is there", read.getMessage());
    }
}
