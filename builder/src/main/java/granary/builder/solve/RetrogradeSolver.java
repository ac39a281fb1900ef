package granary.builder.solve;

import static java.lang.foreign.ValueLayout.JAVA_CHAR;

import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.memory.LayerNeeds;
import granary.builder.memory.ProcessMemory;
import granary.builder.memory.WorkingMemory;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
import granary.game.Game;
import granary.game.MoveVisitor;
import granary.game.PositionIterator;
import granary.game.Retrograde;
import granary.game.Scoring;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.agrona.collections.LongArrayList;

/**
 * The reference solver: retrograde analysis with counters of unknown successors, for any game.
 *
 * <p>Every position starts with the best score among its moves to finished layers and a count of its moves inside the
 * layer. Stages then settle positions in the order of {@link Retrograde#stage}: a position whose best known score cannot be
 * improved any more, or whose count is zero, is settled, and its score propagates to its predecessors. A position that no
 * stage settles can avoid an end forever and gets {@link Scoring#cycleValue}. Moves inside the layer must capture nothing.
 *
 * <p>This is the algorithm of J. W. Romein and H. E. Bal, Solving Awari with Parallel Retrograde Analysis (IEEE
 * Computer 36(10), 2003), with its unbounded recursion replaced by a worklist. Its memory accesses are random, so it is
 * slow, but simple enough to check faster solvers against. Two bytes per position, off heap.
 */
public final class RetrogradeSolver implements LayerSolver {
    private static final long RANGE = 1 << 14;

    /** Steps of progress a position, about as the phases take time. */
    private static final int INITIALIZE_STEPS = 4;

    private static final int SETTLE_STEPS = 32;
    private static final int WRITE_STEPS = 1;

    /** Capacity of the worklist. Positions beyond it are settled by the next scan. */
    private static final int MAX_WORKLIST = 1 << 20;

    /**
     * The state of a position is packed into 16 bits: (moves + 1) * (scores + 1) + best. <em>best</em> is the best known score, and
     * <em>moves</em> the number of moves inside the layer whose scores are unknown.
     */
    private static final long STATE_BYTES = Character.BYTES;

    /** The best score of a position none of whose moves is known yet. */
    private static final int UNKNOWN = Integer.MIN_VALUE;

    /** The moves of a settled position: its score is final, and propagated or in the worklist. */
    private static final int SETTLED = -1;

    /** A growing list exists twice, and the new one is at most twice as long as its contents. */
    private static final long GROWING = 3;

    /** Bytes of heap of a thread that writes: values, and what they are packed into. */
    private static final long WRITING = 3 * Short.BYTES * RANGE;

    private final Game game;
    /** The game; null if all its moves leave the layer. */
    private final Retrograde retrograde;

    private final int threads;

