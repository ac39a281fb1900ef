package granary.builder.solve;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import granary.builder.Monitor;
import granary.builder.Parallel;
import granary.builder.store.LayerWriter;
import granary.database.Database;
import granary.game.Game;
import granary.game.MoveVisitor;
import granary.game.PositionIterator;
import granary.game.Scoring;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.agrona.collections.LongArrayList;

/**
 * The reference solver: retrograde analysis with counters of unknown successors, for any game.
 *
 * <p>Every position starts with the best score among its moves to finished layers and a count of its moves inside the
 * layer. Stages then settle positions in the order of {@link Scoring#stage}: one whose best known score cannot be
 * bettered any more, or whose count is zero, is settled, and tells its predecessors. What no stage settles can play on for ever and
 * gets {@link Scoring#endless}. Moves inside the layer must bring no reward.
 *
 * <p>This is the algorithm of J. W. Romein and H. E. Bal, Solving Awari with Parallel Retrograde Analysis (IEEE
 * Computer 36(10), 2003), with its unbounded recursion replaced by a worklist. It touches memory at random and is not
 * fast; its worth is that it is simple. Two bytes a position, off heap.
 */
public final class RetrogradeSolver implements LayerSolver {
    /** A best known score where no move is known yet. */
    private static final byte UNKNOWN = Byte.MIN_VALUE;

    private static final byte SETTLED = -1;
    private static final long PART = 1 << 14;

    /** Room in the worklist; what does not fit is settled but untold, and found again by the next scan. */
    private static final int MAX_WORK = 1 << 20;

    private static final byte SETTLED_UNTOLD = -2;

    private final Game game;
    private final int threads;

    /**
     * Makes the solver.
     *
     * @param game the game
     * @param threads threads for the first pass, which looks successors up in finished layers; the propagation takes one
     */
    public RetrogradeSolver(Game game, int threads) {
        this.game = game;
        this.threads = threads;
    }

    @Override
    public long workingBytes(int layer) {
        return 2 * game.size(layer);
    }

    @Override
    public long steps(long positions) {
        return 3 * positions; // initialize, settle, write
    }

    @Override
    public void solve(Database lower, LayerWriter writer, Monitor monitor) {
        try (Arena arena = Arena.ofShared()) {
            new Layer(lower, writer.layer(), monitor, arena).solve(writer);
        }
    }

    /** The state of one layer while it is solved. */
    private final class Layer {
        private final Database lower;
        private final Scoring scoring;
        private final int layer;
        private final long size;
        private final Monitor monitor;
        /** Best known score of each position, or {@link #UNKNOWN}. */
        private final MemorySegment best;
        /** Moves inside the layer whose scores are unknown, or {@link #SETTLED} or {@link #SETTLED_UNTOLD}. */
        private final MemorySegment unknown;

        private final LongArrayList work = new LongArrayList();
        private int stage;
        private long settled;
        private boolean overflowed;

        Layer(Database lower, int layer, Monitor monitor, Arena arena) {
            this.lower = lower;
            this.scoring = game.scoring();
            this.layer = layer;
            this.size = game.size(layer);
            this.monitor = monitor;
            this.best = arena.allocate(size);
            this.unknown = arena.allocate(size);
        }

        void solve(LayerWriter writer) {
            monitor.phase("initialize");
            Parallel.forRange(threads, size, PART, this::initialize);
            monitor.phase("settle");
            for (stage = 0; stage <= lastStage() && settled < size; stage++) {
                do {
                    overflowed = false;
                    scan();
                } while (overflowed);
            }
            monitor.advance(size - settled / PART * PART);
            monitor.phase("write");
            write(writer);
        }

        private int lastStage() {
            return IntStream.rangeClosed(game.minScore(layer), game.maxScore(layer))
                    .map(score -> scoring.stage(layer, score))
                    .filter(last -> last != Scoring.NEVER)
                    .max()
                    .orElse(0);
        }

