package granary.benchmarks;

import granary.game.PositionIterator;
import granary.rank.Colex;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Ranking, unranking and stepping through boards of 12 pits and 20 seeds, in nanoseconds per board. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class Ranks {
    private static final int PITS = 12;
    private static final int SEEDS = 20;
    private static final int BOARDS = 1024;

    private final Colex colex = new Colex(PITS);
    private final int[][] boards = new int[BOARDS][PITS];
    private final long[] ranks = new long[BOARDS];
    private final int[] board = new int[PITS];
    private PositionIterator iterator = colex.iterate(SEEDS, 0);
    private int next;

    /** Draws random boards. */
    @Setup
    public void setUp() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < BOARDS; i++) {
            ranks[i] = random.nextLong(colex.size(SEEDS));
            colex.unrank(SEEDS, ranks[i], boards[i]);
        }
    }

    /** The rank of a board. */
    @Benchmark
    public long rank() {
        next = next + 1 & BOARDS - 1;
        return colex.rank(boards[next]);
    }

    /** The board at a rank. */
    @Benchmark
    public int[] unrank() {
        next = next + 1 & BOARDS - 1;
        colex.unrank(SEEDS, ranks[next], board);
        return board;
    }

    /** The next board in rank order. */
    @Benchmark
    public int[] step() {
        if (!iterator.next(board)) {
            iterator = colex.iterate(SEEDS, 0);
        }
        return board;
    }
}
