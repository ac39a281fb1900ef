/** What a database holds, counted layer by layer. */
package granary.statistics;
