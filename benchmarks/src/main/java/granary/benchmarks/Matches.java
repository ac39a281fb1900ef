package granary.benchmarks;

import granary.database.Database;
import granary.database.OpenOptions;
import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.PlayedGame;
import granary.engine.Report;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Plays matches: of the engine against itself, with a larger against a smaller database and the same processor time for each move;
 * or of two engines that speak the protocol, such as the present one against an older one. Games begin with some random moves.
 * Each opening is played twice, with sides changed. Each side has one thread.
 *
 * <pre>
 * java -jar benchmarks.jar matches DIRECTORY GAMES MILLIS SEEDS ...          SEEDS: sizes of databases, such as 0 12 16@OTHER
 * java -jar benchmarks.jar engines DIRECTORY GAMES LIMITS COMMAND COMMAND    LIMITS: follow go, such as "nodes 20000"
 * </pre>
 */
final class Matches {
    private static final int RANDOM_MOVES = 6;
    private static final int MAX_MOVES = 400;
    private static final String HEAD = " games | won | drawn | lost | score | Elo, 95% | moves a game | depth, mean |";

    private final Database database;
    /** Says when a game is over. */
    private final Engine referee;

    private Matches(Database database) {
        this.database = database;
        this.referee = new Engine(database, Engine.Aim.WIN);
    }

    /** Plays a match for each pair of the databases that the arguments name. */
    static void run(List<String> arguments) {
        Path directory = Path.of(arguments.get(0));
        int games = Integer.parseInt(arguments.get(1));
        TimeControl time = new TimeControl(Long.parseLong(arguments.get(2)));
        List<String> sizes = arguments.subList(3, arguments.size());
        System.out.println("| seeds | against |" + HEAD);
        System.out.println("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (int more = 1; more < sizes.size(); more++) {
            for (int less = 0; less < more; less++) {
                try (Database ours = open(directory, sizes.get(more));
                        Database theirs = open(directory, sizes.get(less))) {
                    System.out.println("| " + sizes.get(more) + " | " + sizes.get(less)
                            + new Matches(ours)
                                    .play(new TimedPlayer(ours, time), new TimedPlayer(theirs, time), games));
                }
            }
        }
    }

    /** Opens the layers up to a number of seeds, of a directory, or of the one that is named after the number. */
    private static Database open(Path directory, String size) {
        String[] words = size.split("@", 2);
        OpenOptions options = OpenOptions.DEFAULT.withLayers(0, Integer.parseInt(words[0]));
        return Database.open(words.length == 1 ? directory : Path.of(words[1]), options);
    }

    /** Plays a match of two commands that speak the protocol, by the rules of a database. */
    static void runEngines(List<String> arguments) throws IOException {
        int games = Integer.parseInt(arguments.get(1));
        String limits = arguments.get(2);
        try (Database rules = Database.open(Path.of(arguments.get(0)));
                ProtocolPlayer ours = new ProtocolPlayer(arguments.get(3), limits);
                ProtocolPlayer theirs = new ProtocolPlayer(arguments.get(4), limits)) {
            System.out.println("|" + HEAD);
            System.out.println("|--:|--:|--:|--:|--:|--:|--:|--:|");
            System.out.println(new Matches(rules).play(ours, theirs, games).strip());
        }
    }

    /** Chooses moves. */
    interface Player {
        /** Begins a new game, and forgets the previous one. */
        void begin();

        /** Returns a move. */
        Choice choose(PlayedGame game);
    }

    /**
     * A move.
     *
     * @param pit its pit
     * @param depth the depth of its search, or 0 when it reached a certain result
     */
    record Choice(int pit, int depth) {}

    /** The engine in this process, with some processor time for each move. */
    private record TimedPlayer(Engine engine, TimeControl time) implements Player {
        TimedPlayer(Database database, TimeControl time) {
            this(new Engine(database, Engine.Aim.WIN), time);
        }

        @Override
        public void begin() {
            engine.clear();
        }

        @Override
        public Choice choose(PlayedGame game) {
            Report report = time.search(engine.prepare(game, Limits.NONE));
            return new Choice(report.moves().get(0).move(), report.isExact() ? 0 : report.depth());
        }
    }

    private String play(Player ours, Player theirs, int games) {
        Random random = new Random(1);
        MatchScore score = new MatchScore();
        IntSummaryStatistics depths = new IntSummaryStatistics();
        long moves = 0;
        while (score.games() < games / 2 * 2) {
            PlayedGame opening = opening(random);
            int[] results = new int[2];
            for (int side = 0; side < 2; side++) {
                ours.begin();
                theirs.begin();
                PlayedGame game = opening.copy();
                results[side] = play(game, side, ours, theirs, depths);
                moves += game.moves().size() - RANDOM_MOVES;
            }
            score.add(results[0], results[1]);
        }
        return String.format(
                Locale.ROOT,
                " | %s | %.0f | %.1f |",
                score.columns(),
                (double) moves / score.games(),
                depths.getAverage());
    }

    private PlayedGame opening(Random random) {
        Game game = database.game();
        PlayedGame opening = new PlayedGame(game);
        for (int i = 0; i < RANDOM_MOVES; i++) {
            List<Integer> legal = opening.legalMoves();
            opening.play(legal.get(random.nextInt(legal.size())));
        }
        return opening;
    }

    /** Plays a game, adds the depths of our searches, and returns 1, 0 or -1 if we win, draw or lose. */
    private int play(PlayedGame game, int side, Player ours, Player theirs, IntSummaryStatistics depths) {
        while (!referee.isOver(game) && game.moments().size() < MAX_MOVES) {
            boolean isOurs = game.now().mover() == side;
            Choice choice = (isOurs ? ours : theirs).choose(game);
            if (isOurs && choice.depth() > 0) {
                depths.accept(choice.depth());
            }
            game.play(choice.pit());
        }
        int[] taken = referee.finalCount(game);
        return Integer.signum(taken[side] - taken[1 - side]);
    }
}
