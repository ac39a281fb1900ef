/** Databases as tables of Apache Spark: {@code spark.read().format("granary").load(directory)}. */
package granary.cluster.source;
