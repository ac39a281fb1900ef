package granary.export;

import granary.builder.InvalidRequestException;
import java.util.Optional;

/** Writes the values and nothing else. */
public final class RawFormat implements ExportFormat {
    /** The word after {@code --format}. */
    public static final String ID = "raw";

    /** For the service loader. */
    public RawFormat() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "a layer's scores in rank order, one signed byte each, or its distances, one unsigned byte each (two,"
                + " little-endian, if the longest is above 255)";
    }

    @Override
    public Optional<String> fileName(int layer, boolean isDistances) {
        return Optional.of((isDistances ? "distances-" : "scores-") + layer + ".bin");
    }

    @Override
    public Content content(Export export) {
        if (!export.isDistances() && export.width() > Byte.BYTES) {
            throw new InvalidRequestException("the scores of layer " + export.layer() + " do not fit a byte");
        }
        return RawBytes.of(export);
    }
}
