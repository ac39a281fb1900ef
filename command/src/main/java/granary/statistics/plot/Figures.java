package granary.statistics.plot;

import granary.awari.Awari;
import granary.builder.Units;
import granary.format.Manifest;
import granary.game.Game;
import granary.game.Scoring;
import granary.statistics.Histogram;
import granary.statistics.LayerStatistics;
import granary.statistics.Outcomes;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Makes all charts of a database. */
public final class Figures {
    /** The most pits per side for which the accessible positions are counted: counting visits each of them. */
    private static final int FEW_PITS = 4;

    /** The seeds in each pit at the start of that count. */
    private static final int FEW_SEEDS = 3;

    /** The number of labels that an axis has room for. */
    private static final int LABELS = 25;

    /** The font size of labels on crowded axes. */
    private static final int SMALL = 11;

    private final Game game;
    private final Scoring scoring;
    private final List<LayerStatistics> layers;
    private final SortedMap<Integer, Manifest.Entry> compressed;
    private final String caption;
    private final String unit;

    /**
     * Prepares the charts of the given layers.
     *
     * @param game the database's game
     * @param layers the layers' statistics, one or more, by ascending layer
     * @param compressed the files of those that are compressed, by layer
     * @param database the name of the database in captions
     */
    public Figures(
            Game game, List<LayerStatistics> layers, SortedMap<Integer, Manifest.Entry> compressed, String database) {
        this.compressed = compressed;
        this.game = game;
        this.scoring = game.scoring();
        this.layers = List.copyOf(layers);
        this.unit = game.type().layerUnit();
        long positions = layers.stream().mapToLong(LayerStatistics::positions).sum();
        this.caption = game.identity() + "; database " + database + ", " + unit + " "
                + layers.getFirst().layer() + " to " + layers.getLast().layer() + ", " + Units.count(positions)
                + " positions";
    }

    /** Returns all charts for which the statistics hold numbers. */
    public List<Figure> all() {
        List<Figure> figures = new ArrayList<>();
        LayerStatistics top = layers.getLast();
        figures.add(scores(top));
        if (layers.size() > 1) {
            figures.add(allScores());
            figures.add(results());
            figures.add(mean());
            figures.add(bits());
        }
        if (with(layer -> layer.outcomes() != null).size() > 1) {
            figures.add(outcomes());
        }
        if (top.distances() != null) {
            figures.add(distances(top));
        }
        if (with(layer -> layer.distances() != null).size() > 1) {
            figures.add(allDistances());
        }
        if (with(layer -> layer.moves() != null).size() > 1) {
            figures.add(moves());
            figures.add(choices());
        }
        if (game instanceof Awari awari && awari.pits() <= FEW_PITS) {
            figures.add(accessible(awari));
        }
        return figures;
    }

    private List<LayerStatistics> with(Predicate<LayerStatistics> wanted) {
        return layers.stream().filter(wanted).toList();
    }

    private String of(LayerStatistics layer) {
        return game.identity() + ", layer " + layer.layer() + ", " + Units.count(layer.positions()) + " positions";
    }

    private Figure scores(LayerStatistics layer) {
        CategoryChart chart = Style.bars(
                "Positions by score, " + layer.layer() + " " + unit,
                game.hasBounds() ? "score for the player to move (seeds)" : "score",
                "positions (%)");
        int lowest = layer.scores().counts().firstKey();
        List<Double> shares = IntStream.rangeClosed(lowest, layer.scores().maximum())
                .mapToObj(score -> 100 * layer.share(layer.scores().count(score)))
                .toList();
        chart.addSeries("positions", labels(lowest, layer.scores().maximum()), shares);
        return new Figure("scores-" + layer.layer(), chart, of(layer));
    }

    private Figure distances(LayerStatistics layer) {
        XYChart chart = Style.lines(
                "Positions by distance to conversion, " + layer.layer() + " " + unit,
                "plies to the next capture or the end",
                "positions, logarithmic");
        Histogram distances = layer.distances();
        chart.addSeries(
                        "positions",
                        List.copyOf(distances.counts().keySet()),
                        List.copyOf(distances.counts().values()))
                .setMarker(SeriesMarkers.NONE);
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setAxisTickLabelsFont(Style.font(SMALL));
        return new Figure(
                "distances-" + layer.layer(), chart, of(layer) + "; longest " + distances.maximum() + " plies");
    }

