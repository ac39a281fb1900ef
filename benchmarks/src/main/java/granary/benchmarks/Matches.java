package granary.benchmarks;

import granary.database.Database;
import granary.database.OpenOptions;
import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.PlayedGame;
import granary.engine.Report;
import granary.game.Game;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Matches of the engine against itself, with more of a database against less, and the same processor time for each move.
 * Games begin behind some random moves; each opening is played twice, with sides changed. One thread each.
 *
 * <pre>
 * java -jar benchmarks.jar matches DIRECTORY GAMES MILLIS SEEDS ...          SEEDS: of the database, such as 0 12
 * </pre>
 */
final class Matches {
    private static final int RANDOM_MOVES = 6;
    private static final int MAX_MOVES = 400;
    private static final double NORMAL_95 = 1.96;

    private final Database database;
    private final TimeControl time;

    private Matches(Database database, TimeControl time) {
        this.database = database;
        this.time = time;
    }

    /** Plays a match for each two of the databases that the arguments name. */
    static void run(List<String> arguments) {
        Path directory = Path.of(arguments.get(0));
        int games = Integer.parseInt(arguments.get(1));
        TimeControl time = new TimeControl(Long.parseLong(arguments.get(2)));
        int[] sizes = arguments.subList(3, arguments.size()).stream()
                .mapToInt(Integer::parseInt)
                .sorted()
                .toArray();
        System.out.println(
                "| seeds | against | games | won | drawn | lost | score | Elo, 95% | moves a game | depth, mean |");
        System.out.println("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (int more = 1; more < sizes.length; more++) {
            for (int less = 0; less < more; less++) {
                try (Database ours = Database.open(directory, OpenOptions.DEFAULT.withLayers(0, sizes[more]));
                        Database theirs = Database.open(directory, OpenOptions.DEFAULT.withLayers(0, sizes[less]))) {
                    System.out.println(
                            "| " + sizes[more] + " | " + sizes[less] + new Matches(ours, time).against(theirs, games));
                }
            }
        }
    }

    /** Ends searches whose thread has had its processor time: what else runs on the machine changes nothing. */
    private static final class TimeControl {
        private static final long POLL_NANOS = 500_000;

        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private final long nanos;
        private volatile Search present;

        TimeControl(long millis) {
            nanos = millis * 1_000_000;
            Thread watch = new Thread(this::watch);
            watch.setDaemon(true);
            watch.start();
        }

        private record Search(Engine.Run run, long thread, long end) {}

        Report search(Engine.Run run) {
            long end = threads.getCurrentThreadCpuTime() + nanos;
            present = new Search(run, Thread.currentThread().threadId(), end);
            return run.search(depth -> {});
        }

        private void watch() {
            while (true) {
                LockSupport.parkNanos(POLL_NANOS);
                Search now = present;
                if (now != null && threads.getThreadCpuTime(now.thread) >= now.end) {
                    now.run.stop();
                }
            }
        }
    }

    private String against(Database other, int games) {
        Engine ours = new Engine(database, Engine.Aim.WIN);
        Engine theirs = new Engine(other, Engine.Aim.WIN);
        Random random = new Random(1);
        int[] results = new int[3];
        // The games of one opening are not independent, so pairs of them are what is counted.
        List<Double> pairs = new ArrayList<>();
        Tally tally = new Tally();
        for (int pair = 0; pair < games / 2; pair++) {
            PlayedGame opening = opening(random);
            double points = 0;
            for (int side = 0; side < 2; side++) {
                ours.clear();
                theirs.clear();
                int result = play(opening.copy(), side, ours, theirs, tally);
                results[1 - result]++;
                points += (1 + result) / 4.0;
            }
            pairs.add(points);
        }
        int played = 2 * pairs.size();
        double mean = pairs.stream().mapToDouble(point -> point).average().orElseThrow();
        double variance = pairs.stream()
                        .mapToDouble(point -> (point - mean) * (point - mean))
                        .sum()
                / (pairs.size() - 1);
        double margin = NORMAL_95 * Math.sqrt(variance / pairs.size());
        return String.format(
                Locale.ROOT,
                " | %d | %d | %d | %d | %.3f | %+.0f (%+.0f .. %+.0f) | %.0f | %.1f |",
                played,
                results[0],
                results[1],
                results[2],
                mean,
                elo(mean),
                elo(mean - margin),
                elo(mean + margin),
                (double) tally.moves / played,
                (double) tally.depths / tally.searches);
    }

    /** What our side's searches did. */
    private static final class Tally {
        private long moves;
        private long searches;
        private long depths;
    }

    private PlayedGame opening(Random random) {
        Game game = database.game();
        PlayedGame opening = new PlayedGame(game, game.opening().orElseThrow());
        for (int i = 0; i < RANDOM_MOVES; i++) {
            List<Integer> legal = opening.legalMoves();
            opening.play(legal.get(random.nextInt(legal.size())));
        }
        return opening;
    }

    /** Returns 1, 0 or -1 for a game that we won, drew or lost. */
    private int play(PlayedGame game, int side, Engine ours, Engine theirs, Tally tally) {
        while (!ours.isOver(game) && game.moments().size() < MAX_MOVES) {
            boolean isOurs = game.now().mover() == side;
            Report report = time.search((isOurs ? ours : theirs).prepare(game, Limits.NONE));
            tally.moves++;
            if (isOurs && !report.isExact()) {
                tally.searches++;
                tally.depths += report.depth();
            }
            game.play(report.moves().get(0).move());
        }
        int[] taken = ours.finalCount(game);
        return Integer.signum(taken[side] - taken[1 - side]);
    }

    private static double elo(double score) {
        double bounded = Math.max(1e-3, Math.min(1 - 1e-3, score));
        return -400 * Math.log10(1 / bounded - 1);
    }
}