    /**
     * Creates the solver.
     *
     * @param game the game
     * @param threads threads for the first pass, which looks up successors in finished layers, and for writing; the
     *     propagation is single-threaded
     */
    public RetrogradeSolver(Game game, int threads) {
        this.game = game;
        this.retrograde = game instanceof Retrograde cyclic ? cyclic : null;
        this.threads = threads;
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public String description() {
        return "retrograde solver";
    }

    @Override
    public LayerNeeds need(int layer) {
        long size = game.size(layer);
        return new LayerNeeds(
                STATE_BYTES * size,
                GROWING * Long.BYTES * Math.min(size, MAX_WORKLIST) + threads * WRITING,
                (INITIALIZE_STEPS + SETTLE_STEPS + WRITE_STEPS) * size);
    }

    @Override
    public void solve(int layer, LayerFiles lower, WorkingMemory memory, LayerWriter writer, Monitor monitor) {
        new Layer(lower, layer, monitor, ((ProcessMemory) memory).bytes()).solve(writer);
    }

    /** The state of solving one layer. */
    private final class Layer {
        private final LayerFiles lower;
        private final Scoring scoring;
        private final int layer;
        private final long size;
        private final Monitor monitor;
        private final WorkerPool pool;
        private final MemorySegment states;
        /** The lowest score, and the number of scores with {@link #UNKNOWN}. */
        private final int minimum;

        private final int radix;
        private final LongArrayList worklist = new LongArrayList();
        private int stage;
        private long settled;
        private boolean overflowed;

        Layer(LayerFiles lower, int layer, Monitor monitor, MemorySegment memory) {
            this.lower = lower;
            this.scoring = game.scoring();
            this.layer = layer;
            this.size = game.size(layer);
            this.monitor = monitor;
            this.pool = new WorkerPool(threads, monitor);
            this.states = memory;
            this.minimum = game.minScore(layer);
            this.radix = game.maxScore(layer) - minimum + 2;
        }

        /** Returns the best known score of a position, or {@link #UNKNOWN}. */
        private int best(long rank) {
            int digit = states.getAtIndex(JAVA_CHAR, rank) % radix;
            return digit == radix - 1 ? UNKNOWN : minimum + digit;
        }

        /** Returns the number of unknown moves of a position, or {@link #SETTLED}. */
        private int count(long rank) {
            return states.getAtIndex(JAVA_CHAR, rank) / radix + SETTLED;
        }

        /**
         * Sets the state of a position.
         *
         * @throws ArithmeticException when the score is out of range or the count too large
         */
        private void set(long rank, int best, int count) {
            int digit = best == UNKNOWN ? radix - 1 : best - minimum;
            int state = (count - SETTLED) * radix + digit;
            if (digit < 0 || digit >= radix || state < 0 || state > Character.MAX_VALUE) {
                throw new ArithmeticException("score " + best + " with " + count + " unknown moves at rank " + rank);
            }
            states.setAtIndex(JAVA_CHAR, rank, (char) state);
        }

        void solve(LayerWriter writer) {
            monitor.phase("initialize");
            pool.forRange(size, RANGE, this::initialize);
            monitor.phase("settle");
            for (stage = 0; stage <= lastStage() && settled < size; stage++) {
                do {
                    overflowed = false;
                    scan();
                } while (overflowed);
            }
            monitor.advance(SETTLE_STEPS * (size - settled / RANGE * RANGE));
            monitor.phase("write");
            write(writer);
        }

        private int lastStage() {
            if (retrograde == null) {
                return 0;
            }
            return IntStream.rangeClosed(game.minScore(layer), game.maxScore(layer))
                    .map(score -> retrograde.stage(layer, score))
                    .filter(last -> last != Retrograde.NEVER)
                    .max()
                    .orElse(0);
        }

        private void initialize(long from, long to) {
            int[] position = new int[game.cells()];
            PositionIterator positions = game.iterate(layer, from);
            FirstPass pass = new FirstPass();
            for (long rank = from; rank < to; rank++) {
                positions.next(position);
                pass.begin();
                game.moves(position, pass);
                int best = pass.moves == 0 ? game.terminalScore(position) : pass.best;
                set(rank, best, pass.inside);
            }
            monitor.advance(INITIALIZE_STEPS * (to - from));
        }

        /** Evaluates the moves of one position while nothing in this layer is known. */
        private final class FirstPass implements MoveVisitor {
            private int moves;
            private int inside;
            private int best;

            void begin() {
                moves = 0;
                inside = 0;
                best = UNKNOWN;
            }

            @Override
            public void visit(int move, int captured, int[] successor) {
                moves++;
                int reached = game.layer(successor);
                if (reached == layer) {
                    if (captured != 0 || retrograde == null) {
                        throw new IllegalStateException("a move inside layer " + layer + " captures " + captured);
                    }
                    inside++;
                } else {
                    // Moves lead only to positions that are stored in their layer.
                    int score = lower.scores(reached).table().value(game.rank(successor));
                    best = better(best, scoring.backUp(captured, score));
                }
            }
        }

        /** Settles the positions of the current stage, and all that follow from them within it. */
        private void scan() {
            for (long rank = 0; rank < size; rank++) {
                if (rank % RANGE == 0) {
                    monitor.check();
                }
                int count = count(rank);
                if (count >= 0 && isDue(count, best(rank))) {
                    settle(rank);
                }
                while (!worklist.isEmpty()) {
                    propagate(worklist.popLong());
                }
            }
        }

        private boolean isDue(int count, int best) {
            return count == 0 || (best != UNKNOWN && retrograde.stage(layer, best) <= stage);
        }

        private void settle(long rank) {
            settled++;
            if (settled % RANGE == 0) {
                monitor.advance(SETTLE_STEPS * RANGE);
                monitor.check();
            }
            set(rank, best(rank), SETTLED);
            worklist.addLong(rank);
        }

        private void propagate(long rank) {
            if (retrograde == null) {
                return;
            }
            int score = scoring.backUp(0, best(rank));
            int[] position = new int[game.cells()];
            game.unrank(layer, rank, position);
            retrograde.predecessors(position, predecessor -> update(game.rank(predecessor), score));
        }

        private void update(long rank, int score) {
            int count = count(rank);
            if (count < 0) {
                return;
            }
            int best = better(best(rank), score);
            set(rank, best, count - 1);
            if (isDue(count - 1, best)) {
                if (worklist.size() < MAX_WORKLIST) {
                    settle(rank);
                } else {
                    overflowed = true;
                }
            }
        }

        private int better(int known, int score) {
            return known == UNKNOWN || scoring.isBetter(score, known) ? score : known;
        }

        private void write(LayerWriter writer) {
            int unit = writer.packing().wholeBytes();
            pool.forRange(size, RANGE / unit * unit, (from, to) -> {
                short[] scores = new short[(int) (to - from)];
                for (int i = 0; i < scores.length; i++) {
                    boolean isSettled = count(from + i) < 0;
                    scores[i] = (short) (isSettled ? best(from + i) : scoring.cycleValue());
                }
                writer.write(from, scores, 0, scores.length);
                monitor.advance(WRITE_STEPS * (to - from));
            });
        }
    }
}
