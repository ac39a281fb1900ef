package granary.export;

import granary.builder.file.ParallelOutput;
import granary.format.LayerTable;

/** The values of a layer in rank order, one or two bytes each, little-endian, as in raw files and NumPy arrays. */
public final class RawBytes {
    private static final int PART = 1 << 18;

    private RawBytes() {}

    /** Returns the values of an export of one layer. */
    public static ExportFormat.Content of(Export export) {
        long positions = export.database().game().size(export.layer());
        LayerTable table = export.values();
        int width = export.width();
        int[][] buffers = new int[export.threads()][];
        return out -> ParallelOutput.write(
                out::write, export.threads(), export.listener(), (positions + PART - 1) / PART, (worker, number) -> {
                    if (buffers[worker] == null) {
                        buffers[worker] = new int[(int) Math.min(PART, positions)];
                    }
                    int[] buffer = buffers[worker];
                    int count = (int) Math.min(PART, positions - number * PART);
                    table.values(number * PART, count, buffer, 0);
                    export.listener().advance(count);
                    return bytes(buffer, count, width);
                });
    }

    private static byte[] bytes(int[] values, int count, int width) {
        byte[] bytes = new byte[count * width];
        if (width == Byte.BYTES) {
            for (int i = 0; i < count; i++) {
                bytes[i] = (byte) values[i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                bytes[2 * i] = (byte) values[i];
                bytes[2 * i + 1] = (byte) (values[i] >> Byte.SIZE);
            }
        }
        return bytes;
    }
}
