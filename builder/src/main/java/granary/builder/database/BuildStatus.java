package granary.builder.database;

import granary.builder.store.BuilderMark;
import granary.game.Game;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;

/** Reads a builder's mark: progress of the layer and the build, rate, and time left. Any number of threads may use it. */
public final class BuildStatus {
    /** The share of the work that has to be done before it tells how long the rest takes. */
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

    private final BuilderMark mark;
    private final Game game;
    private final Clock clock;

    /** Makes the status of a builder of a game's database. */
    public BuildStatus(BuilderMark mark, Game game) {
        this(mark, game, Clock.systemUTC());
    }

    /** Makes the status that there is at the time of a clock. */
    public BuildStatus(BuilderMark mark, Game game, Clock clock) {
        this.mark = mark;
        this.game = game;
        this.clock = clock;
    }

    /** Returns whether a layer is worked on now; otherwise there is a phase alone. */
    public boolean hasLayer() {
        return mark.layer() >= 0;
    }

    /** Returns the current layer and how much of it is done, such as {@code layer 18 of 25  43 %}. */
    public String describeLayer() {
        return String.format(Locale.ROOT, "layer %d of %d %3.0f %%", mark.layer(), mark.topLayer(), 100 * mark.share());
    }

    /** Returns the current phase of the layer, with the number of sweeps done if there are sweeps. */
    public String describePhase() {
        int sweeps = mark.sweep();
        return mark.phase() + (sweeps == 0 ? "" : sweeps == 1 ? ", 1 sweep" : ", " + sweeps + " sweeps");
    }

    /** Returns the seconds that the current layer will still take; empty until a tenth of its steps is done. */
    public OptionalDouble layerSecondsLeft() {
        OptionalDouble seconds = layerSeconds();
        return seconds.isPresent()
                ? OptionalDouble.of(seconds.getAsDouble() * (1 - mark.share()))
                : OptionalDouble.empty();
    }

    /**
     * Returns the seconds that the work will still take; empty in its last layer, until a tenth of the work is done, and where
     * layers are too small to tell.
     */
    public OptionalDouble buildSecondsLeft() {
        int layer = mark.layer();
        if (work(layer + 1, mark.topLayer()) == 0 || shareDone(layer, mark.share()) < MIN_SHARE) {
            return OptionalDouble.empty();
        }
        OptionalDouble seconds = layerSeconds();
        if (seconds.isPresent()) {
            return OptionalDouble.of(
                    seconds.getAsDouble() * (1 - mark.share() + work(layer + 1, mark.topLayer()) / work(layer, layer)));
        }
        return tells(finishedSeconds(), mark.finishedPositions())
                ? OptionalDouble.of(
                        secondsOf(layer + 1, mark.topLayer()) + (1 - mark.share()) * secondsOf(layer, layer))
                : OptionalDouble.empty();
    }

    /**
     * Returns the seconds that the layers above one that is finished will take; empty when the work leaves them out, until a tenth
     * of the work is done, and where layers are too small to tell.
     */
    public OptionalDouble secondsLeftAfter(int layer) {
        double left = work(layer + 1, mark.topLayer());
        return left > 0 && shareDone(layer, 1) >= MIN_SHARE && tells(finishedSeconds(), mark.finishedPositions())
                ? OptionalDouble.of(secondsOf(layer + 1, mark.topLayer()))
                : OptionalDouble.empty();
    }

    /** Returns the seconds that the current layer will take in all: its steps are about as long as one another. */
    private OptionalDouble layerSeconds() {
        double elapsed = Duration.between(mark.layerStarted(), clock.instant()).toMillis() / 1e3;
        double share = mark.share();
        return share >= MIN_SHARE && tells(elapsed, mark.positions())
                ? OptionalDouble.of(elapsed / share)
                : OptionalDouble.empty();
    }

    private double finishedSeconds() {
        return mark.finishedMillis() / 1e3;
    }

    private static boolean tells(double seconds, long positions) {
        return seconds >= LONG_SECONDS || seconds >= MIN_SECONDS && positions >= MIN_POSITIONS;
    }

    /** Returns the share of the whole work that is done with a share of a layer: the layers are as unlike as their positions. */
    private double shareDone(int layer, double share) {
        return (work(mark.firstLayer(), layer - 1) + share * work(layer, layer))
                / work(mark.firstLayer(), mark.topLayer());
    }

    /** Returns the seconds that layers will take at the pace of the last that was finished. */
    private double secondsOf(int first, int last) {
        return finishedSeconds() * work(first, last) / Math.pow(mark.finishedPositions(), GROWTH);
    }

    /** Returns how long the work on layers takes, in a unit of its own. */
    private double work(int first, int last) {
        double sum = 0;
        for (int layer = first; layer <= last; layer++) {
            sum += mark.isLeftOut(layer) ? 0 : Math.pow(game.size(layer), GROWTH);
        }
        return sum;
    }
}
