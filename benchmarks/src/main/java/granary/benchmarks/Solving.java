package granary.benchmarks;

import granary.awari.Awari;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.PlayedGame;
import granary.engine.Report;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the positions whose winner the engine proves in a given time. The scores of the positions are known, so a wrong proof is
 * found. Each player has captured as much as the other. Prints a line for each position, with its seeds and the seconds to the proof, or
 * to the end of the search; then one for each number of seeds, with the means. One thread searches, and its processor time is
 * counted, so that the machine may do other things.
 *
 * <pre>
 * java -jar benchmarks.jar solving DIRECTORY SEEDS MILLIS    DIRECTORY: a database; SEEDS: of its largest layer to use
 * </pre>
 */
final class Solving {
    private static final String RESOURCE = "solving.tsv";
    private static final int ALL_SEEDS = 48;
    private static final int CERTAIN = 10_000;
    private static final int MEGABYTES = 256;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Solving() {}

    /**
     * A position.
     *
     * @param board the mover's pits and the opponent's
     * @param score its score
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Problem(int[] board, int score) {
        static Problem parse(String line) {
            String[] columns = line.split("\t", -1);
            int[] board = Arrays.stream(columns[0].split(" ", -1))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            return new Problem(board, Integer.parseInt(columns[1]));
        }
    }

    static void run(List<String> arguments) throws IOException {
        int seeds = Integer.parseInt(arguments.get(1));
        TimeControl time = new TimeControl(Long.parseLong(arguments.get(2)));
        Map<Integer, Tally> tallies = new TreeMap<>();
        try (Database database = Database.open(Path.of(arguments.get(0)), OpenOptions.DEFAULT.withLayers(0, seeds))) {
            Awari game = (Awari) database.game();
            Engine engine = new Engine(database, Engine.Aim.WIN, MEGABYTES);
            engine.warmUp(new PlayedGame(game), 1000);
            for (Problem problem : problems()) {
                int left = game.layer(problem.board());
                int taken = (ALL_SEEDS - left) / 2;
                engine.clear();
                Engine.Run run = engine.prepare(new PlayedGame(game, problem.board(), 0, taken, taken), Limits.NONE);
                long before = THREADS.getCurrentThreadCpuTime();
                Report report = time.search(run);
                double took = (THREADS.getCurrentThreadCpuTime() - before) / 1e9;
                boolean isSolved = report.isExact() || Math.abs(report.score()) >= CERTAIN;
                System.out.printf(Locale.ROOT, "%d\t%s\t%.3f%n", left, isSolved ? "solved" : "open", took);
                if (isSolved
                        && game.settlesEndlessPlay()
                        && Integer.signum(report.score()) != Integer.signum(problem.score())) {
                    throw new AssertionError(Arrays.toString(problem.board()) + ": the score is " + problem.score()
                            + ", but the engine found " + report);
                }
                tallies.computeIfAbsent(left, key -> new Tally()).add(isSolved, took, report.nodes());
            }
        }
        tallies.forEach((left, tally) -> System.out.println(left + " seeds: " + tally));
    }

    /** Results of the positions with some number of seeds. */
    private static final class Tally {
        private int positions;
        private int solved;
        private int solvedFast;
        private int solvedAtOnce;
        private long nodes;
        private double seconds;

        void add(boolean isSolved, double took, long visited) {
            positions++;
            solved += isSolved ? 1 : 0;
            solvedFast += isSolved && took <= 1 ? 1 : 0;
            solvedAtOnce += isSolved && took <= 0.1 ? 1 : 0;
            nodes += visited;
            seconds += took;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d of %d positions solved, %d in 1 s, %d in 0.1 s; %.1f s and %,d nodes for each",
                    solved,
                    positions,
                    solvedFast,
                    solvedAtOnce,
                    seconds / positions,
                    nodes / positions);
        }
    }

    private static List<Problem> problems() throws IOException {
        try (InputStream in = Solving.class.getResourceAsStream(RESOURCE)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Problem::parse)
                    .toList();
        }
    }
}