        private void initialize(long from, long to) {
            monitor.check();
            int[] position = new int[game.cells()];
            PositionIterator positions = game.iterate(layer, from);
            FirstLook look = new FirstLook();
            for (long offset = from; offset < to; offset++) {
                positions.next(position);
                look.begin();
                game.moves(position, look);
                int score = look.moves == 0 ? game.terminalScore(position) : look.score;
                best.set(JAVA_BYTE, offset, toByte(score));
                unknown.set(JAVA_BYTE, offset, toByte(look.inside));
            }
            monitor.advance(to - from);
        }

        /** What the moves of one position bring before anything of this layer is known. */
        private final class FirstLook implements MoveVisitor {
            private int moves;
            private int inside;
            private int score;

            void begin() {
                moves = 0;
                inside = 0;
                score = UNKNOWN;
            }

            @Override
            public void visit(int move, int reward, int[] successor) {
                moves++;
                if (game.layer(successor) == layer) {
                    if (reward != 0) {
                        throw new IllegalStateException("a move inside layer " + layer + " brings " + reward);
                    }
                    inside++;
                } else {
                    score = better(score, scoring.through(reward, lower.score(successor)));
                }
            }
        }

        /** Settles what belongs to the stage, and all that follows from it within the stage. */
        private void scan() {
            for (long offset = 0; offset < size; offset++) {
                if ((offset & (PART - 1)) == 0) {
                    monitor.check();
                }
                byte count = unknown.get(JAVA_BYTE, offset);
                if (count == SETTLED_UNTOLD) {
                    unknown.set(JAVA_BYTE, offset, SETTLED);
                    tellPredecessors(offset);
                } else if (count >= 0 && isDue(count, best.get(JAVA_BYTE, offset))) {
                    settle(offset);
                }
                while (!work.isEmpty()) {
                    tellPredecessors(work.popLong());
                }
            }
        }

        private boolean isDue(int count, byte score) {
            return count == 0 || (score != UNKNOWN && scoring.stage(layer, score) <= stage);
        }

        private void settle(long offset) {
            settled++;
            if (settled % PART == 0) {
                monitor.advance(PART);
                monitor.check();
            }
            if (work.size() < MAX_WORK) {
                unknown.set(JAVA_BYTE, offset, SETTLED);
                work.addLong(offset);
            } else {
                unknown.set(JAVA_BYTE, offset, SETTLED_UNTOLD);
                overflowed = true;
            }
        }

        private void tellPredecessors(long offset) {
            int score = scoring.through(0, best.get(JAVA_BYTE, offset));
            int[] position = new int[game.cells()];
            game.unrank(layer, offset, position);
            game.predecessors(position, predecessor -> tell(game.offset(predecessor), score));
        }

        private void tell(long offset, int score) {
            byte count = unknown.get(JAVA_BYTE, offset);
            if (count < 0) {
                return;
            }
            byte now = toByte(better(best.get(JAVA_BYTE, offset), score));
            best.set(JAVA_BYTE, offset, now);
            unknown.set(JAVA_BYTE, offset, (byte) (count - 1));
            if (isDue(count - 1, now)) {
                settle(offset);
            }
        }

        private int better(int known, int score) {
            return known == UNKNOWN || scoring.isBetter(score, known) ? score : known;
        }

        private void write(LayerWriter writer) {
            int digits = writer.packing().digits();
            int part = (int) (PART / digits * digits);
            byte endless = toByte(scoring.endless());
            Parallel.forRange(threads, size, part, (from, to) -> {
                monitor.check();
                byte[] scores = new byte[(int) (to - from)];
                for (int i = 0; i < scores.length; i++) {
                    boolean isSettled = unknown.get(JAVA_BYTE, from + i) < 0;
                    scores[i] = isSettled ? best.get(JAVA_BYTE, from + i) : endless;
                }
                writer.write(from, scores, 0, scores.length);
                monitor.advance(to - from);
            });
        }
    }

    private static byte toByte(int value) {
        if (value != (byte) value) {
            throw new ArithmeticException("score " + value + " does not fit a byte");
        }
        return (byte) value;
    }
}
