package granary.cluster.source;

import org.apache.spark.sql.connector.read.InputPartition;

/**
 * A partition: positions of one layer.
 *
 * @param layer the layer
 * @param first rank of the first position
 * @param end the rank after the last
 */
record PositionRange(int layer, long first, long end) implements InputPartition {
    /** Returns the number of positions. */
    long rows() {
        return end - first;
    }
}
