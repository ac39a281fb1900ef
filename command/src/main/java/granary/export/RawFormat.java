package granary.export;

import granary.builder.InvalidRequestException;
import granary.builder.file.ParallelOutput;
import granary.format.FileKind;
import granary.format.LayerTable;

/** Writes the values of a layer and nothing else: in rank order, one or two bytes each, little-endian. */
public final class RawFormat {
    /** The word after {@code --format}. */
    public static final String ID = "raw";

    /** The format. */
    public static final ExportFormat FORMAT = new ExportFormat(
            ID,
            "a layer's scores in rank order, one signed byte each, or its distances, one unsigned byte each (two,"
                    + " little-endian, if the longest is above 255)",
            FileKind.SCORES,
            "%2$s-%1$d.bin",
            false,
            RawFormat::content);

    private static final int PART = 1 << 18;

    private RawFormat() {}

    private static ExportFormat.Content content(Export export) {
        if (!export.isDistances() && export.width() > Byte.BYTES) {
            throw new InvalidRequestException("the scores of layer " + export.layer() + " do not fit a byte");
        }
        return values(export);
    }

    /** Returns the values of an export of one layer, as NumPy arrays have them too. */
    public static ExportFormat.Content values(Export export) {
        long positions = export.database().game().size(export.layer());
        LayerTable table = export.values();
        int width = export.width();
        return out -> ParallelOutput.write(
                out::write, export.threads(), export.listener(), (positions + PART - 1) / PART, (worker, number) -> {
                    int[] values = new int[(int) Math.min(PART, positions - number * PART)];
                    table.values(number * PART, values.length, values, 0);
                    export.listener().advance(values.length);
                    return bytes(values, width);
                });
    }

    private static byte[] bytes(int[] values, int width) {
        byte[] bytes = new byte[values.length * width];
        if (width == Byte.BYTES) {
            for (int i = 0; i < values.length; i++) {
                bytes[i] = (byte) values[i];
            }
        } else {
            for (int i = 0; i < values.length; i++) {
                bytes[2 * i] = (byte) values[i];
                bytes[2 * i + 1] = (byte) (values[i] >> Byte.SIZE);
            }
        }
        return bytes;
    }
}
