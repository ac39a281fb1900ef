package granary.statistics.plot;

import org.knowm.xchart.internal.chartpart.Chart;

/**
 * A chart with its caption.
 *
 * @param name the name of the chart's file, without a suffix
 * @param chart the chart, with title, axis titles and units
 * @param caption the line below the chart, which names the data
 */
public record Figure(String name, Chart<?, ?> chart, String caption) {}
