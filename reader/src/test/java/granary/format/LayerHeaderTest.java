package granary.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.error.CorruptFileException;
import granary.error.DatabaseException;
import granary.error.NotADatabaseException;
import granary.error.UnsupportedVersionException;
import granary.error.WrongLengthException;
import granary.testing.HeaderBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LayerHeaderTest {
    private static final Path PATH = Path.of("layer-012.granary");
    private static final LayerHeader HEADER = LayerHeader.of("awari pits=6 rules=olympiad", 12, 1352078, -12, 12);

    private static LayerHeader parse(byte[] page) {
        return LayerHeader.parse(PATH, page, HEADER.fileLength());
    }

    @Test
    void whatIsWrittenIsReadBack() {
        for (int seeds = 0; seeds <= 64; seeds++) {
            LayerHeader header = LayerHeader.of("game " + seeds, seeds, 1L << seeds / 2, -seeds, seeds);
            assertEquals(header, LayerHeader.parse(PATH, header.toBytes(), header.fileLength()));
        }
    }

    @Test
    void aLayerOfMoreThanFourGigabytesIsDescribed() {
        LayerHeader header = LayerHeader.of("big", 48, 557_417_420_450L, -48, 48);
        assertEquals(header, LayerHeader.parse(PATH, header.toBytes(), header.fileLength()));
        assertEquals(557_417_420_450L / 6 * 5, header.fileLength() - LayerHeader.LENGTH, 40e6);
    }

    @Test
    void everyFieldStandsWhereTheSpecificationPutsIt() {
        ByteBuffer page = ByteBuffer.wrap(HEADER.toBytes()).order(ByteOrder.LITTLE_ENDIAN);
        Section scores = HEADER.scores();
        byte[] magic = new byte[8];
        page.get(0, magic);
        assertEquals("GRANARY\n", new String(magic, StandardCharsets.US_ASCII));
        assertEquals(1, page.getShort(8));
        assertEquals(0, page.getShort(10));
        assertEquals(4096, page.getInt(12));
        assertEquals(HEADER.fileLength(), page.getLong(16));
        assertEquals(12, page.getInt(24));
        assertEquals(1, page.getInt(28));
        assertEquals(1352078, page.getLong(32));
        assertEquals(1, page.getInt(64));
        assertEquals(1, page.getInt(68));
        assertEquals(4096, page.getLong(72));
        assertEquals(scores.dataLength(), page.getLong(80));
        assertEquals(4096 + scores.dataLength(), page.getLong(88));
        assertEquals(65536, page.getInt(96));
        assertEquals(-12, page.getInt(100));
        assertEquals(25, page.getInt(104));
        assertEquals(scores.packing().digits(), page.get(108));
        assertEquals(scores.packing().bytes(), page.get(109));
        assertEquals(27, page.getShort(1024));
        byte[] identity = new byte[27];
        page.get(1026, identity);
        assertEquals("awari pits=6 rules=olympiad", new String(identity, StandardCharsets.US_ASCII));
    }

    @Test
    void everySingleBitFlipIsDetected() {
        byte[] page = HEADER.toBytes();
        for (int bit = 0; bit < 8 * page.length; bit++) {
            page[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(DatabaseException.class, () -> parse(page), "bit " + bit);
            page[bit / 8] ^= (byte) (1 << bit % 8);
        }
        assertEquals(HEADER, parse(page));
    }

    @Test
    void everyTruncationIsDetected() {
        byte[] page = HEADER.toBytes();
        for (int length = 1; length < page.length; length++) {
            byte[] part = Arrays.copyOf(page, length);
            assertThrows(WrongLengthException.class, () -> LayerHeader.parse(PATH, part, part.length));
        }
        assertThrows(NotADatabaseException.class, () -> LayerHeader.parse(PATH, new byte[0], 0));
    }

    @Test
    void anotherKindOfFileIsNotTakenForALayer() {
        byte[] page = new byte[LayerHeader.LENGTH];
        assertThrows(NotADatabaseException.class, () -> parse(page));
        byte[] other = "#!/bin/sh".getBytes(StandardCharsets.US_ASCII);
        assertThrows(NotADatabaseException.class, () -> LayerHeader.parse(PATH, other, other.length));
    }

    @Test
    void aLaterMajorVersionIsRefused() {
        byte[] later = HeaderBytes.with(HEADER.toBytes(), page -> page.putShort(HeaderBytes.MAJOR, (short) 2));
        var refusal = assertThrows(UnsupportedVersionException.class, () -> parse(later));
        assertEquals(HeaderBytes.MAJOR, refusal.offset());
    }

    @Test
    void anUnknownEncodingOfScoresIsRefused() {
        byte[] later = HeaderBytes.with(HEADER.toBytes(), page -> page.putInt(HeaderBytes.SECTIONS + 4, 2));
        assertThrows(UnsupportedVersionException.class, () -> parse(later));
    }

    @Test
    void aLaterMinorVersionIsAccepted() {
        assertEquals(
                HEADER, parse(HeaderBytes.with(HEADER.toBytes(), page -> page.putShort(HeaderBytes.MINOR, (short) 9))));
    }

    @Test
    void anUnknownSectionIsPassedOver() {
        assertEquals(HEADER, parse(HeaderBytes.with(HEADER.toBytes(), HeaderBytes::insertUnknownSection)));
    }

    static Stream<Arguments> impossibleFields() {
        int section = HeaderBytes.SECTIONS;
        return Stream.of(
                field("no section", page -> page.putInt(HeaderBytes.SECTION_COUNT, 0)),
                field("16 sections", page -> page.putInt(HeaderBytes.SECTION_COUNT, 16)),
                field("-1 sections", page -> page.putInt(HeaderBytes.SECTION_COUNT, -1)),
                field("no section of scores", page -> page.putInt(section, 2)),
                field("no position", page -> page.putLong(HeaderBytes.POSITIONS, 0)),
                field("-1 positions", page -> page.putLong(HeaderBytes.POSITIONS, -1)),
                field("more positions than data", page -> page.putLong(HeaderBytes.POSITIONS, 1352078 + 100)),
                field("2^63 - 1 positions", page -> page.putLong(HeaderBytes.POSITIONS, Long.MAX_VALUE)),
                field("an endless identity", page -> page.putShort(HeaderBytes.IDENTITY, (short) -1)),
                field("data in the header", page -> page.putLong(section + 8, 0)),
                field("data before the file", page -> page.putLong(section + 8, -4096)),
                field("data behind the file", page -> page.putLong(section + 8, HEADER.fileLength() + 1)),
                field("data that leaves the file", page -> page.putLong(section + 8, 8192)),
                field("too little data", page -> page.putLong(section + 16, 8)),
                field("2^63 - 1 bytes of data", page -> page.putLong(section + 16, Long.MAX_VALUE)),
                field("checksums in the header", page -> page.putLong(section + 24, 0)),
                field("checksums behind the file", page -> page.putLong(section + 24, HEADER.fileLength() - 3)),
                field("blocks of nothing", page -> page.putInt(section + 32, 0)),
                field("blocks of -1", page -> page.putInt(section + 32, -1)),
                field("more blocks than checksums", page -> page.putInt(section + 32, 1)),
                field("radix 0", page -> page.putInt(section + 40, 0)),
                field("radix 70000", page -> page.putInt(section + 40, 70000)),
                field("groups of no digit", page -> page.put(section + 44, (byte) 0)),
                field("more digits than fit", page -> page.put(section + 44, (byte) 200)),
                field("groups of no byte", page -> page.put(section + 45, (byte) 0)),
                field("groups of 8 bytes", page -> page.put(section + 45, (byte) 8)));
    }

    private static Arguments field(String name, Consumer<ByteBuffer> change) {
        return Arguments.of(name, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("impossibleFields")
    void anImpossibleFieldIsRefusedDespiteARightChecksum(String name, Consumer<ByteBuffer> change) {
        byte[] page = HeaderBytes.with(HEADER.toBytes(), change);
        assertThrows(CorruptFileException.class, () -> parse(page), name);
    }

    @Test
    void anIdentityThatDoesNotFitIsRejected() {
        assertThrows(IllegalArgumentException.class, () -> LayerHeader.of("x".repeat(3001), 0, 1, 0, 0));
    }
}
