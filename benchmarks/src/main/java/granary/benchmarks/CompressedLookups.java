package granary.benchmarks;

import granary.database.Database;
import granary.game.Game;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToLongFunction;

/**
 * Times lookups of random positions of a database of awari, in its last layer, and of their moves, one thread, data in memory. For
 * compressed databases, where a lookup takes microseconds: {@link Lookups} is for nanoseconds. The positions
 * can arise in a game.
 *
 * <pre>
 * java -jar benchmarks.jar compressed DIR ROUNDS
 * </pre>
 */
final class CompressedLookups {
    private static final int WARM_UP = 5;
    private static final int POSITIONS = 5000;

    /** The sum of all values read. It is written so that the compiler cannot remove the lookups. */
    @SuppressWarnings("UnusedVariable")
    private static volatile long read;

    private CompressedLookups() {}

    static void run(List<String> words) {
        int rounds = Integer.parseInt(words.get(1));
        try (Database database = Database.open(Path.of(words.get(0)))) {
            Game game = database.game();
            int layer = database.layers().last();
            System.out.println(game.identity() + ", layer " + layer + ", microseconds, median (least to greatest of "
                    + rounds + " rounds)");
            print("score", database, rounds, database::score);
            print("moves", database, rounds, board -> database.moves(board).size());
        }
    }

    /** Returns whether the opponent has an empty pit: the player who has just sown has one. */
    private static boolean canArise(int... board) {
        return Arrays.stream(board, board.length / 2, board.length).anyMatch(seeds -> seeds == 0);
    }

    private static void print(String name, Database database, int rounds, ToLongFunction<int[]> lookup) {
        Game game = database.game();
        int layer = database.layers().last();
        Random random = new Random(layer);
        double[] times = new double[rounds];
        for (int round = -WARM_UP; round < rounds; round++) {
            int[][] boards = new int[POSITIONS][game.cells()];
            for (int[] board : boards) {
                do {
                    game.unrank(layer, random.nextLong(game.size(layer)), board);
                } while (!canArise(board));
            }
            long sum = 0;
            long start = System.nanoTime();
            for (int[] board : boards) {
                sum += lookup.applyAsLong(board);
            }
            double micros = (System.nanoTime() - start) / 1e3 / POSITIONS;
            read = sum;
            if (round >= 0) {
                times[round] = micros;
            }
        }
        Arrays.sort(times);
        System.out.printf(
                Locale.ROOT, "%s %.1f (%.1f to %.1f)%n", name, times[rounds / 2], times[0], times[rounds - 1]);
    }
}
