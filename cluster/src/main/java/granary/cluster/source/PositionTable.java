package granary.cluster.source;

import granary.database.Database;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A database as a table, with the layers that it held when this object was made. */
final class PositionTable implements SupportsRead {
    private final Path directory;
    private final int blocksPerPartition;
    private final StructType rows;

    /**
     * Opens and closes the database.
     *
     * @throws granary.error.DatabaseException when it cannot be opened
     */
    PositionTable(Path directory, int blocksPerPartition) {
        this.directory = directory;
        this.blocksPerPartition = blocksPerPartition;
        try (Database database = Database.open(directory)) {
            rows = PositionColumns.of(database);
        }
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
        return new PositionScan(directory, blocksPerPartition, rows);
    }
}
