package granary.builder.command;

import granary.builder.Units;
import granary.builder.build.BuildListener;
import granary.builder.build.BuildStatus;
import granary.builder.store.BuilderMark;
import granary.game.Game;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows the progress of a computation over layers: a progress bar on a terminal, and a line for each finished layer.
 * Keeps the mark up to date for other processes. An interrupt from the keyboard stops the work at its next check.
 */
final class Progress implements BuildListener, AutoCloseable {
    /** Smaller layers are too quick for a meaningful rate. */
    private static final long MIN_POSITIONS_FOR_RATE = 100_000;

    private static final int PERCENT = 100;
    private static final long NANOS_BETWEEN = 250_000_000;

    private final PrintWriter out;
    private final BuilderMark mark;
    private final BuildStatus status;
    private final int topLayer;
    private final boolean terminal = isTerminal();
    private final Interruption interruption;
    private final AtomicLong lastShown = new AtomicLong();
    private volatile ProgressBar bar;

    Progress(PrintWriter out, BuilderMark mark, Game game, int topLayer, Interruption interruption) {
        this.out = out;
        this.mark = mark;
        this.status = new BuildStatus(mark, game);
        this.topLayer = topLayer;
        this.interruption = interruption;
    }

    @SuppressWarnings("SystemConsoleNull") // null where standard input or output is not a terminal
    private static boolean isTerminal() {
        return System.console() != null && System.console().isTerminal();
    }

    @Override
    public void layerBegins(int layer, long positions, long steps) {
        mark.layerBegins(topLayer, layer, positions, steps);
        if (terminal) {
            bar = new ProgressBarBuilder()
                    .setTaskName(name(layer))
                    .setInitialMax(PERCENT)
                    .setStyle(ProgressBarStyle.ASCII)
                    .hideEta()
                    .clearDisplayOnFinish()
                    .build();
        }
    }

    @Override
    public void layerEnds(int layer, long positions, Duration layerTime) {
        closeBar();
        mark.layerEnds();
        double seconds = layerTime.toNanos() / 1e9;
        StringBuilder line = new StringBuilder(name(layer) + ": " + Units.count(positions) + " positions");
        if (positions >= MIN_POSITIONS_FOR_RATE) {
            line.append(", " + Units.seconds(seconds) + ", " + Units.rate(positions / seconds));
            if (layer < topLayer) {
                line.append(", about " + Units.seconds(status.secondsLeftAfter(layer)) + " left");
            }
        }
        out.println(line);
        out.flush();
    }

    private String name(int layer) {
        return "layer " + layer + " of " + topLayer;
    }

    @Override
    public void phase(String name) {
        mark.phase(name);
        showStatus();
    }

    @Override
    public void sweep(int sweep, long changed) {
        mark.sweep(sweep, changed);
        showStatus();
    }

    @Override
    public void advance(long steps) {
        mark.advance(steps);
        showStatus();
    }

    /** Updates the progress bar, a few times a second at most: every worker thread calls this. */
    private void showStatus() {
        ProgressBar shown = bar;
        long now = System.nanoTime();
        long last = lastShown.get();
        if (shown != null && now - last > NANOS_BETWEEN && lastShown.compareAndSet(last, now)) {
            shown.stepTo(Math.round(PERCENT * status.share()));
            shown.setExtraMessage(" " + status.describePhase() + ", " + status.describeRate());
        }
    }

    @Override
    public void check() {
        interruption.check();
    }

    private void closeBar() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }

    @Override
    public void close() {
        closeBar();
    }
}
