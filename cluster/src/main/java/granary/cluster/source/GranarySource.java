package granary.cluster.source;

import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The data source {@code granary}: a row for each position of a database, with the columns of {@link PositionTable}. The
 * directory must be mounted at the same path on all nodes. Options:
 *
 * <ul>
 * <li>{@code path}: the database's directory, the argument of {@code load};
 * <li>{@code chunksPerPartition}: the number of chunks of 64 KiB that a partition reads ({@value #CHUNKS_PER_PARTITION}).
 * </ul>
 */
public final class GranarySource implements TableProvider, DataSourceRegister {
    private static final int CHUNKS_PER_PARTITION = 256;

    /** For Spark, which finds this class by the service loader. */
    public GranarySource() {}

    @Override
    public String shortName() {
        return "granary";
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        return table(options).rows();
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        return table(new CaseInsensitiveStringMap(properties));
    }

    private static PositionTable table(CaseInsensitiveStringMap options) {
        String path = options.get("path");
        if (path == null) {
            throw new IllegalArgumentException("the source granary needs one directory: load(\"/path/to/db\")");
        }
        int chunks = options.getInt("chunksPerPartition", CHUNKS_PER_PARTITION);
        if (chunks < 1) {
            throw new IllegalArgumentException("chunksPerPartition must be 1 or more, not " + chunks);
        }
        return new PositionTable(Path.of(path.startsWith("file:") ? path.substring("file:".length()) : path), chunks);
    }
}
