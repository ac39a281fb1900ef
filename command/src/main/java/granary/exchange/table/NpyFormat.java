package granary.exchange.table;

import granary.export.Export;
import granary.export.ExportFormat;
import granary.export.RawFormat;
import granary.format.FileKind;
import java.nio.charset.StandardCharsets;

/**
 * Writes a layer as an array that NumPy can map into memory. The file is a header of version 1.0 and the values in rank
 * order. The header is text, padded so that the values begin at a multiple of 64 bytes.
 */
public final class NpyFormat {
    /** The format. */
    public static final ExportFormat FORMAT = new ExportFormat(
            "npy",
            "an array for NumPy: a layer's scores in rank order, signed bytes, or its distances, unsigned",
            FileKind.SCORES,
            "%2$s-%1$d.npy",
            false,
            NpyFormat::content);

    private static final String MAGIC = "\u0093NUMPY\u0001\u0000";
    private static final int ALIGNMENT = 64;

    private NpyFormat() {}

    private static ExportFormat.Content content(Export export) {
        ExportFormat.Content values = RawFormat.values(export);
        byte[] header = header(
                (export.width() == 1 ? "|" : "<") + (export.isDistances() ? "u" : "i") + export.width(),
                export.database().game().size(export.layer()));
        return out -> {
            out.write(header);
            values.writeTo(out);
        };
    }

    private static byte[] header(String type, long length) {
        String array = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + length + ",), }";
        int before = MAGIC.length() + Short.BYTES;
        int padding = ALIGNMENT - (before + array.length() + 1) % ALIGNMENT;
        String text = array + " ".repeat(padding % ALIGNMENT) + "\n";
        String size = String.valueOf(new char[] {(char) (text.length() & 0xff), (char) (text.length() >> Byte.SIZE)});
        return (MAGIC + size + text).getBytes(StandardCharsets.ISO_8859_1);
    }
}
