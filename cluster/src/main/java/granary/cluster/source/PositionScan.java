package granary.cluster.source;

import granary.database.Database;
import granary.database.LayerFile;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * A scan of positions: the wanted columns of the layers and ranks that the filters select. Each partition begins with the first
 * group of a chunk.
 */
final class PositionScan
        implements ScanBuilder,
                Scan,
                Batch,
                SupportsPushDownV2Filters,
                SupportsPushDownRequiredColumns,
                SupportsReportStatistics {
    private final Path directory;
    private final int chunksPerPartition;
    private final PositionFilter filter = new PositionFilter();
    private StructType columns;

    PositionScan(Path directory, int chunksPerPartition, StructType columns) {
        this.directory = directory;
        this.chunksPerPartition = chunksPerPartition;
        this.columns = columns;
    }

    @Override
    public Predicate[] pushPredicates(Predicate[] predicates) {
        List<Predicate> left = new ArrayList<>();
        try (Database database = Database.open(directory)) {
            for (Predicate predicate : predicates) {
                if (!filter.accepts(predicate, database.game())) {
                    left.add(predicate);
                }
            }
        }
        return left.toArray(Predicate[]::new);
    }

    @Override
    public Predicate[] pushedPredicates() {
        return filter.accepted();
    }

    @Override
    public void pruneColumns(StructType required) {
        columns = required;
    }

    @Override
    public Scan build() {
        return this;
    }

    @Override
    public StructType readSchema() {
        return columns;
    }

    @Override
    public String description() {
        return "granary " + directory + filter;
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public Statistics estimateStatistics() {
        long rows = ranges().stream().mapToLong(PositionRange::rows).sum();
        long bytes = rows * Math.max(1, columns.defaultSize());
        return new Statistics() {
            @Override
            public OptionalLong numRows() {
                return OptionalLong.of(rows);
            }

            @Override
            public OptionalLong sizeInBytes() {
                return OptionalLong.of(bytes);
            }
        };
    }

    @Override
    public InputPartition[] planInputPartitions() {
        return ranges().toArray(InputPartition[]::new);
    }

    private List<PositionRange> ranges() {
        List<PositionRange> ranges = new ArrayList<>();
        try (Database database = Database.open(directory)) {
            for (int layer : database.layers()) {
                if (filter.wants(layer)) {
                    LayerHeader header = LayerFile.header(FileKind.SCORES, database.game(), layer, 0, FileDigest.NONE);
                    addRanges(header, ranges);
                }
            }
        }
        return ranges;
    }

    private void addRanges(LayerHeader header, List<PositionRange> ranges) {
        for (long chunk = 0; chunk < header.chunks(); chunk += chunksPerPartition) {
            long first = Math.max(firstOf(chunk, header), filter.firstRank());
            long end = Math.min(firstOf(chunk + chunksPerPartition, header), filter.endRank());
            if (first < end) {
                ranges.add(new PositionRange(header.layer(), first, end));
            }
        }
    }

    /** Returns the rank of the first position whose group begins in a chunk. */
    private static long firstOf(long chunk, LayerHeader header) {
        int bits = header.packing().bits();
        long group = (Byte.SIZE * chunk * LayerHeader.CHUNK_LENGTH + bits - 1) / bits;
        return Math.min(header.positions(), group * header.packing().digits());
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new Readers(directory.toString(), columns);
    }

    /** Makes the readers of partitions, on the executors that read them. */
    private record Readers(String directory, StructType columns) implements PartitionReaderFactory {
        @Override
        public boolean supportColumnarReads(InputPartition partition) {
            return true;
        }

        @Override
        public PartitionReader<InternalRow> createReader(InputPartition partition) {
            throw new UnsupportedOperationException("positions are read in batches");
        }

        @Override
        public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
            return new PositionReader(directory, columns, (PositionRange) partition);
        }
    }
}
