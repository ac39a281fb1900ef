package granary.plain;

import static granary.plain.Header.refuseUnless;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A file of packed scores, distances or bounds: header, packed values, the checksums of its chunks. */
public final class LayerFile {
    private LayerFile() {}

    /** Returns the file of some values. */
    public static byte[] write(Header header, int... values) {
        int[] digits =
                Arrays.stream(values).map(value -> value - header.minimum()).toArray();
        byte[] packed = header.packing().pack(digits);
        byte[] file = Arrays.copyOf(header.bytes(), (int) header.fileLength());
        System.arraycopy(packed, 0, file, Header.LENGTH, packed.length);
        return sign(file);
    }

    /** Returns the file of the scores of a layer. */
    public static byte[] ofScores(Scores scores, int seeds, String parent) {
        return write(Header.ofScores(scores.rules, scores.pits, seeds, parent), scores.layer(seeds));
    }

    /** Returns the file of the distances of a layer. */
    public static byte[] ofDistances(Distances distances, int seeds, String source) {
        int[] values = distances.layer(seeds);
        int longest = Arrays.stream(values).max().getAsInt();
        Scores scores = distances.scores;
        return write(Header.ofDistances(scores.rules, scores.pits, seeds, longest, source), values);
    }

    /** Returns the file of the bounds of a layer. */
    public static byte[] ofBounds(Bounds bounds, int seeds, String parent) {
        return write(Header.ofBounds(bounds.rules, bounds.pits, seeds, parent), bounds.layer(seeds));
    }

    /** Returns a file whose checksums of chunks are right again; its header is right. */
    public static byte[] sign(byte[] file) {
        Header header = Header.read(file);
        byte[] signed = file.clone();
        for (int chunk = 0; chunk < header.chunks(); chunk++) {
            table(header, signed).putInt(4 * chunk, checksum(header, file, chunk));
        }
        return signed;
    }

    /** Returns the table of checksums at the end of a file. */
    private static ByteBuffer table(Header header, byte[] file) {
        int at = (int) (Header.LENGTH + header.dataLength());
        return ByteBuffer.wrap(file, at, file.length - at).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int checksum(Header header, byte[] file, int chunk) {
        int from = Header.LENGTH + chunk * Header.CHUNK;
        return Checksums.crc(file, from, (int) Math.min(from + Header.CHUNK, Header.LENGTH + header.dataLength()));
    }

    /** Reads the values of a file. Throws an {@link IllegalArgumentException} when anything is to be refused. */
    public static int[] read(byte[] file) {
        Header header = Header.read(file);
        for (int chunk = 0; chunk < header.chunks(); chunk++) {
            refuseUnless(table(header, file).getInt(4 * chunk) == checksum(header, file, chunk), "checksum of a chunk");
        }
        Packing packing = header.packing();
        int[] values = new int[(int) header.positions()];
        Arrays.setAll(values, i -> header.minimum() + packing.digit(file, Header.LENGTH, i));
        return values;
    }
}
