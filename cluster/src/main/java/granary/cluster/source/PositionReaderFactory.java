package granary.cluster.source;

import java.io.Serial;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Makes the readers of partitions, on the executors that read them. */
final class PositionReaderFactory implements PartitionReaderFactory {
    @Serial
    private static final long serialVersionUID = 1;

    private final String directory;
    private final StructType columns;

    PositionReaderFactory(String directory, StructType columns) {
        this.directory = directory;
        this.columns = columns;
    }

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
