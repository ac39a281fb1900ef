package granary.benchmarks;

import granary.database.Database;
import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.PlayedGame;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/**
 * Searches positions of random games to a fixed depth. {@link Speed} loads this class once for each engine that it compares, so it uses
 * nothing that an older engine does not have.
 */
public final class TimedSearch implements IntFunction<long[]> {
    private static final int MEGABYTES = 64;
    private static final int LEAST_MOVES = 4;
    private static final int MOST_MOVES = 43;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Database database;
    private final Engine engine;
    private final Limits limits;

    /** Opens a database, which is never closed. */
    public TimedSearch(String directory, Integer depth) {
        this.database = Database.open(Path.of(directory));
        this.engine = new Engine(database, Engine.Aim.WIN);
        this.limits = Limits.NONE.withDepth(depth);
        engine.resize(MEGABYTES);
    }

    /** Searches the position with some number, and returns the nanoseconds of processor time and the positions visited. */
    @Override
    public long[] apply(int number) {
        PlayedGame played = position(new Random(number));
        engine.clear();
        long before = THREADS.getCurrentThreadCpuTime();
        long nodes = engine.prepare(played, limits).search(depth -> {}).nodes();
        return new long[] {THREADS.getCurrentThreadCpuTime() - before, nodes};
    }

    private PlayedGame position(Random random) {
        PlayedGame played;
        do {
            played = new PlayedGame(database.game(), database.game().opening().orElseThrow());
            int moves = LEAST_MOVES + random.nextInt(MOST_MOVES + 1 - LEAST_MOVES);
            for (int i = 0; i < moves && !engine.isOver(played); i++) {
                List<Integer> legal = played.legalMoves();
                played.play(legal.get(random.nextInt(legal.size())));
            }
        } while (engine.isOver(played));
        return played;
    }
}