    /**
     * Returns a label for each value of a range. Round numbers have labels; the others have blanks, all of different
     * lengths.
     */
    private static List<String> labels(int first, int last) {
        int step = IntStream.of(1, 2, 5, 10, 20, 50)
                .filter(round -> (last - first) / round < LABELS)
                .findFirst()
                .orElse(100);
        return IntStream.rangeClosed(first, last)
                .mapToObj(value -> value % step == 0 ? Integer.toString(value) : " ".repeat(value - first + 1))
                .toList();
    }

    private Figure allScores() {
        HeatMapChart chart = Style.heatMap(
                "Positions by score, layer by layer",
                unit,
                game.hasBounds() ? "score for the player to move (seeds)" : "score");
        int lowest = layers.stream()
                .mapToInt(layer -> layer.scores().counts().firstKey())
                .min()
                .orElse(0);
        int highest = layers.stream()
                .mapToInt(layer -> layer.scores().maximum())
                .max()
                .orElse(0);
        int first = layers.getFirst().layer();
        List<String> x = labels(first, layers.getLast().layer());
        List<String> y = labels(lowest, highest);
        List<Number[]> cells = new ArrayList<>();
        for (LayerStatistics layer : layers) {
            layer.scores()
                    .counts()
                    .forEach((score, count) -> cells.add(
                            new Number[] {layer.layer() - first, score - lowest, Math.log10(100 * layer.share(count))
                            }));
        }
        chart.addSeries("share of the layer", x, y, cells);
        chart.getStyler().setMin(-4);
        chart.getStyler().setMax(2);
        chart.getStyler().setPiecewise(true);
        chart.getStyler().setSplitNumber(6);
        chart.getStyler()
                .setHeatMapDecimalValueFormatter(
                        log -> new BigDecimal(Math.pow(10, log))
                                        .round(new MathContext(1))
                                        .toPlainString() + "%");
        // Every row needs a label; most are blank.
        chart.getStyler().setYAxisTickMarkSpacingHint(1);
        chart.getStyler().setXAxisTickMarkSpacingHint(1);
        return new Figure("scores", chart, caption + "; colour: the share of the layer");
    }

    private Figure results() {
        XYChart chart = Style.lines("Results for the player to move, best play by both", unit, "positions (%)");
        line(chart, "won", layers, layer -> 100 * layer.won(scoring));
        line(
                chart,
                game.hasBounds() ? "drawn (score 0)" : "drawn (score of endless play)",
                layers,
                layer -> 100 * layer.drawn(scoring));
        line(chart, "lost", layers, layer -> 100 * layer.lost(scoring));
        if (game.hasBounds()) {
            line(chart, "endless at least (by parity)", layers, layer -> 100 * layer.share(layer.endlessAtLeast()));
        }
        chart.getStyler().setYAxisMin(0.0);
        return new Figure("results", chart, caption);
    }

    private Figure outcomes() {
        XYChart chart = Style.lines("Outcomes if both have captured as many seeds", unit, "positions (%)");
        List<LayerStatistics> drawn = with(layer -> layer.outcomes() != null);
        outcome(chart, "surely won", drawn, Outcomes::won);
        outcome(chart, "surely drawn", drawn, Outcomes::drawn);
        outcome(chart, "surely lost", drawn, Outcomes::lost);
        outcome(chart, "open", drawn, Outcomes::open);
        outcome(chart, "exact (certain whatever endless play is worth)", drawn, Outcomes::exact);
        chart.getStyler().setYAxisMin(0.0);
        return new Figure("outcomes", chart, caption);
    }

    private static void outcome(
            XYChart chart, String name, List<LayerStatistics> layers, ToLongFunction<Outcomes> count) {
        line(chart, name, layers, layer -> 100 * layer.share(count.applyAsLong(layer.outcomes())));
    }

    private Figure mean() {
        XYChart chart = Style.lines(
                game.hasBounds() ? "The value of moving first" : "Mean score",
                unit,
                game.hasBounds() ? "mean score for the player to move (seeds)" : "mean score");
        line(chart, "mean", layers, layer -> layer.scores().mean());
        return new Figure("mean", chart, caption);
    }

