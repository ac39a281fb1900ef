package granary.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.error.UnsupportedDatabaseException;
import granary.testing.BitFlip;
import granary.testing.SignedManifest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ManifestTest {
    private static final Path PATH = Path.of(Manifest.FILE_NAME);
    private static final Manifest MANIFEST = Manifest.empty("awari", Map.of("pits", "6"))
            .with(FileKind.SCORES, 0, new Manifest.Entry(4116, "0a".repeat(32)))
            .with(FileKind.SCORES, 12, new Manifest.Entry(900_000_000_000L, "ff".repeat(32)))
            .with(FileKind.DISTANCES, 0, new Manifest.Entry(4120, "0b".repeat(32)));

    @Test
    void aWrittenManifestIsReadBack() {
        assertEquals(MANIFEST, Manifest.parse(PATH.toString(), MANIFEST.toBytes()));
    }

    @Test
    void theTextIsThatOfTheSpecification() {
        List<String> lines = new String(MANIFEST.toBytes(), StandardCharsets.US_ASCII)
                .lines()
                .toList();
        assertEquals(
                List.of(
                        "granary 4",
                        "game awari",
                        "parameter pits 6",
                        "scores 0 4116 " + "0a".repeat(32),
                        "scores 12 900000000000 " + "ff".repeat(32),
                        "distances 0 4120 " + "0b".repeat(32)),
                lines.subList(0, lines.size() - 1));
        assertTrue(lines.get(lines.size() - 1).matches("checksum [0-9a-f]{8}"));
    }

    @Test
    void everySingleBitFlipIsDetected() {
        byte[] bytes = MANIFEST.toBytes();
        BitFlip.each(
                bytes,
                bit -> assertThrows(
                        DatabaseException.class, () -> Manifest.parse(PATH.toString(), bytes), "bit " + bit));
        assertEquals(MANIFEST, Manifest.parse(PATH.toString(), bytes));
    }

    @Test
    void everyTruncationIsDetected() {
        byte[] bytes = MANIFEST.toBytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThrows(DatabaseException.class, () -> Manifest.parse(PATH.toString(), part), length + " bytes");
        }
    }

    @ParameterizedTest
    @CsvSource({"granary 5,later", "granary 3,build the database again", "granary 4 beta,by hand", "granary ,by hand"})
    void anotherVersionIsRefusedWithWhatToDo(String line, String advice) {
        byte[] other = SignedManifest.of(line.stripTrailing().equals("granary") ? "granary " : line, "game awari");
        var refusal = assertThrows(UnsupportedDatabaseException.class, () -> Manifest.parse(PATH.toString(), other));
        assertTrue(refusal.getMessage().contains(advice), refusal::getMessage);
    }

    @Test
    void otherScoresOfALayerTakeItsDistancesAway() {
        Manifest.Entry entry = MANIFEST.files(FileKind.SCORES).get(0);
        assertEquals(MANIFEST, MANIFEST.with(FileKind.SCORES, 0, entry));
        Manifest other = MANIFEST.with(FileKind.SCORES, 0, new Manifest.Entry(4116, "0c".repeat(32)));
        assertEquals(Map.of(), other.files(FileKind.DISTANCES));
    }

    @Test
    void theLastScoresOfALayerTakeItsDistancesAway() {
        Manifest.Entry entry = MANIFEST.files(FileKind.SCORES).get(0);
        Manifest both = MANIFEST.with(FileKind.COMPRESSED, 0, entry);
        Manifest compressed = both.without(FileKind.SCORES, 0);
        assertEquals(Set.of(0), compressed.files(FileKind.DISTANCES).keySet());
        assertEquals(MANIFEST, both.without(FileKind.COMPRESSED, 0));
        Manifest none = compressed.without(FileKind.COMPRESSED, 0);
        assertEquals(Set.of(Manifest.fileName(12)), none.allFiles().keySet());
    }

    @Test
    void aWrongOrMissingChecksumIsShownBesideTheRightOne() {
        String text = new String(MANIFEST.toBytes(), StandardCharsets.US_ASCII);
        int line = text.indexOf("checksum ");
        for (String end : List.of("", "checksum 0\u001b\n")) {
            byte[] other = (text.substring(0, line) + end).getBytes(StandardCharsets.US_ASCII);
            var refusal = assertThrows(DamagedFileException.class, () -> Manifest.parse(PATH.toString(), other));
            assertEquals(line, refusal.offset());
            String expected = "expected '" + text.substring(line).strip() + "' and the end, found '"
                    + end.strip().replace('\u001b', '?') + "' (";
            assertTrue(refusal.getMessage().contains(expected), refusal::getMessage);
        }
    }

    private static final String DIGEST = "0a".repeat(32);

    static Stream<String> linesThatCannotBeUnderstood() {
        return Stream.of(
                        "scores",
                        "scores 0",
                        "scores 0 4116",
                        "scores x 4116 DIGEST",
                        "scores 0 many DIGEST",
                        "scores 00 4116 DIGEST",
                        "scores +0 4116 DIGEST",
                        "scores -1 4116 DIGEST",
                        "scores 0 -1 DIGEST",
                        "scores 0 04116 DIGEST",
                        "scores 2147483648 4116 DIGEST",
                        "scores 0 9223372036854775808 DIGEST",
                        "scores 0  4116 DIGEST",
                        "scores 0 4116 DIGEST ",
                        "scores 0 4116 DIGEST more",
                        "scores 0 4116 DIGEST\nscores 0 4116 DIGEST",
                        "scores 0 4116 0a",
                        "scores 0 4116 " + DIGEST.toUpperCase(Locale.ROOT),
                        "distances 0 4116 0a",
                        "distances 0 4116 DIGEST",
                        "parameter pits",
                        "parameter pits 6 7",
                        "parameter pits 6\nparameter pits 6",
                        "game",
                        "game awari",
                        "granary 4",
                        "checksum 00000000",
                        "a line with \u001b[31m red",
                        "na\u00efve")
                .map(line -> line.replace("DIGEST", DIGEST));
    }

    @ParameterizedTest
    @MethodSource("linesThatCannotBeUnderstood")
    void aLineThatCannotBeUnderstoodIsRefusedDespiteARightChecksum(String line) {
        byte[] bytes = SignedManifest.of("granary 4", "game awari", line);
        var refusal = assertThrows(DamagedFileException.class, () -> Manifest.parse(PATH.toString(), bytes));
        assertTrue(refusal.offset() >= "granary 4\ngame awari\n".length(), refusal::getMessage);
        assertTrue(refusal.getMessage().matches("[ -~]*"), "nothing unprintable in the message");
    }
}
