/** The commands {@code stats} and {@code plot}. */
package granary.statistics.command;
