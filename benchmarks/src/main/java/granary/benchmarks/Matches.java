package granary.benchmarks;

import granary.database.Database;
import granary.database.OpenOptions;
import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.PlayedGame;
import granary.engine.Report;
import granary.game.Game;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Matches of the engine against itself: with more and more of a database, and the same time for each move, against none of
 * it. Games begin behind some random moves; each opening is played twice, with sides changed. One thread each.
 *
 * <pre>
 * java -jar benchmarks.jar matches DIRECTORY GAMES MILLIS SEEDS ...          SEEDS: of the database, such as 12
 * </pre>
 */
final class Matches {
    private static final int RANDOM_MOVES = 6;
    private static final int MAX_MOVES = 400;
    private static final double NORMAL_95 = 1.96;

    private final Database database;
    private final Limits limits;

    private Matches(Database database, long millis) {
        this.database = database;
        this.limits = Limits.NONE.withMillis(millis);
    }

    /** Plays the matches that the arguments name. */
    static void run(List<String> arguments) {
        Path directory = Path.of(arguments.get(0));
        int games = Integer.parseInt(arguments.get(1));
        long millis = Long.parseLong(arguments.get(2));
        System.out.println("| seeds | games | won | drawn | lost | score | Elo, 95% | moves a game | depth, mean |");
        System.out.println("|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (String seeds : arguments.subList(3, arguments.size())) {
            OpenOptions most = OpenOptions.DEFAULT.withLayers(0, Integer.parseInt(seeds));
            try (Database more = Database.open(directory, most);
                    Database none = Database.open(directory, OpenOptions.DEFAULT.withLayers(0, 0))) {
                System.out.println("| " + seeds + new Matches(more, millis).against(none, games));
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
            Report report = (isOurs ? ours : theirs).prepare(game, limits).search(depth -> {});
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
