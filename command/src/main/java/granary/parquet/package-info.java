/** Exports to Parquet. */
package granary.parquet;
