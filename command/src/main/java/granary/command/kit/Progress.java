package granary.command.kit;

import granary.builder.OperationInterruptedException;
import granary.builder.Units;
import granary.builder.database.BuildListener;
import granary.builder.database.BuildStatus;
import granary.builder.store.BuilderMark;
import granary.game.Game;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows the progress of a computation over layers: one line on a terminal that is redrawn, and one printed line for
 * each finished layer. Also updates the mark that other processes read. SIGINT (Ctrl-C) and SIGTERM stop the work at
 * its next check.
 */
public final class Progress implements BuildListener, AutoCloseable {
    /** Smaller layers are too quick for a meaningful rate. */
    private static final long MIN_POSITIONS_FOR_RATE = 100_000;

    private static final long NANOS_BETWEEN = Long.getLong("granary.redraw", 250_000_000);

    private final PrintWriter out;
    private final BuilderMark mark;
    private final BuildStatus status;
    private final int topLayer;
    private final Interruption interruption = new Interruption();
    private final String whenInterrupted;
    private final StatusLine line = Terminals.isPresent() ? new StatusLine() : null;
    private final AtomicLong lastShown = new AtomicLong();

    /**
     * Starts showing the progress of a build, which can be interrupted and resumed.
     *
     * @param out prints finished layers
     * @param mark the mark to update for other processes
     * @param game the layers' game
     * @param topLayer the last layer
     */
    public Progress(PrintWriter out, BuilderMark mark, Game game, int topLayer) {
        this(out, mark, game, topLayer, "interrupted; finished layers are kept. Run the same command to resume.");
    }

    /** Starts showing the progress of work that leaves no mark for other processes. */
    public Progress(PrintWriter out, Game game, int topLayer) {
        this(out, BuilderMark.unshared(), game, topLayer, "interrupted");
    }

    /** Starts showing the progress of work that leaves no mark for other processes, and that the same command resumes. */
    public static Progress ofResumable(PrintWriter out, Game game, int topLayer) {
        return new Progress(out, BuilderMark.unshared(), game, topLayer);
    }

    private Progress(PrintWriter out, BuilderMark mark, Game game, int topLayer, String whenInterrupted) {
        this.out = out;
        this.mark = mark;
        this.status = new BuildStatus(mark, game);
        this.topLayer = topLayer;
        this.whenInterrupted = whenInterrupted;
        mark.workBegins();
    }

    /** Has the time left be that of some layers alone; others may prove necessary later. */
    public void workOn(Set<Integer> layers) {
        for (int layer = 0; layer <= topLayer; layer++) {
            if (!layers.contains(layer)) {
                mark.leaveOut(layer);
            }
        }
    }

    @Override
    public void layerBegins(int layer, long positions, long steps) {
        mark.layerBegins(topLayer, layer, positions, steps);
        lastShown.set(System.nanoTime());
    }

    @Override
    public void layerEnds(int layer, long positions, Duration layerTime) {
        if (line != null) {
            line.clear();
        }
        mark.layerEnds(layerTime);
        String what = "layer " + layer + " of " + topLayer;
        out.println(finished(what, positions, layerTime.toNanos() / 1e9, status.secondsLeftAfter(layer)));
        out.flush();
    }

    /** Returns the line for a finished layer, at most 80 columns wide: the rate is left out where it does not fit. */
    static String finished(String what, long positions, double seconds, OptionalDouble left) {
        String text = what + ": " + Units.count(positions) + " positions";
        String end = left.isPresent() ? ", " + Units.estimate(left.getAsDouble()) + " left" : "";
        if (positions >= MIN_POSITIONS_FOR_RATE) {
            text += ", " + Units.seconds(seconds);
            String rate = ", " + Units.rate(positions / seconds);
            text += (text + rate + end).length() <= 80 ? rate : "";
        }
        return text + end;
    }

    @Override
    public void phase(String name) {
        mark.phase(name);
        showStatus();
    }

    @Override
    public void sweep(int sweep, long changed) {
        mark.sweep(sweep);
        showStatus();
    }

    @Override
    public void advance(long steps) {
        mark.advance(steps);
        showStatus();
    }

    /** Redraws the line, but only a few times a second: every worker thread calls this often. */
    private void showStatus() {
        long now = System.nanoTime();
        long last = lastShown.get();
        if (line != null && now - last > NANOS_BETWEEN && lastShown.compareAndSet(last, now)) {
            line.show(moving(status));
        }
    }

    /** Returns the parts of the redrawn line, the most important first. */
    public static List<String> moving(BuildStatus status) {
        List<String> parts = new ArrayList<>();
        if (status.hasLayer()) {
            parts.add(status.describeLayer());
            status.layerSecondsLeft().ifPresent(left -> parts.add(Units.estimate(left) + " left" + build(status)));
        }
        parts.add(status.describePhase());
        return parts;
    }

    private static String build(BuildStatus status) {
        OptionalDouble left = status.buildSecondsLeft();
        return left.isPresent() ? " (build " + Units.estimate(left.getAsDouble()) + ")" : "";
    }

    @Override
    public void check() {
        if (interruption.isRequested()) {
            mark.interrupted();
            throw new OperationInterruptedException(whenInterrupted);
        }
    }

    @Override
    public void close() {
        interruption.close();
        if (line != null) {
            line.close();
        }
    }
}
