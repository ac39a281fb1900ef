package granary.exchange.table;

import granary.builder.file.ParallelOutput;
import granary.export.Export;
import granary.export.ExportFormat;
import granary.format.FileKind;
import java.nio.charset.StandardCharsets;

/** Writes layers as lines of comma-separated values. */
public final class CsvFormat {
    /** The format. */
    public static final ExportFormat FORMAT = new ExportFormat(
            "csv",
            "a line for each position: layer, rank, board, score, and distance if the database has it",
            FileKind.SCORES,
            null,
            false,
            CsvFormat::content);

    /** The number of characters of a typical line. */
    private static final int LINE = 64;

    private CsvFormat() {}

    private static ExportFormat.Content content(Export export) {
        export.refuseDistances("csv has them next to the scores");
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