    private Figure bits() {
        XYChart chart = Style.lines("Bits per score", unit, "bits per score");
        List<LayerStatistics> large = with(layer -> layer.positions() >= 10_000);
        List<LayerStatistics> drawn = large.isEmpty() ? layers : large;
        line(chart, "file, with header and checksums", drawn, LayerStatistics::bitsPerScore);
        List<LayerStatistics> drawnCompressed = drawn.stream()
                .filter(layer -> compressed.containsKey(layer.layer()))
                .toList();
        if (!drawnCompressed.isEmpty()) {
            line(
                    chart,
                    "compressed file, with its model",
                    drawnCompressed,
                    layer -> (double) Byte.SIZE * compressed.get(layer.layer()).length() / layer.positions());
        }
        line(
                chart,
                "log2 of the possible scores",
                drawn,
                layer -> Math.log(1.0 + game.maxScore(layer.layer()) - game.minScore(layer.layer())) / Math.log(2));
        line(chart, "entropy of the histogram", drawn, layer -> layer.scores().entropy());
        chart.getStyler().setYAxisMin(0.0);
        return new Figure("bits", chart, caption + (large.isEmpty() ? "" : "; layers of 10,000 positions and more"));
    }

    private Figure allDistances() {
        XYChart chart = Style.lines("Distances to conversion", unit, "plies to the next capture or the end");
        List<LayerStatistics> drawn = with(layer -> layer.distances() != null);
        line(chart, "longest distance", drawn, layer -> layer.distances().maximum());
        line(chart, "mean distance", drawn, layer -> layer.distances().mean());
        chart.getStyler().setYAxisMin(0.0);
        return new Figure("distances", chart, caption);
    }

    private Figure moves() {
        XYChart chart = Style.lines("Moves of a position", unit, "mean number");
        List<LayerStatistics> drawn = with(layer -> layer.moves() != null);
        line(chart, "legal moves", drawn, layer -> layer.moves().legalMoves().mean());
        line(chart, "best moves", drawn, layer -> layer.moves().bestMoves().mean());
        if (game.hasBounds()) {
            line(chart, "captures", drawn, layer -> layer.share(layer.moves().captures()));
        }
        chart.getStyler().setYAxisMin(0.0);
        return new Figure("moves", chart, caption);
    }

    private Figure choices() {
        XYChart chart = Style.lines("Positions where the move matters", unit, "positions (%)");
        List<LayerStatistics> drawn = with(layer -> layer.moves() != null);
        line(
                chart,
                "only moves: one of several keeps the score",
                drawn,
                layer -> 100 * layer.share(layer.moves().onlyMoves()));
        if (drawn.stream().allMatch(layer -> layer.zugzwang() != null)) {
            line(
                    chart,
                    "zugzwang: both would rather pass",
                    drawn,
                    layer -> 100 * layer.share(layer.zugzwang().positions()));
        }
        chart.getStyler().setYAxisMin(0.0);
        return new Figure("choices", chart, caption);
    }

    private Figure accessible(Awari awari) {
        int[] initial = new int[awari.cells()];
        Arrays.fill(initial, FEW_SEEDS);
        long[] reached = AccessiblePositions.count(awari, initial);
        XYChart chart = Style.lines(
                "Configurations, and those that play reaches from " + FEW_SEEDS + " seeds in each pit",
                unit,
                "number, logarithmic");
        double[] x = IntStream.range(0, reached.length).asDoubleStream().toArray();
        chart.addSeries(
                "all configurations",
                x,
                IntStream.range(0, reached.length).mapToDouble(awari::size).toArray());
        int[] some =
                IntStream.range(0, reached.length).filter(n -> reached[n] > 0).toArray();
        chart.addSeries(
                "accessible",
                Arrays.stream(some).asDoubleStream().toArray(),
                Arrays.stream(some).mapToDouble(n -> reached[n]).toArray());
        chart.getStyler().setYAxisLogarithmic(true);
        return new Figure(
                "accessible",
                chart,
                game.identity()
                        + "; counted by playing, without the initial position; no point where no position is reached");
    }

    private static void line(
            XYChart chart, String name, List<LayerStatistics> layers, ToDoubleFunction<LayerStatistics> value) {
        chart.addSeries(
                name,
                layers.stream().mapToDouble(LayerStatistics::layer).toArray(),
                layers.stream().mapToDouble(value).toArray());
    }
}
