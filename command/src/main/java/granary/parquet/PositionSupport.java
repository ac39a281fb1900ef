package granary.parquet;

import granary.exchange.table.TablePart;
import granary.game.Game;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Defines the rows for Parquet's library. The file's metadata holds the game's identity. */
final class PositionSupport extends WriteSupport<PositionSupport.Row> {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message positions {
              required int32 layer (INTEGER(16, true));
              required int64 rank;
              required group board (LIST) {
                repeated group list {
                  required int32 element (INTEGER(16, true));
                }
              }
              required int32 score (INTEGER(16, true));
              optional int32 distance;
            }
            """);

    private final Map<String, String> metadata;
    private RecordConsumer consumer;

    private PositionSupport(Game game) {
        metadata = Map.of("granary.game", game.identity());
    }

    /** A row of a part. One object serves for all rows. */
    static final class Row {
        TablePart part;
        int number;
    }

    /** Makes the writer. */
    static final class Builder extends ParquetWriter.Builder<Row, Builder> {
        private final Game game;

        Builder(OutputFile file, Game game) {
            super(file);
            this.game = game;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        protected WriteSupport<Row> getWriteSupport(ParquetConfiguration configuration) {
            return new PositionSupport(game);
        }

        @Override
        @Deprecated
        protected WriteSupport<Row> getWriteSupport(Configuration configuration) {
            return new PositionSupport(game);
        }
    }

    @Override
    public String getName() {
        return "granary";
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
        return new WriteContext(SCHEMA, metadata);
    }

    @Override
    @Deprecated
    public WriteContext init(Configuration configuration) {
        return new WriteContext(SCHEMA, metadata);
    }

    @Override
    public void prepareForWrite(RecordConsumer target) {
        consumer = target;
    }

    @Override
    public void write(Row row) {
        TablePart part = row.part;
        consumer.startMessage();
        integer(0, part.layer());
        begin(1);
        consumer.addLong(part.rank(row.number));
        end(1);
        board(part, row.number);
        integer(3, part.score(row.number));
        if (part.hasDistances()) {
            integer(4, part.distance(row.number));
        }
        consumer.endMessage();
    }

    private void board(TablePart part, int row) {
        begin(2);
        consumer.startGroup();
        consumer.startField("list", 0);
        for (int cell = 0; cell < part.cells(); cell++) {
            consumer.startGroup();
            consumer.startField("element", 0);
            consumer.addInteger(part.cell(row, cell));
            consumer.endField("element", 0);
            consumer.endGroup();
        }
        consumer.endField("list", 0);
        consumer.endGroup();
        end(2);
    }

    private void integer(int column, int value) {
        begin(column);
        consumer.addInteger(value);
        end(column);
    }

    private void begin(int column) {
        consumer.startField(TablePart.COLUMNS.get(column), column);
    }

    private void end(int column) {
        consumer.endField(TablePart.COLUMNS.get(column), column);
    }
}
