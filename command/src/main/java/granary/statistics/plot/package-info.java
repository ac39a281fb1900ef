/** Charts of statistics. */
package granary.statistics.plot;
