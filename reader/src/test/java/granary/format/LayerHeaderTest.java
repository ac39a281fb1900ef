package granary.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.error.DatabaseException;
import granary.error.UnsupportedDatabaseException;
import granary.plain.Header;
import granary.testing.BitFlip;
import granary.testing.HeaderBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayerHeaderTest {
    private static final String PATH = "layer-012.granary";
    private static final LayerHeader HEADER = new LayerHeader(
            FileKind.SCORES,
            "awari pits=6 rules=olympiad",
            12,
            1352078,
            -12,
            Packing.of(-12, 12),
            "0123456789abcdef".repeat(4));

    private static LayerHeader parse(byte[] page) {
        return LayerHeader.parse(PATH, page, HEADER.fileLength());
    }

    @Test
    void theBytesAreThePlainOnesAndAreReadBack() {
        assertPlain(HEADER);
        assertPlain(new LayerHeader(FileKind.DISTANCES, "game", 3, 364, 0, Packing.of(0, 29), HEADER.builtOn()));
        for (int seeds = 0; seeds <= 64; seeds++) {
            assertPlain(new LayerHeader(
                    FileKind.SCORES,
                    "game " + seeds,
                    seeds,
                    1L << seeds / 2,
                    -seeds,
                    Packing.of(-seeds, seeds),
                    FileDigest.NONE));
        }
    }

    private static void assertPlain(LayerHeader header) {
        Header plain = new Header(
                header.kind().code(),
                header.identity(),
                header.layer(),
                header.positions(),
                header.minimum(),
                header.packing().radix(),
                header.builtOn());
        assertArrayEquals(plain.bytes(), header.toBytes(), header::toString);
        assertEquals(header, LayerHeader.parse(PATH, plain.bytes(), plain.fileLength()));
    }

    @Test
    void aLayerOfMoreThanFourGigabytesIsDescribed() {
        LayerHeader header = new LayerHeader(
                FileKind.SCORES, "big", 48, 557_417_420_450L, -48, Packing.of(-48, 48), FileDigest.NONE);
        assertPlain(header);
        assertEquals(557_417_420_450.0 / 5 * 33 / 8, header.fileLength() - LayerHeader.LENGTH, 40e6);
    }

    @Test
    void everySingleBitFlipIsDetected() {
        byte[] page = HEADER.toBytes();
        BitFlip.each(page, bit -> assertThrows(DatabaseException.class, () -> parse(page), "bit " + bit));
        assertEquals(HEADER, parse(page));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5, 65535})
    void anotherMajorVersionIsRefused(int version) {
        byte[] other = HeaderBytes.with(HEADER.toBytes(), page -> page.putShort(HeaderBytes.MAJOR, (short) version));
        var refusal = assertThrows(UnsupportedDatabaseException.class, () -> parse(other));
        assertEquals(HeaderBytes.MAJOR, refusal.offset());
        String advice = version > 4 ? "written by a later" : version == 3 ? "build the database again" : "";
        assertTrue(refusal.getMessage().contains(advice), refusal::getMessage);
    }

    @Test
    void chunksAreTheFewestThatHoldTheData() {
        for (long positions = LayerHeader.CHUNK_LENGTH - 20; positions < LayerHeader.CHUNK_LENGTH + 20; positions++) {
            LayerHeader header =
                    new LayerHeader(FileKind.DISTANCES, "game", 9, positions, 0, Packing.of(0, 255), FileDigest.NONE);
            assertEquals(-Math.floorDiv(-header.dataLength(), LayerHeader.CHUNK_LENGTH), header.chunks());
            assertEquals(4 * header.chunks(), header.fileLength() - header.checksumOffset());
        }
    }

    @Test
    void anIdentityThatDoesNotFitIsRejected() {
        assertPlain(new LayerHeader(
                FileKind.SCORES, "x".repeat(LayerHeader.MAX_IDENTITY), 0, 1, 0, Packing.of(0, 0), FileDigest.NONE));
        assertThrows(
                IllegalArgumentException.class,
                () -> new LayerHeader(FileKind.SCORES, "x".repeat(3001), 0, 1, 0, Packing.of(0, 0), FileDigest.NONE));
    }
}
