package granary.statistics.plot;

import org.knowm.xchart.internal.chartpart.Chart;

/**
 * A chart.
 *
 * @param name its file's name, without a suffix
 * @param chart the chart, with title, axis titles and units
 * @param caption what it is of: a line below
 */
public record Figure(String name, Chart<?, ?> chart, String caption) {}
