package granary.cluster.source;

import org.apache.spark.sql.connector.read.InputPartition;

/**
 * A partition: positions of one layer.
 *
 * @param layer the layer
 * @param first the first one's rank in its layer
 * @param end the rank behind the last
 */
record PositionRange(int layer, long first, long end) implements InputPartition {
    /** Returns the number of positions. */
    long rows() {
        return end - first;
    }
}
