/** Granary on Apache Spark. */
package granary.cluster;
