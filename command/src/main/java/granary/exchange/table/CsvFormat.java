package granary.exchange.table;

import granary.builder.file.ParallelOutput;
import granary.export.Export;
import granary.export.ExportFormat;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Writes layers as lines of comma-separated values. */
public final class CsvFormat implements ExportFormat {
    /** The number of characters of a typical line. */
    private static final int LINE = 64;

    /** For the service loader. */
    public CsvFormat() {}

    @Override
    public String id() {
        return "csv";
    }

    @Override
    public String description() {
        return "a line for each position: layer, rank, board, score, and distance if the database has it";
    }

    @Override
    public Optional<String> fileName(int layer, boolean isDistances) {
        return Optional.empty();
    }

    @Override
    public Content content(Export export) {
        export.refuseDistances("csv has them beside the scores");
        TablePart[] parts = new TablePart[export.threads()];
        return out -> {
            out.write((String.join(",", TablePart.COLUMNS) + "\n").getBytes(StandardCharsets.US_ASCII));
            export.forLayers(layer -> ParallelOutput.write(
                    out::write,
                    export.threads(),
                    export.listener(),
                    TablePart.parts(export.database(), layer),
                    (worker, number) -> {
                        if (parts[worker] == null) {
                            parts[worker] = new TablePart(export.database());
                        }
                        parts[worker].read(layer, number);
                        export.listener().advance(parts[worker].count());
                        return lines(parts[worker]).getBytes(StandardCharsets.US_ASCII);
                    }));
        };
    }

    private static String lines(TablePart part) {
        StringBuilder lines = new StringBuilder(part.count() * LINE);
        for (int row = 0; row < part.count(); row++) {
            lines.append(part.layer()).append(',').append(part.rank(row)).append(',');
            for (int cell = 0; cell < part.cells(); cell++) {
                lines.append(cell == 0 ? "" : " ").append(part.cell(row, cell));
            }
            lines.append(',').append(part.score(row)).append(',');
            if (part.hasDistances()) {
                lines.append(part.distance(row));
            }
            lines.append('\n');
        }
        return lines.toString();
    }
}
