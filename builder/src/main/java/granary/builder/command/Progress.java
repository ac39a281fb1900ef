package granary.builder.command;

import granary.builder.build.BuildListener;
import granary.builder.plan.Units;
import granary.game.Game;
import java.io.PrintWriter;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows how a build goes: a moving line on a terminal, and a line for each finished layer. An interrupt from the
 * keyboard stops the build at its next check.
 */
final class Progress implements BuildListener, AutoCloseable {
    /** Smaller layers take no time, so their rates say nothing. */
    private static final long WORTH_A_RATE = 100_000;

    private final PrintWriter out;
    private final Game game;
    private final int topLayer;
    private final boolean terminal = isTerminal();
    private final Interruption interruption = new Interruption();
    private long positionsDone;
    private Duration time = Duration.ZERO;
    private ProgressBar bar;

    Progress(PrintWriter out, Game game, int topLayer) {
        this.out = out;
        this.game = game;
        this.topLayer = topLayer;
    }

    @SuppressWarnings("SystemConsoleNull") // it still is null where standard input or output are no terminal
    private static boolean isTerminal() {
        return System.console() != null && System.console().isTerminal();
    }

    @Override
    public void layerBegins(int layer, long positions, long steps) {
        if (terminal) {
            bar = new ProgressBarBuilder()
                    .setTaskName(name(layer))
                    .setInitialMax(steps)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUnit(" M", 1_000_000)
                    .showSpeed()
                    .clearDisplayOnFinish()
                    .build();
        }
    }

    @Override
    public void layerEnds(int layer, long positions, Duration layerTime) {
        closeBar();
        positionsDone += positions;
        time = time.plus(layerTime);
        double seconds = layerTime.toNanos() / 1e9;
        StringBuilder line = new StringBuilder(name(layer) + ": " + Units.count(positions) + " positions");
        if (positions >= WORTH_A_RATE) {
            line.append(", " + Units.seconds(seconds) + ", " + Units.rate(positions / seconds));
            if (layer < topLayer) {
                line.append(", about " + Units.seconds(secondsLeft(layer)) + " left");
            }
        }
        out.println(line);
        out.flush();
    }

    private String name(int layer) {
        return "layer " + layer + " of " + topLayer;
    }

    private double secondsLeft(int layer) {
        double positions = 0;
        for (int next = layer + 1; next <= topLayer; next++) {
            positions += game.size(next);
        }
        return positions / positionsDone * time.toNanos() / 1e9;
    }

    @Override
    public void phase(String name) {
        if (bar != null) {
            bar.setExtraMessage(name);
        }
    }

    @Override
    public void advance(long steps) {
        if (bar != null) {
            bar.stepBy(steps);
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
        interruption.close();
    }
}
