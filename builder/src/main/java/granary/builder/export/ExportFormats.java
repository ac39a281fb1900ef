package granary.builder.export;

import granary.builder.InvalidRequestException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The formats on the class path. */
public final class ExportFormats {
    private ExportFormats() {}

    /** Returns all formats, by id. */
    public static List<ExportFormat> all() {
        List<ExportFormat> formats = new ArrayList<>();
        ServiceLoader.load(ExportFormat.class).forEach(formats::add);
        formats.sort(Comparator.comparing(ExportFormat::id));
        return formats;
    }

    /**
     * Returns a format.
     *
     * @throws InvalidRequestException when no format has that id; the message lists the ids
     */
    public static ExportFormat of(String id) {
        return all().stream()
                .filter(format -> format.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InvalidRequestException("no format '" + id + "'; choose one of "
                        + all().stream().map(ExportFormat::id).collect(Collectors.joining(", "))));
    }
}
