package granary.builder.build;

import granary.builder.Units;
import granary.builder.store.BuilderMark;
import granary.game.Game;
import java.time.Duration;
import java.time.Instant;

/** What a builder's mark shows: progress of the layer and the build, rate, and time left. */
public final class BuildStatus {
    private final BuilderMark mark;
    private final Game game;

    /** Makes the status of a builder of a game's database. */
    public BuildStatus(BuilderMark mark, Game game) {
        this.mark = mark;
        this.game = game;
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

    /** Returns the share of the layer's work that is done, 0 to 1. */
    public double share() {
        return mark.steps() == 0 ? 0 : Math.min(1, (double) mark.stepsDone() / mark.steps());
    }

    /** Returns the current phase of the layer, with the last sweep and its number of changes if there are sweeps. */
    public String describePhase() {
        return mark.phase()
                + (mark.sweep() > 0
                        ? " after sweep " + mark.sweep() + " with " + Units.count(mark.changed()) + " changed"
                        : "");
    }

    /** Returns the rate and the time left, for the layer and for the build; empty until a rate is known. */
    public String describeRate() {
        double elapsed = seconds(Duration.between(mark.layerStarted(), Instant.now()));
        double share = share();
        if (share == 0 || elapsed <= 0) {
            return "";
        }
        double left = elapsed / share - elapsed;
        String rate = Units.rate(mark.positions() * share / elapsed) + ", " + Units.seconds(left) + " left";
        return mark.layer() == mark.topLayer()
                ? rate
                : rate + ", " + Units.seconds(left + secondsAfter(mark.layer(), elapsed / share)) + " for the build";
    }

    /** Returns the seconds that the layers above a given one will take, at the rate so far. */
    public double secondsLeftAfter(int layer) {
        return secondsAfter(layer, 0);
    }

    /**
     * Estimates the time for the layers above the current one: from the finished layers, or from the current one if it
     * takes longer than they did, because small layers say little about large ones.
     */
    private double secondsAfter(int layer, double layerSeconds) {
        double positions = 0;
        for (int next = layer + 1; next <= mark.topLayer(); next++) {
            positions += game.size(next);
        }
        double finishedSeconds = mark.finishedMillis() / 1e3;
        return layerSeconds > finishedSeconds
                ? positions / mark.positions() * layerSeconds
                : mark.finishedPositions() == 0 ? 0 : positions / mark.finishedPositions() * finishedSeconds;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
