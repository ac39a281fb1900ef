package granary.builder.build;

import granary.builder.store.BuilderMark;
import granary.game.Game;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;

/** Reads a builder's mark: progress of the layer and the build, rate, and time left. Any number of threads may use it. */
public final class BuildStatus {
    /** Smaller layers take most of their time to start Java and its threads, and tell nothing of larger ones. */
    private static final long MIN_POSITIONS = 1_000_000;

    private static final double MIN_SECONDS = 0.5;

    private static final double MIN_SHARE = 0.02;

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

    BuildStatus(BuilderMark mark, Game game, Clock clock) {
        this.mark = mark;
        this.game = game;
        this.clock = clock;
    }

    /** Returns whether the builder's process is running and has not ended its work. */
    public boolean isAlive() {
        return mark.lastBeat().toEpochMilli() != 0
                && ProcessHandle.of(mark.processId())
                        .flatMap(process -> process.info().startInstant())
                        // A process that started after the builder merely reuses its process id.
                        .map(start -> !start.isAfter(mark.started()))
                        .orElse(false);
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

    /** Returns the seconds that the current layer will still take; empty while it is too early to tell. */
    public OptionalDouble layerSecondsLeft() {
        OptionalDouble seconds = layerSeconds();
        return seconds.isPresent()
                ? OptionalDouble.of(seconds.getAsDouble() * (1 - mark.share()))
                : OptionalDouble.empty();
    }

    /** Returns the seconds that the build will still take; empty in the last layer and while it is too early to tell. */
    public OptionalDouble buildSecondsLeft() {
        OptionalDouble seconds = layerSeconds();
        if (seconds.isEmpty() || mark.layer() == mark.topLayer()) {
            return OptionalDouble.empty();
        }
        double layer = seconds.getAsDouble();
        return OptionalDouble.of(layer * (1 - mark.share()) + secondsAbove(mark.layer(), layer, mark.positions()));
    }

    /**
     * Returns the seconds that the layers above one that is finished will take; empty while layers are too small to tell.
     */
    public OptionalDouble secondsLeftAfter(int layer) {
        return tells(finishedSeconds(), mark.finishedPositions())
                ? OptionalDouble.of(secondsAbove(layer, finishedSeconds(), mark.finishedPositions()))
                : OptionalDouble.empty();
    }

    /**
     * Returns the seconds that the current layer will take in all. They are extrapolated from the layer before, because steps
     * differ in time; in the first layer of a build, from the steps done.
     */
    private OptionalDouble layerSeconds() {
        double elapsed = Duration.between(mark.layerStarted(), clock.instant()).toMillis() / 1e3;
        if (tells(finishedSeconds(), mark.finishedPositions())) {
            double growth = Math.pow((double) mark.positions() / mark.finishedPositions(), GROWTH);
            return OptionalDouble.of(Math.max(elapsed, finishedSeconds() * growth));
        }
        double share = mark.share();
        return tells(elapsed, mark.positions()) && share >= MIN_SHARE
                ? OptionalDouble.of(elapsed / share)
                : OptionalDouble.empty();
    }

    private double finishedSeconds() {
        return mark.finishedMillis() / 1e3;
    }

    private static boolean tells(double seconds, long positions) {
        return seconds >= MIN_SECONDS && positions >= MIN_POSITIONS;
    }

    private double secondsAbove(int layer, double seconds, double positions) {
        double sum = 0;
        for (int next = layer + 1; next <= mark.topLayer(); next++) {
            sum += seconds * Math.pow(game.size(next) / positions, GROWTH);
        }
        return sum;
    }
}
