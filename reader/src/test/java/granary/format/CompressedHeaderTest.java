package granary.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.format.FileHeader.Reference;
import granary.plain.Checksums;
import granary.testing.BitFlip;
import granary.testing.HeaderBytes;
import granary.testing.TestRandom;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Headers of compressed files, at the limits of what their fields may say. */
class CompressedHeaderTest {
    private static final String PATH = "layer-012.compressed";
    private static final String SOURCE = "0123456789abcdef".repeat(4);
    private static final String PARENT = "fedcba9876543210".repeat(4);
    private static final int MODEL = 5000;

    // Where the specification puts the fields.
    private static final int UNITS = 48;
    private static final int MODEL_LENGTH = 128;
    private static final int PAGES = 136;

    private static CompressedHeader header(int modelLength, long pages) {
        return header("awari pits=6 rules=olympiad", modelLength, pages);
    }

    private static CompressedHeader header(String identity, int modelLength, long pages) {
        return new CompressedHeader(identity, 12, 1352078, -12, 64, modelLength, 0x89abcdef, pages, SOURCE, PARENT);
    }

    private static CompressedHeader parse(byte... bytes) {
        long length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(HeaderBytes.FILE_LENGTH);
        return CompressedHeader.parse(PATH, bytes, length);
    }

    /** Returns a header with a field changed, and with the length of file that follows from it. */
    private static byte[] with(int at, int value) {
        return HeaderBytes.with(
                header(MODEL, 300).toBytes(),
                page -> page.putInt(at, value)
                        .putLong(
                                HeaderBytes.FILE_LENGTH,
                                header(page.getInt(MODEL_LENGTH), Integer.toUnsignedLong(page.getInt(PAGES)))
                                        .fileLength()));
    }

    @Test
    void writtenHeadersAreReadBack() {
        for (long pages : new long[] {1, 4095, 4096, 4097, 30_000_000, 0xffff_ffffL}) {
            for (int modelLength : new int[] {0, 1, 4096, 4097, 1 << 24}) {
                CompressedHeader header = header(modelLength, pages);
                assertEquals(header, parse(header.toBytes()));
            }
        }
        assertEquals(
                List.of(new Reference(64, FileKind.SCORES, 12, SOURCE), new Reference(96, FileKind.SCORES, 11, PARENT)),
                header(MODEL, 300).references());
        for (String identity : List.of(" ", "~", "x".repeat(LayerHeader.MAX_IDENTITY))) {
            CompressedHeader header = header(identity, MODEL, 300);
            assertEquals(header, parse(header.toBytes()));
        }
    }

    @Test
    void everySingleBitFlipIsDetected() {
        byte[] page = header(MODEL, 300).toBytes();
        BitFlip.each(page, bit -> assertThrows(DatabaseException.class, () -> parse(page), "bit " + bit));
    }

    @ParameterizedTest
    @CsvSource({
        UNITS + ",2",
        UNITS + ",1024",
        MODEL_LENGTH + ",0",
        MODEL_LENGTH + ",16777216",
        PAGES + ",1",
        PAGES + ",-1"
    })
    void aFieldAtItsLimitIsRead(int at, int value) {
        assertEquals(12, parse(with(at, value)).layer());
    }

    @ParameterizedTest
    @CsvSource({
        UNITS + ",0,'an even number of units, to 1024','0'",
        UNITS + ",1,'an even number of units, to 1024','1'",
        UNITS + ",65,'an even number of units, to 1024','65'",
        UNITS + ",1026,'an even number of units, to 1024','1026'",
        UNITS + ",-2,'an even number of units, to 1024','4294967294'",
        MODEL_LENGTH + ",16777217,a model of at most 16777216 bytes,16777217 bytes",
        MODEL_LENGTH + ",-1,a model of at most 16777216 bytes,4294967295 bytes",
        PAGES + ",0,a page or more,none",
    })
    void aFieldBeyondItsLimitIsRefused(int at, int value, String expected, String found) {
        var refusal = assertThrows(DamagedFileException.class, () -> parse(with(at, value)));
        assertEquals(at, refusal.offset());
        assertTrue(
                refusal.getMessage().contains("expected " + expected + ", found " + found + " "), refusal::getMessage);
    }

