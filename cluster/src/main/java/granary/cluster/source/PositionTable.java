package granary.cluster.source;

import granary.database.Database;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A database as a table of positions, with the layers that it held when this object was made. The columns are a string for each
 * parameter of the game, the layer, the rank in the layer, the board with the mover's side first, and the score. If the database
 * holds distances, the last column is the distance to conversion, null in layers without distances.
 */
final class PositionTable implements SupportsRead {
    static final String LAYER = "layer";
    static final String RANK = "rank";
    static final String BOARD = "board";
    static final String SCORE = "score";
    static final String DISTANCE = "distance";
    static final DataType BOARD_TYPE = DataTypes.createArrayType(DataTypes.IntegerType, false);

    private final Path directory;
    private final int chunksPerPartition;
    private final StructType rows;

    /**
     * Opens and closes the database.
     *
     * @throws granary.error.DatabaseException when it cannot be opened
     */
    PositionTable(Path directory, int chunksPerPartition) {
        this.directory = directory;
        this.chunksPerPartition = chunksPerPartition;
        try (Database database = Database.open(directory)) {
            rows = rows(database);
        }
    }

    private static StructType rows(Database database) {
        StructType columns = new StructType();
        for (String parameter : database.game().parameters().keySet()) {
            columns = columns.add(parameter, DataTypes.StringType, false);
        }
        columns = columns.add(LAYER, DataTypes.IntegerType, false)
                .add(RANK, DataTypes.LongType, false)
                .add(BOARD, BOARD_TYPE, false)
                .add(SCORE, DataTypes.IntegerType, false);
        return database.distanceLayers().isEmpty() ? columns : columns.add(DISTANCE, DataTypes.IntegerType, true);
    }

    @Override
    public String name() {
        return "granary " + directory;
    }

    @Override
    public Column[] columns() {
        return Arrays.stream(rows.fields())
                .map(field -> Column.create(field.name(), field.dataType(), field.nullable()))
                .toArray(Column[]::new);
    }

    /** Returns the columns as Spark infers them. */
    StructType rows() {
        return rows;
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return new PositionScan(directory, chunksPerPartition, rows);
    }
}
