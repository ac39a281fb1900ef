package granary.parquet;

import granary.exchange.table.TableRow;
import granary.game.Game;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Defines the rows for Parquet's library. The file's metadata holds the game's identity. */
final class PositionSupport extends WriteSupport<TableRow> {
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

    /**
     * The rows of a group. This size suits readers: DuckDB and Arrow read row groups in parallel, and skip row groups by their smallest
     * and largest values.
     */
    private static final int ROW_GROUP = 1 << 18;

    /** Longer files have longer groups: until the footer, Parquet's library keeps about 9 KB of heap for each group. */
    private static final long MOST_GROUPS = 1 << 14;

    /** The library holds a group in memory, and ends it at 128 MiB. */
    private static final int LARGEST_GROUP = 1 << 26;

    private final Map<String, String> metadata;
    private RecordConsumer consumer;

    private PositionSupport(Game game) {
        metadata = Map.of("granary.game", game.identity());
    }

    /**
     * Begins a file.
     *
     * @param out receives the file; not closed
     * @param positions how many positions will be written
     * @throws IOException when the stream cannot be written
     */
    static ParquetWriter<TableRow> writer(OutputStream out, Game game, long positions) throws IOException {
        long rows = Math.max(ROW_GROUP, Math.min(positions / MOST_GROUPS, LARGEST_GROUP));
        return new Builder(new StreamFile(out), game)
                .withConf(new PlainParquetConfiguration())
                .withCompressionCodec(CompressionCodecName.LZ4_RAW)
                .withWriterVersion(WriterVersion.PARQUET_2_0)
                .withRowGroupRowCountLimit((int) rows)
                .build();
    }

    /** Makes the writer. */
    private static final class Builder extends ParquetWriter.Builder<TableRow, Builder> {
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
        protected WriteSupport<TableRow> getWriteSupport(ParquetConfiguration configuration) {
            return new PositionSupport(game);
        }

        @Override
        @Deprecated
        protected WriteSupport<TableRow> getWriteSupport(Configuration configuration) {
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
    public void write(TableRow row) {
        consumer.startMessage();
        integer(0, row.layer());
        begin(1);
        consumer.addLong(row.rank());
        end(1);
        begin(2);
        consumer.startGroup();
        consumer.startField("list", 0);
        for (int cell : row.board()) {
            consumer.startGroup();
            consumer.startField("element", 0);
            consumer.addInteger(cell);
            consumer.endField("element", 0);
            consumer.endGroup();
        }
        consumer.endField("list", 0);
        consumer.endGroup();
        end(2);
        integer(3, row.score());
        if (row.distance() != TableRow.NONE) {
            integer(4, row.distance());
        }
        consumer.endMessage();
    }

    private void integer(int column, int value) {
        begin(column);
        consumer.addInteger(value);
        end(column);
    }

    private void begin(int column) {
        consumer.startField(TableRow.COLUMNS.get(column), column);
    }

    private void end(int column) {
        consumer.endField(TableRow.COLUMNS.get(column), column);
    }
}
