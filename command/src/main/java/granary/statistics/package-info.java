/** Counts the scores, distances and moves of a database, layer by layer. */
package granary.statistics;
