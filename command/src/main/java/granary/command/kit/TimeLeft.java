package granary.command.kit;

import granary.game.Game;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Estimates how long work on layers will still take. Any number of threads may use it. */
final class TimeLeft {
    /** Until this share of a layer's steps is done, their time predicts little. */
    private static final double MIN_SHARE = 0.1;

    /** In smaller layers the start of the JVM and of threads outweighs the positions, */
    private static final long MIN_POSITIONS = 4_000_000;

    /** but for those that take so long. */
    private static final double LONG_SECONDS = 10;

    private static final double MIN_SECONDS = 2;

    /**
     * A layer's time grows with this power of the number of its positions: a position took 23 ns at 18 seeds and 36 ns at 28, because
     * lines are longer and tables larger.
     */
    private static final double GROWTH = 1.1;

    private final Game game;
    private final int topLayer;
    private int layer = -1;
    /** The seconds of a unit of work in the last finished layer; 0 if that was too short to predict others. */
    private double pace;

    TimeLeft(Game game, int topLayer) {
        this.game = game;
        this.topLayer = topLayer;
    }

    /** Returns the cost of a layer in a unit of its own. */
    private double work(int number) {
        return Math.pow(game.size(number), GROWTH);
    }

    synchronized void layerBegins(int number) {
        layer = number;
    }

    synchronized void layerEnds(double seconds) {
        pace = isLong(seconds) ? seconds / work(layer) : 0;
    }

    private boolean isLong(double seconds) {
        return seconds >= LONG_SECONDS || seconds >= MIN_SECONDS && game.size(layer) >= MIN_POSITIONS;
    }

    /**
     * Returns the seconds that the current layer will still take; empty until a tenth of its steps is done.
     *
     * @param seconds since it was begun
     * @param share of its steps that is done; all take about the same time
     */
    synchronized OptionalDouble ofLayer(double seconds, double share) {
        return share >= MIN_SHARE && isLong(seconds)
                ? OptionalDouble.of(seconds / share * (1 - share))
                : OptionalDouble.empty();
    }

    /**
     * Returns the seconds that all layers will still take; empty in the last one, and until one took long enough.
     *
     * @param seconds since the current layer was begun
     * @param share of its steps that is done
     */
    synchronized OptionalDouble ofAll(double seconds, double share) {
        double now = ofLayer(seconds, share).isPresent() ? seconds / share / work(layer) : pace;
        return seconds(now, above(), (1 - share) * work(layer));
    }

    /** Returns the seconds that the layers above the one just finished will take; empty if there are none, or it was too short. */
    synchronized OptionalDouble afterLayer() {
        return seconds(pace, above(), 0);
    }

    private double above() {
        return IntStream.rangeClosed(layer + 1, topLayer)
                .mapToDouble(this::work)
                .sum();
    }

    private static OptionalDouble seconds(double pace, double above, double current) {
        return pace > 0 && above > 0 ? OptionalDouble.of(pace * (above + current)) : OptionalDouble.empty();
    }
}
