/** Counts databases on Apache Spark. */
package granary.cluster.statistics;