    @Test
    void aFileOfAnotherLengthThanItsPagesTakeIsRefused() {
        for (int more : new int[] {-1, 1, 4096}) {
            byte[] bytes = HeaderBytes.with(
                    header(MODEL, 300).toBytes(),
                    page -> page.putLong(HeaderBytes.FILE_LENGTH, page.getLong(HeaderBytes.FILE_LENGTH) + more));
            var refusal = assertThrows(DamagedFileException.class, () -> parse(bytes));
            assertTrue(refusal.getMessage().contains("for 300 pages"), refusal::getMessage);
        }
    }

    @Test
    void aByteHoldsABlockAtMost() {
        long length = header(MODEL, 300).fileLength();
        byte[] page = header(MODEL, 300).toBytes();
        long most = 256 * length + 255;
        CompressedHeader read = parse(HeaderBytes.with(page, bytes -> bytes.putLong(HeaderBytes.POSITIONS, most)));
        assertEquals(most, read.positions());
        for (long positions : new long[] {most + 1, 0, -1, Long.MIN_VALUE}) {
            byte[] bytes = HeaderBytes.with(page, changed -> changed.putLong(HeaderBytes.POSITIONS, positions));
            assertThrows(DamagedFileException.class, () -> parse(bytes));
        }
    }

    @Test
    void anIdentityOfOtherCharactersIsRefusedWithItsPlace() {
        byte[] page = header("ab", MODEL, 300).toBytes();
        for (int character : new int[] {31, 127, 200}) {
            byte[] bytes = HeaderBytes.with(page, changed -> changed.put(HeaderBytes.IDENTITY + 3, (byte) character));
            var refusal = assertThrows(DamagedFileException.class, () -> parse(bytes));
            assertEquals(HeaderBytes.IDENTITY + 3, refusal.offset());
            assertTrue(
                    refusal.getMessage().contains(HexFormat.of().toHexDigits((byte) character)), refusal::getMessage);
        }
    }

    @Test
    void bytesOfOtherFilesAreShown() {
        byte[] other = "PNG, say".getBytes(StandardCharsets.US_ASCII);
        var refusal = assertThrows(DatabaseException.class, () -> CompressedHeader.parse(PATH, other, 8));
        assertTrue(
                refusal.getMessage().contains("the magic 47 52 41 4e 41 52 59 0a, found 50 4e 47 2c 20 73 61 79 ("),
                refusal::getMessage);
        refusal = assertThrows(DatabaseException.class, () -> CompressedHeader.parse(PATH, new byte[0], 0));
        assertTrue(refusal.getMessage().contains("found an empty file ("), refusal::getMessage);
    }

    @Test
    void directoryAndIndexFollowThePages() {
        for (long pages : new long[] {1, 2, 4095, 4096, 4097, 8192, 1_000_003, 30_000_000, 0xffff_ffffL}) {
            CompressedHeader header = header(0, pages);
            assertEquals(4096 * (1 + pages), header.directoryOffset());
            assertEquals(4 * (pages + 1), header.indexOffset() - header.directoryOffset());
            assertEquals(-4 * Math.floorDiv(-pages, 4096), header.fileLength() - header.indexOffset());
        }
    }

    /** Of the file's name, the number of the first block and what follows the checksum. */
    @Test
    void theChecksumOfAPageCoversAllThatTellsItFromOthers() {
        Random random = TestRandom.create();
        byte[] name = header(MODEL, 300).name();
        byte[] bytes = new byte[3 * CompressedHeader.PAGE];
        random.nextBytes(bytes);
        for (int firstBlock : new int[] {0, 1, 0x12345678, -2}) {
            ByteBuffer covered =
                    ByteBuffer.allocate(name.length + CompressedHeader.PAGE).order(ByteOrder.LITTLE_ENDIAN);
            covered.put(name).putInt(firstBlock).put(bytes, 100 + 4, CompressedHeader.PAGE - 4);
            assertEquals(
                    Checksums.crc(covered.array(), 0, covered.capacity()),
                    CompressedHeader.pageChecksum(name, firstBlock, bytes, 100));
        }
        assertEquals(72, name.length);
    }
}
