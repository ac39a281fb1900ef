package granary.cluster.source;

import granary.database.Database;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of the table of positions: a string for each parameter of the game; then the layer, the rank in the layer from
 * 0 on, the board with the mover's side first, and the score. If the database holds distances, there is a column for the distance to
 * conversion, which is null in layers without distances.
 */
final class PositionColumns {
    static final String LAYER = "layer";
    static final String RANK = "rank";
    static final String BOARD = "board";
    static final String SCORE = "score";
    static final String DISTANCE = "distance";

    private PositionColumns() {}

    /** Returns the columns of a database. */
    static StructType of(Database database) {
        StructType columns = new StructType();
        for (String parameter : database.game().parameters().keySet()) {
            columns = columns.add(parameter, DataTypes.StringType, false);
        }
        columns = columns.add(LAYER, DataTypes.IntegerType, false)
                .add(RANK, DataTypes.LongType, false)
                .add(BOARD, DataTypes.createArrayType(DataTypes.IntegerType, false), false)
                .add(SCORE, DataTypes.IntegerType, false);
        return database.distanceLayers().isEmpty() ? columns : columns.add(DISTANCE, DataTypes.IntegerType, true);
    }
}
