package granary.command.kit;

import granary.builder.Monitor;
import granary.builder.OperationInterruptedException;
import granary.builder.Units;
import granary.builder.database.WorkTimes;
import granary.builder.store.BuilderMark;
import granary.game.Game;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows the progress of a computation over layers: one line on a terminal that is redrawn, and one printed line for
 * each finished layer, with the time in a log. Also updates the mark that other processes read. SIGINT (Ctrl-C) and SIGTERM stop the work at
 * its next check.
 */
public final class Progress implements Monitor, AutoCloseable {
    /** Smaller layers are too quick for a meaningful rate. */
    private static final long MIN_POSITIONS_FOR_RATE = 100_000;

    private static final long NANOS_BETWEEN = Long.getLong("granary.redraw", 250_000_000);

    private final PrintWriter out;
    private final BuilderMark mark;
    private final Game game;
    private final TimeLeft left;
    private final int topLayer;
    private final Interruption interruption = new Interruption();
    private final String whenInterrupted;
    private final StatusLine line = new StatusLine();
    private final AtomicLong lastShown = new AtomicLong();
    private volatile long layerStarted;
    private Monitor times = Monitor.SILENT;

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
        this.game = game;
        this.left = new TimeLeft(game, topLayer);
        this.topLayer = topLayer;
        this.whenInterrupted = whenInterrupted;
    }

    /** Also prints, after each larger layer, the times of its phases and how long threads waited. */
    public void printTimes(int threads) {
        times = new WorkTimes(threads, out::println);
    }

    @Override
    public void layerBegins(int layer, long positions, long steps) {
        times.layerBegins(layer, positions, steps);
        left.layerBegins(layer);
        layerStarted = System.nanoTime();
        mark.layerBegins(topLayer, layer, steps);
        lastShown.set(System.nanoTime());
    }

    /** Ends the layer that was begun last, whose time is that since then. */
    public void layerEnds() {
        int layer = mark.read().layer();
        layerEnds(layer, game.size(layer), Duration.ofNanos(System.nanoTime() - layerStarted));
    }

    @Override
    public void layerEnds(int layer, long positions, Duration layerTime) {
        double seconds = layerTime.toNanos() / 1e9;
        left.layerEnds(seconds);
        mark.layerEnds();
        line.clear();
        String text = finished("layer " + layer + " of " + topLayer, positions, seconds, left.afterLayer());
        out.println(line.isShown() ? text : Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + text);
        times.layerEnds(layer, positions, layerTime);
        out.flush();
    }

    /** Returns the line for a finished layer, at most 80 columns wide: it omits the rate if that does not fit. */
    static String finished(String what, long positions, double seconds, OptionalDouble left) {
        String text = what + ": " + Units.count(positions) + " positions";
        String end = left.isPresent() ? ", " + left(left) : "";
        if (positions >= MIN_POSITIONS_FOR_RATE) {
            text += ", " + Units.seconds(seconds);
            String rate = ", " + Units.rate(positions / seconds);
            text += (text + rate + end).length() <= 80 ? rate : "";
        }
        return text + end;
    }

    @Override
    public void phase(String name) {
        times.phase(name);
        mark.phase(name);
        show();
    }

    @Override
    public void sweep(int sweep, long changed) {
        times.sweep(sweep, changed);
        mark.sweep(sweep);
        show();
    }

    @Override
    public void ran(long nanos, long waitingNanos, long processorNanos) {
        times.ran(nanos, waitingNanos, processorNanos);
    }

    @Override
    public void advance(long steps) {
        mark.advance(steps);
        show();
    }

    /** Records the time left and redraws the line, but only a few times a second: every worker thread calls this often. */
    private void show() {
        long now = System.nanoTime();
        long last = lastShown.get();
        if (now - last <= NANOS_BETWEEN || !lastShown.compareAndSet(last, now)) {
            return;
        }
        BuilderMark.Snapshot before = mark.read();
        if (before.layer() >= 0) {
            double seconds = (now - layerStarted) / 1e9;
            mark.left(left.ofLayer(seconds, before.share()), left.ofAll(seconds, before.share()));
        }
        line.show(moving(mark.read()));
    }

    /** Returns the parts of the redrawn line, the most important first. */
    public static List<String> moving(BuilderMark.Snapshot mark) {
        List<String> parts = new ArrayList<>();
        if (mark.layer() >= 0) {
            parts.add(layer(mark));
            OptionalDouble layer = mark.layerSecondsLeft();
            OptionalDouble build = mark.workSecondsLeft();
            if (layer.isPresent()) {
                parts.add(left(layer)
                        + (build.isPresent() ? " (build " + Units.estimate(build.getAsDouble()) + ")" : ""));
            } else if (build.isPresent()) {
                parts.add("build " + left(build));
            }
        }
        int sweeps = mark.sweep();
        parts.add(mark.phase() + (sweeps == 0 ? "" : sweeps == 1 ? ", 1 sweep" : ", " + sweeps + " sweeps"));
        return parts;
    }

    /** Returns the current layer and how much of it is done, such as {@code layer 18 of 25  43 %}. */
    public static String layer(BuilderMark.Snapshot mark) {
        return String.format(Locale.ROOT, "layer %d of %d %3.0f %%", mark.layer(), mark.topLayer(), 100 * mark.share());
    }

    private static String left(OptionalDouble seconds) {
        return Units.estimate(seconds.getAsDouble()) + " left";
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
        line.close();
    }
}
