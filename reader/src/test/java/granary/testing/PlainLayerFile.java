package granary.testing;

import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Packing;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Writes layer files straight from the format's description, with big numbers and without any care for speed. */
public final class PlainLayerFile {
    private static final int HEADER_CHECKSUM_AT = LayerHeader.LENGTH - Integer.BYTES;

    private PlainLayerFile() {}

    /** Returns the header of scores that were built on nothing. */
    public static LayerHeader header(String identity, int layer, long positions, int minimum, int maximum) {
        return new LayerHeader(
                FileKind.SCORES, identity, layer, positions, minimum, Packing.of(minimum, maximum), FileDigest.NONE);
    }

    /** Returns the file of a layer: header, packed scores, checksums. */
    public static byte[] bytes(LayerHeader header, int[] scores) {
        byte[] data = Arrays.copyOf(pack(header.packing(), header.minimum(), scores), (int) header.dataLength());
        ByteBuffer file = ByteBuffer.allocate((int) header.fileLength()).order(ByteOrder.LITTLE_ENDIAN);
        file.put(header.toBytes()).put(data);
        for (int at = 0; at < data.length; at += LayerHeader.BLOCK_LENGTH) {
            file.putInt(crc(data, at, Math.min(LayerHeader.BLOCK_LENGTH, data.length - at)));
        }
        return file.array();
    }

    /** Returns the groups of some scores: each one number, its first score the lowest digit, the lowest bit first. */
    public static byte[] pack(Packing packing, int minimum, int[] scores) {
        BigInteger radix = BigInteger.valueOf(packing.radix());
        byte[] packed = new byte[(int) packing.groupBytes(scores.length)];
        for (int first = 0, at = 0; first < scores.length; first += packing.digits(), at += packing.bits()) {
            BigInteger number = BigInteger.ZERO;
            for (int i = Math.min(scores.length, first + packing.digits()) - 1; i >= first; i--) {
                number = number.multiply(radix).add(BigInteger.valueOf(scores[i] - minimum));
            }
            for (int i = 0; i < packing.bits(); i++) {
                packed[(at + i) / 8] |= (byte) (number.testBit(i) ? 1 << (at + i) % 8 : 0);
            }
        }
        return packed;
    }

    /** Makes the checksum of a header right again after a field was changed. */
    public static void sign(byte[] file) {
        ByteBuffer.wrap(file)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(HEADER_CHECKSUM_AT, crc(file, 0, HEADER_CHECKSUM_AT));
    }

    /** Returns a file with the checksums of its blocks made right again after data was changed. */
    public static byte[] signBlocks(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file.clone()).order(ByteOrder.LITTLE_ENDIAN);
        LayerHeader header = LayerHeader.parse(Path.of("layer"), Arrays.copyOf(file, LayerHeader.LENGTH), file.length);
        for (int block = 0; block < header.blocks(); block++) {
            int at = block * LayerHeader.BLOCK_LENGTH;
            int length = (int) Math.min(LayerHeader.BLOCK_LENGTH, header.dataLength() - at);
            bytes.putInt(
                    (int) header.checksumOffset() + Integer.BYTES * block, crc(file, LayerHeader.LENGTH + at, length));
        }
        return bytes.array();
    }

    static int crc(byte[] bytes, int from, int count) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, count);
        return (int) crc.getValue();
    }
}
