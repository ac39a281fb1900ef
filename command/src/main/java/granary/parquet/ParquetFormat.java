package granary.parquet;

import granary.exchange.table.TablePart;
import granary.export.Export;
import granary.export.ExportFormat;
import granary.game.Game;
import java.util.Optional;

/** Writes layers as a table in a Parquet file. */
public final class ParquetFormat implements ExportFormat {
    /** For the service loader. */
    public ParquetFormat() {}

    @Override
    public String id() {
        return "parquet";
    }

    @Override
    public String description() {
        return "a table of positions for DuckDB, Arrow and others: layer, rank, board (a list), score, and distance or"
                + " null";
    }

    @Override
    public Optional<String> fileName(int layer, boolean isDistances) {
        return Optional.empty();
    }

    @Override
    public Content content(Export export) {
        export.refuseDistances("parquet has them beside the scores");
        return out -> {
            TablePart part = new TablePart(export.database());
            Game game = export.database().game();
            long positions = export.layers().stream().mapToLong(game::size).sum();
            PositionWriter writer = new PositionWriter(out, game, positions);
            export.forLayers(layer -> {
                for (long number = 0; number < TablePart.parts(export.database(), layer); number++) {
                    export.listener().check();
                    part.read(layer, number);
                    writer.write(part);
                    export.listener().advance(part.count());
                }
            });
            writer.end();
        };
    }
}
