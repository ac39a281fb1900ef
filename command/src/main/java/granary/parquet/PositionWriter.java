package granary.parquet;

import granary.exchange.table.TablePart;
import granary.game.Game;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Writes positions into a Parquet file in order. */
final class PositionWriter {
    /**
     * The rows of a group. This size suits readers: DuckDB and Arrow read row groups in parallel, and skip row groups by their smallest
     * and largest values.
     */
    private static final int ROW_GROUP = 1 << 18;

    /** Groups of longer files are longer: what Parquet's library keeps of a group until the footer takes some 9 KB of heap. */
    private static final long MOST_GROUPS = 1 << 14;

    /** The library holds a group in memory, and ends it at 128 MiB. */
    private static final int LARGEST_GROUP = 1 << 26;

    private final ParquetWriter<PositionSupport.Row> writer;
    private final PositionSupport.Row row = new PositionSupport.Row();

    /**
     * Begins a file.
     *
     * @param out receives the file; not closed
     * @param game the game of the positions
     * @param positions how many positions will be written
     * @throws IOException when the stream cannot be written
     */
    PositionWriter(OutputStream out, Game game, long positions) throws IOException {
        long rows = Math.max(ROW_GROUP, Math.min(positions / MOST_GROUPS, LARGEST_GROUP));
        writer = new PositionSupport.Builder(new StreamFile(out), game)
                .withConf(new PlainParquetConfiguration())
                .withCompressionCodec(CompressionCodecName.LZ4_RAW)
                .withWriterVersion(WriterVersion.PARQUET_2_0)
                .withRowGroupRowCountLimit((int) rows)
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
