package granary.statistics.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.Locale;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.internal.series.AxesChartSeries;
import org.knowm.xchart.internal.series.Series;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The common style of all charts. Series differ in markers and in colours that colour-blind readers can tell apart. */
final class Style {
    static final int WIDTH = 1000;
    static final int HEIGHT = 600;

    static final Color INK = new Color(0x222222);
    static final Color BLUE = new Color(0x0072B2);
    static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 18);
    /** The font size of legends. */
    static final int LEGEND = 14;

    private static final Color GRID = new Color(0xE2E2E2);
    private static final Color[] COLOURS = {
        BLUE, new Color(0xD55E00), new Color(0x009E73), new Color(0xAA4499), new Color(0x666666)
    };
    private static final Marker[] MARKERS = {
        SeriesMarkers.CIRCLE,
        SeriesMarkers.DIAMOND,
        SeriesMarkers.SQUARE,
        SeriesMarkers.TRIANGLE_UP,
        SeriesMarkers.CROSS
    };
    private static final Color[] HEAT = {
        new Color(0xF1F4F9), new Color(0x9ECAE1), new Color(0x3182BD), new Color(0x08306B)
    };

    static final int MARKER = 7;
    private static final int MAX_DECIMALS = 6;

    private Style() {}

    static XYChart lines(String title, String x, String y) {
        XYChart chart = dressed(new XYChartBuilder().width(WIDTH).height(HEIGHT).build(), title, x, y);
        chart.getStyler().setLegendVisible(false);
        chart.getStyler().setMarkerSize(MARKER);
        return chart;
    }

    static CategoryChart bars(String title, String x, String y) {
        CategoryChart chart =
                dressed(new CategoryChartBuilder().width(WIDTH).height(HEIGHT).build(), title, x, y);
        chart.getStyler().setLegendVisible(false);
        chart.getStyler().setPlotGridVerticalLinesVisible(false);
        chart.getStyler().setAvailableSpaceFill(0.9);
        return chart;
    }

    static HeatMapChart heatMap(String title, String x, String y) {
        HeatMapChart chart =
                dressed(new HeatMapChartBuilder().width(WIDTH).height(HEIGHT).build(), title, x, y);
        chart.getStyler().setRangeColors(HEAT);
        chart.getStyler().setPlotGridLinesVisible(false);
        chart.getStyler().setGradientColorColumnHeight(HEIGHT / 2);
        return chart;
    }

    /** Gives a chart its titles and the common style. */
    private static <C extends Chart<? extends AxesChartStyler, ?>> C dressed(
            C chart, String title, String x, String y) {
        chart.setTitle(title);
        chart.setXAxisTitle(x);
        chart.setYAxisTitle(y);
        AxesChartStyler styler = chart.getStyler();
        styler.setLocale(Locale.ROOT);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setChartFontColor(INK);
        styler.setChartTitleVisible(false);
        styler.setYAxisLabelAlignment(AxesChartStyler.TextAlignment.Right);
        styler.setAxisTitleFont(font(15));
        styler.setAxisTickLabelsFont(font(13));
        styler.setLegendFont(font(LEGEND));
        styler.setLegendBorderColor(Color.WHITE);
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotGridLinesStroke(new BasicStroke(1));
        styler.setAxisTickMarksColor(GRID);
        styler.setSeriesColors(COLOURS);
        styler.setSeriesMarkers(MARKERS);
        styler.setChartPadding(14);
        return chart;
    }

    /**
     * Gives the numbers of a chart's vertical axis the same form: written out, with as many decimals as tell all of them apart. XChart
     * would write 1000 and 1E4, or 5.5 and 6, on one axis.
     */
    static void number(Chart<?, ?> chart) {
        if (chart.getStyler() instanceof AxesChartStyler styler && !(chart instanceof HeatMapChart)) {
            double least = styler.getYAxisMin() == null ? Double.MAX_VALUE : styler.getYAxisMin();
            double most = -Double.MAX_VALUE;
            for (Series series : chart.getSeriesMap().values()) {
                least = Math.min(least, ((AxesChartSeries) series).getYMin());
                most = Math.max(most, ((AxesChartSeries) series).getYMax());
            }
            int decimals = Math.clamp((int) Math.ceil(1 - Math.log10(most - least)), 0, MAX_DECIMALS);
            styler.setYAxisDecimalPattern("#,##0" + (decimals == 0 ? "" : "." + "0".repeat(decimals)));
        }
    }

    static Font font(int size) {
        return new Font(Font.SANS_SERIF, Font.PLAIN, size);
    }
}
