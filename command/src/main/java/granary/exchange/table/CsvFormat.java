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

    private CsvFormat() {}

    private static ExportFormat.Content content(Export export) {
        export.refuseDistances("csv has them next to the scores");
        return out -> {
            out.write((String.join(",", TableRow.COLUMNS) + "\n").getBytes(StandardCharsets.US_ASCII));
            export.forLayers(layer -> ParallelOutput.write(
                    out::write,
                    export.threads(),
                    export.listener(),
                    TableRow.parts(export.database(), layer),
                    (worker, part) -> {
                        StringBuilder lines = new StringBuilder();
                        int count = TableRow.visit(export.database(), layer, part, row -> append(lines, row));
                        export.listener().advance(count);
                        return lines.toString().getBytes(StandardCharsets.US_ASCII);
                    }));
        };
    }

    private static void append(StringBuilder lines, TableRow row) {
        lines.append(row.layer()).append(',').append(row.rank()).append(',');
        for (int cell = 0; cell < row.board().length; cell++) {
            lines.append(cell == 0 ? "" : " ").append(row.board()[cell]);
        }
        lines.append(',').append(row.score()).append(',');
        if (row.distance() != TableRow.NONE) {
            lines.append(row.distance());
        }
        lines.append('\n');
    }
}
