package granary.parquet;

import granary.exchange.table.TablePart;
import granary.game.Game;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Writes positions into a Parquet file in order, {@value #ROW_GROUP} to a row group. */
final class PositionWriter {
    /**
     * A size that suits readers: DuckDB and Arrow read row groups in parallel, and skip row groups by their smallest
     * and largest values.
     */
    private static final int ROW_GROUP = 1 << 18;

    private final ParquetWriter<PositionSupport.Row> writer;
    private final PositionSupport.Row row = new PositionSupport.Row();

    /**
     * Begins a file.
     *
     * @param out receives the file; not closed
     * @param game the game of the positions
     * @throws IOException when the stream cannot be written
     */
    PositionWriter(OutputStream out, Game game) throws IOException {
        writer = new PositionSupport.Builder(new StreamFile(out), game)
                .withConf(new PlainParquetConfiguration())
                .withCompressionCodec(CompressionCodecName.LZ4_RAW)
                .withWriterVersion(WriterVersion.PARQUET_2_0)
                .withRowGroupRowCountLimit(ROW_GROUP)
                .build();
    }

    /** Writes the rows of a part. */
    void write(TablePart part) throws IOException {
        row.part = part;
        for (row.number = 0; row.number < part.count(); row.number++) {
            writer.write(row);
        }
    }

    /** Writes the remaining rows and the file's footer. After a failure, the footer would make a part of a file look whole. */
    void end() throws IOException {
        writer.close();
    }
}
