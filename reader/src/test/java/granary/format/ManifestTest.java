package granary.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.error.ChecksumException;
import granary.error.CorruptFileException;
import granary.error.DatabaseException;
import granary.error.NotADatabaseException;
import granary.error.UnsupportedVersionException;
import granary.testing.SignedManifest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {
    private static final Path PATH = Path.of(Manifest.FILE_NAME);
    private static final Manifest MANIFEST = new Manifest("awari", Map.of("pits", "6"), new TreeMap<>())
            .with(0, new Manifest.Entry(Manifest.fileName(0), 4116, "0a".repeat(32)))
            .with(12, new Manifest.Entry(Manifest.fileName(12), 900_000_000_000L, "ff".repeat(32)));

    @Test
    void whatIsWrittenIsReadBack() {
        assertEquals(MANIFEST, Manifest.parse(PATH, MANIFEST.toBytes()));
    }

    @Test
    void theTextIsThatOfTheSpecification() {
        List<String> lines = new String(MANIFEST.toBytes(), StandardCharsets.US_ASCII)
                .lines()
                .toList();
        assertEquals(
                List.of(
                        "granary 1",
                        "game awari",
                        "parameter pits 6",
                        "layer 0 layer-000.granary 4116 " + "0a".repeat(32),
                        "layer 12 layer-012.granary 900000000000 " + "ff".repeat(32)),
                lines.subList(0, lines.size() - 1));
        assertTrue(lines.get(lines.size() - 1).matches("checksum [0-9a-f]{8}"));
    }

    @Test
    void everySingleBitFlipIsDetected() {
        byte[] bytes = MANIFEST.toBytes();
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(DatabaseException.class, () -> Manifest.parse(PATH, bytes), "bit " + bit);
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
        assertEquals(MANIFEST, Manifest.parse(PATH, bytes));
    }

    @Test
    void everyTruncationIsDetected() {
        byte[] bytes = MANIFEST.toBytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThrows(DatabaseException.class, () -> Manifest.parse(PATH, part), length + " bytes");
        }
    }

    @Test
    void whatIsAppendedIsDetected() {
        byte[] bytes = Arrays.copyOf(MANIFEST.toBytes(), MANIFEST.toBytes().length + 1);
        assertThrows(ChecksumException.class, () -> Manifest.parse(PATH, bytes));
    }

    @Test
    void anotherFileIsNotTakenForAManifest() {
        byte[] bytes = "game awari\n".getBytes(StandardCharsets.US_ASCII);
        assertThrows(NotADatabaseException.class, () -> Manifest.parse(PATH, bytes));
    }

    @Test
    void aLaterVersionIsRefused() {
        byte[] later = SignedManifest.of("granary 2", "game awari");
        assertThrows(UnsupportedVersionException.class, () -> Manifest.parse(PATH, later));
    }

    @Test
    void linesOfALaterMinorVersionArePassedOver() {
        Manifest manifest =
                Manifest.parse(PATH, SignedManifest.of("granary 1", "game awari", "colour of-the-barn red"));
        assertEquals(new Manifest("awari", Map.of(), new TreeMap<>()), manifest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "layer 0",
                "layer x layer-000.granary 4116 00",
                "layer 0 layer-000.granary many 00",
                "layer 0 ../layer-000.granary 4116 00",
                "layer 0 ..\\layer-000.granary 4116 00",
                "layer -1 layer-000.granary 4116 00",
                "parameter pits",
                "game"
            })
    void aLineThatCannotBeUnderstoodIsRefusedDespiteARightChecksum(String line) {
        byte[] bytes = SignedManifest.of("granary 1", "game awari", line);
        var refusal = assertThrows(CorruptFileException.class, () -> Manifest.parse(PATH, bytes));
        assertEquals("granary 1\ngame awari\n".length(), refusal.offset());
    }
}
