/** Verifies databases on Apache Spark. */
package granary.cluster.verify;
