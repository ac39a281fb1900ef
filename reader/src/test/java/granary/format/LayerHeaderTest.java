package granary.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.error.UnsupportedDatabaseException;
import granary.plain.Header;
import granary.testing.BitFlip;
import granary.testing.HeaderBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
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

    @Test
    void everyTruncationIsDetected() {
        byte[] page = HEADER.toBytes();
        for (int length = 1; length < page.length; length++) {
            byte[] part = Arrays.copyOf(page, length);
            assertThrows(DamagedFileException.class, () -> LayerHeader.parse(PATH, part, part.length));
        }
        assertThrows(DamagedFileException.class, () -> LayerHeader.parse(PATH, new byte[0], 0));
    }

    @Test
    void anotherKindOfFileIsNotTakenForALayer() {
        byte[] page = new byte[LayerHeader.LENGTH];
        assertThrows(DamagedFileException.class, () -> parse(page));
        byte[] other = "#!/bin/sh".getBytes(StandardCharsets.US_ASCII);
        assertThrows(DamagedFileException.class, () -> LayerHeader.parse(PATH, other, other.length));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5, 65535})
    void anotherMajorVersionIsRefused(int version) {
        byte[] other = HeaderBytes.with(HEADER.toBytes(), page -> page.putShort(HeaderBytes.MAJOR, (short) version));
        var refusal = assertThrows(UnsupportedDatabaseException.class, () -> parse(other));
        assertEquals(HeaderBytes.MAJOR, refusal.offset());
        assertEquals(version > 4, refusal.getMessage().contains("later"), refusal.getMessage());
    }

    @Test
    void anUnknownQuantityIsRefused() {
        for (int value : new int[] {0, 3, -1}) {
            byte[] later = HeaderBytes.with(HEADER.toBytes(), page -> page.putInt(HeaderBytes.QUANTITY, value));
            var refusal = assertThrows(UnsupportedDatabaseException.class, () -> parse(later));
            assertTrue(refusal.getMessage().contains(Integer.toUnsignedString(value)), refusal::getMessage);
        }
    }

    @Test
    void aLaterMinorVersionAndSpareBytesArePassedOver() {
        assertEquals(
                HEADER, parse(HeaderBytes.with(HEADER.toBytes(), page -> page.putShort(HeaderBytes.MINOR, (short) 9))));
        for (int spare : new int[] {40, 54, 63, 96, 1023, 1026 + 27, 4091}) {
            assertEquals(HEADER, parse(HeaderBytes.with(HEADER.toBytes(), page -> page.put(spare, (byte) 7))));
        }
    }

    static Stream<Arguments> impossibleFields() {
        return Stream.of(
                field("a longer header", page -> page.putInt(HeaderBytes.HEADER_LENGTH, 8192)),
                field("layer 2^31", page -> page.putInt(HeaderBytes.LAYER, Integer.MIN_VALUE)),
                field("no position", page -> page.putLong(HeaderBytes.POSITIONS, 0)),
                field("2^64 - 1 positions", page -> page.putLong(HeaderBytes.POSITIONS, -1)),
                field("more positions than data", page -> page.putLong(HeaderBytes.POSITIONS, 1352078 + 100)),
                field("fewer positions than data", page -> page.putLong(HeaderBytes.POSITIONS, 1352078 - 100)),
                field("2^63 - 1 positions", page -> page.putLong(HeaderBytes.POSITIONS, Long.MAX_VALUE)),
                field("an endless identity", page -> page.putShort(HeaderBytes.IDENTITY, (short) -1)),
                field("an escape in the identity", page -> page.put(HeaderBytes.IDENTITY + 5, (byte) 27)),
                field("radix 0", page -> page.putInt(HeaderBytes.RADIX, 0)),
                field("radix 70000", page -> page.putInt(HeaderBytes.RADIX, 70000)),
                field("radix 2^32 - 1", page -> page.putInt(HeaderBytes.RADIX, -1)),
                field("another radix", page -> page.putInt(HeaderBytes.RADIX, 60)),
                field("groups of no digit", page -> page.put(HeaderBytes.DIGITS, (byte) 0)),
                field(
                        "one digit less",
                        page -> page.put(
                                HeaderBytes.DIGITS, (byte) (HEADER.packing().digits() - 1))),
                field("more digits than fit", page -> page.put(HeaderBytes.DIGITS, (byte) 200)),
                field("groups of no bit", page -> page.put(HeaderBytes.BITS, (byte) 0)),
                field("groups of 57 bits", page -> page.put(HeaderBytes.BITS, (byte) 57)));
    }

    private static Arguments field(String name, Consumer<ByteBuffer> change) {
        return Arguments.of(name, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("impossibleFields")
    void anImpossibleFieldIsRefusedDespiteARightChecksum(String name, Consumer<ByteBuffer> change) {
        byte[] page = HeaderBytes.with(HEADER.toBytes(), change);
        assertThrows(DamagedFileException.class, () -> parse(page), name);
    }

    @Test
    void blocksAreTheFewestThatHoldTheData() {
        for (long positions = LayerHeader.BLOCK_LENGTH - 20; positions < LayerHeader.BLOCK_LENGTH + 20; positions++) {
            LayerHeader header =
                    new LayerHeader(FileKind.DISTANCES, "game", 9, positions, 0, Packing.of(0, 255), FileDigest.NONE);
            assertEquals(-Math.floorDiv(-header.dataLength(), LayerHeader.BLOCK_LENGTH), header.blocks());
        }
    }

    @Test
    void theBytesOfTheChecksumsFollowFromTheLengthOfTheFile() {
        for (long positions : new long[] {1, 1000, 1 << 20, (1 << 22) - 7, 1 << 22, (1 << 22) + 7, 557_417_420_450L}) {
            LayerHeader header =
                    new LayerHeader(FileKind.SCORES, "game", 48, positions, -48, Packing.of(-48, 48), FileDigest.NONE);
            long bytes = header.fileLength() - header.checksumOffset();
            assertEquals(4 * header.blocks(), bytes);
            assertEquals(bytes, LayerHeader.checksumBytes(header.fileLength()), header::toString);
        }
        assertEquals(0, LayerHeader.checksumBytes(0));
        assertEquals(0, LayerHeader.checksumBytes(4096));
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
