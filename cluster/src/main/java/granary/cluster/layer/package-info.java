/** Builds databases on Apache Spark: layers of awari in partitions. */
package granary.cluster.layer;
