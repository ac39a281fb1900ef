package granary.cluster.source;

import granary.cluster.source.PositionVector.Boards;
import granary.cluster.source.PositionVector.Ints;
import granary.cluster.source.PositionVector.Ranks;
import granary.cluster.source.PositionVector.Repeated;
import granary.database.Database;
import granary.database.Listing;
import granary.database.OpenOptions;
import granary.format.FileKind;
import granary.game.PositionIterator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads a partition from the mapped files, column by column, some thousand rows at a time into the same arrays. */
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
        // What a compressed layer leaves out follows from lower ones.
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

    private PositionVector vector(StructField column) {
        int layer = range.layer();
        return switch (column.name()) {
            case PositionColumns.LAYER -> {
                int[] layers = new int[MAX_ROWS];
                Arrays.fill(layers, layer);
                yield new Ints(layers);
            }
            case PositionColumns.RANK -> {
                Ranks ranks = new Ranks();
                fetches.add((first, count) -> ranks.first = first);
                yield ranks;
            }
            case PositionColumns.BOARD -> boards();
            case PositionColumns.SCORE -> {
                int[] scores = new int[MAX_ROWS];
                fetches.add((first, count) -> database.table(layer).values(first, count, scores, 0));
                yield new Ints(scores);
            }
            case PositionColumns.DISTANCE -> {
                if (!database.distanceLayers().contains(layer)) {
                    yield new Ints(null);
                }
                int[] distances = new int[MAX_ROWS];
                fetches.add((first, count) -> database.distances(layer).values(first, count, distances, 0));
                yield new Ints(distances);
            }
            default ->
                new Repeated(UTF8String.fromString(database.game().parameters().get(column.name())));
        };
    }

    private Boards boards() {
        int cells = database.game().cells();
        int[] position = new int[cells];
        int[] all = new int[MAX_ROWS * cells];
        PositionIterator positions = database.game().iterate(range.layer(), range.first());
        fetches.add((first, count) -> {
            for (int row = 0; row < count && positions.next(position); row++) {
                System.arraycopy(position, 0, all, row * cells, cells);
            }
        });
        return new Boards(new Ints(all), cells);
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
