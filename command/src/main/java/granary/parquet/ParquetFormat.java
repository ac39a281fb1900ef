package granary.parquet;

import granary.exchange.table.TableRow;
import granary.export.Export;
import granary.export.ExportFormat;
import granary.format.FileKind;
import granary.game.Game;
import org.apache.parquet.hadoop.ParquetWriter;

/** Writes layers as a table in a Parquet file. */
public final class ParquetFormat {
    /** The format. */
    public static final ExportFormat FORMAT = new ExportFormat(
            "parquet",
            "a table of positions for DuckDB, Arrow and others: layer, rank, board (a list), score, and distance or null",
            FileKind.SCORES,
            null,
            false,
            ParquetFormat::content);

    private ParquetFormat() {}

    private static ExportFormat.Content content(Export export) {
        export.refuseDistances("parquet has them next to the scores");
        return out -> {
            Game game = export.database().game();
            long positions = export.layers().stream().mapToLong(game::size).sum();
            ParquetWriter<TableRow> writer = PositionSupport.writer(out, game, positions);
            export.forLayers(layer -> {
                for (long part = 0; part < TableRow.parts(export.database(), layer); part++) {
                    export.listener().check();
                    export.listener().advance(TableRow.visit(export.database(), layer, part, writer::write));
                }
            });
            writer.close(); // not after a failure: the footer would make an incomplete file look whole
        };
    }
}
