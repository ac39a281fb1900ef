package granary.cluster.source;

import granary.database.Database;
import granary.database.Listing;
import granary.database.OpenOptions;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.game.PositionIterator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads a partition from the mapped files, column by column, some thousand rows at a time into the same vectors. */
final class PositionReader implements PartitionReader<ColumnarBatch> {
    private static final int MAX_ROWS = 1 << 12;

    private final Database database;
    private final PositionRange range;
    /** Fetches the columns that have to be read. */
    private final List<Fetch> fetches = new ArrayList<>();

    private final ColumnarBatch batch;
    private long next;

    /** Fetches the rows of a batch. */
    private interface Fetch {
        void rows(long first, int count);
    }

    /**
     * Opens the layer.
     *
     * @throws granary.error.DatabaseException when a file is damaged
     */
    PositionReader(String directory, StructType columns, PositionRange range) {
        this.range = range;
        this.next = range.first();
        Path path = Path.of(directory);
        boolean isCompressed =
                new Listing(path).manifest().files(FileKind.COMPRESSED).containsKey(range.layer());
        // A compressed layer leaves out scores that follow from lower layers.
        int lowest = isCompressed ? 0 : range.layer();
        this.database = Database.open(path, OpenOptions.DEFAULT.withLayers(lowest, range.layer()));
        try {
            this.batch = new ColumnarBatch(
                    Arrays.stream(columns.fields()).map(this::vector).toArray(ColumnVector[]::new));
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    private ColumnVector vector(StructField column) {
        int layer = range.layer();
        ConstantColumnVector constant = new ConstantColumnVector(MAX_ROWS, column.dataType());
        switch (column.name()) {
            case PositionTable.LAYER -> constant.setInt(layer);
            case PositionTable.RANK -> {
                return ranks();
            }
            case PositionTable.BOARD -> {
                return boards();
            }
            case PositionTable.SCORE -> {
                return values(database.table(layer));
            }
            case PositionTable.DISTANCE -> {
                if (database.distanceLayers().contains(layer)) {
                    return values(database.distances(layer));
                }
                constant.setNull();
            }
            default ->
                constant.setUtf8String(
                        UTF8String.fromString(database.game().parameters().get(column.name())));
        }
        return constant;
    }

    private ColumnVector ranks() {
        OnHeapColumnVector ranks = new OnHeapColumnVector(MAX_ROWS, DataTypes.LongType);
        fetches.add((first, count) -> {
            for (int row = 0; row < count; row++) {
                ranks.putLong(row, first + row);
            }
        });
        return ranks;
    }

    private ColumnVector values(LayerTable table) {
        int[] values = new int[MAX_ROWS];
        OnHeapColumnVector column = new OnHeapColumnVector(MAX_ROWS, DataTypes.IntegerType);
        fetches.add((first, count) -> {
            table.values(first, count, values, 0);
            column.putInts(0, count, values, 0);
        });
        return column;
    }

    private ColumnVector boards() {
        int cells = database.game().cells();
        int[] position = new int[cells];
        OnHeapColumnVector boards = new OnHeapColumnVector(MAX_ROWS, PositionTable.BOARD_TYPE);
        boards.arrayData().reserve(MAX_ROWS * cells);
        for (int row = 0; row < MAX_ROWS; row++) {
            boards.putArray(row, row * cells, cells);
        }
        PositionIterator positions = database.game().iterate(range.layer(), range.first());
        fetches.add((first, count) -> {
            for (int row = 0; row < count && positions.next(position); row++) {
                boards.arrayData().putInts(row * cells, cells, position, 0);
            }
        });
        return boards;
    }

    @Override
    public boolean next() {
        int count = (int) Math.min(MAX_ROWS, range.end() - next);
        if (count <= 0) {
            return false;
        }
        for (Fetch fetch : fetches) {
            fetch.rows(next, count);
        }
        next += count;
        batch.setNumRows(count);
        return true;
    }

    @Override
    public ColumnarBatch get() {
        return batch;
    }

    @Override
    public void close() {
        batch.close();
        database.close();
    }
}
