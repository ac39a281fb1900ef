package granary.exchange.table;

import granary.export.Export;
import granary.export.ExportFormat;
import granary.export.RawBytes;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Writes a layer as an array that NumPy can map into memory. The file is a header of version 1.0 and the values in rank
 * order. The header is text, padded so that the values begin at a multiple of 64 bytes.
 */
public final class NpyFormat implements ExportFormat {
    private static final String MAGIC = "\u0093NUMPY\u0001\u0000";
    private static final int ALIGNMENT = 64;

    /** For the service loader. */
    public NpyFormat() {}

    @Override
    public String id() {
        return "npy";
    }

    @Override
    public String description() {
        return "an array for NumPy: a layer's scores in rank order, signed bytes, or its distances, unsigned";
    }

    @Override
    public Optional<String> fileName(int layer, boolean isDistances) {
        return Optional.of((isDistances ? "distances-" : "scores-") + layer + ".npy");
    }

    @Override
    public Content content(Export export) {
        Content values = RawBytes.of(export);
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
