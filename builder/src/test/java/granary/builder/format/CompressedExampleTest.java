package granary.builder.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.database.Database;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The compressed layer that the specification works through is the committed one, and the traces lead to the scores. */
class CompressedExampleTest {
    private static final Path COMMITTED = Path.of("..").resolve(ConformanceDatabase.COMMITTED);
    private static final int LAYER = 2;
    private static final int MODEL = 6172;

    static List<ConformanceDatabase> databases() {
        return ConformanceDatabase.all().stream()
                .filter(database -> !database.compressed().isEmpty())
                .toList();
    }

    @Test
    void theBytesThatAreShownAreInTheFile() throws IOException {
        byte[] file = Files.readAllBytes(
                COMMITTED.resolve("awari-2-strict-compressed").resolve(FileKind.COMPRESSED.fileName(LAYER)));
        assertEquals(76, SpecificationExampleTest.shown("### 9.4 Example", file).cardinality());
        byte[] model = Arrays.copyOfRange(file, LayerHeader.LENGTH, LayerHeader.LENGTH + MODEL);
        assertArrayEquals(CompressedLayers.randomModel(4, LAYER, 2, LAYER).bytes(), model);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    void aTraceLeadsToTheScoresThatAreStored(ConformanceDatabase one) throws IOException {
        Path directory = COMMITTED.resolve(one.name());
        int layer = one.compressed().get(0);
        CompressedTrace trace = one.trace(directory);
        assertEquals(trace.lines(), Files.readAllLines(directory.resolve(CompressedTrace.FILE_NAME)));
        int[] digits = trace.digits();
        int stored = 0;
        try (Database database = Database.open(directory)) {
            for (int rank = 0; rank < digits.length; rank++) {
                if (digits[rank] <= 2 * layer) {
                    assertEquals(database.table(layer).value(rank), digits[rank] - layer);
                    stored++;
                }
            }
        }
        assertTrue(stored > 0);
    }
}
