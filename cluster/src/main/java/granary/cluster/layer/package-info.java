/** Builds databases on Apache Spark: layers of awari in parts. */
package granary.cluster.layer;
