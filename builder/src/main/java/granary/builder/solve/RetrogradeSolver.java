package granary.builder.solve;

import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.LayerWriter;
import granary.database.Database;
import granary.game.Game;
import granary.game.MoveVisitor;
import granary.game.PositionIterator;
import granary.game.Scoring;
import java.lang.foreign.Arena;
import java.util.stream.IntStream;
import org.agrona.collections.LongArrayList;

/**
 * The reference solver: retrograde analysis with counters of unknown successors, for any game.
 *
 * <p>Every position starts with the best score among its moves to finished layers and a count of its moves inside the
 * layer. Stages then settle positions in the order of {@link Scoring#stage}: one whose best known score cannot be
 * bettered any more, or whose count is zero, is settled, and tells its predecessors. What no stage settles can play on
 * for ever and gets {@link Scoring#cycleValue}. Moves inside the layer must bring no reward.
 *
 * <p>This is the algorithm of J. W. Romein and H. E. Bal, Solving Awari with Parallel Retrograde Analysis (IEEE
 * Computer 36(10), 2003), with its unbounded recursion replaced by a worklist. It touches memory at random and is not
 * fast; its worth is that it is simple. Two bytes a position, off heap.
 */
public final class RetrogradeSolver implements LayerSolver {
    private static final long PART = 1 << 14;

    /** Room in the worklist; what does not fit is settled but untold, and found again by the next scan. */
    private static final int MAX_WORK = 1 << 20;

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
    public String description() {
        return "retrograde solver";
    }

    @Override
    public long workingBytes(int layer) {
        return PositionStates.BYTES * game.size(layer);
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

    /** One layer while it is solved. */
    private final class Layer {
        private final Database lower;
        private final Scoring scoring;
        private final int layer;
        private final long size;
        private final Monitor monitor;
        private final WorkerPool team;
        private final PositionStates states;
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
            this.team = new WorkerPool(threads, monitor);
            this.states = new PositionStates(arena, size, game.minScore(layer), game.maxScore(layer));
        }

        void solve(LayerWriter writer) {
            monitor.phase("initialize");
            team.forRange(size, PART, this::initialize);
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
            int[] position = new int[game.cells()];
            PositionIterator positions = game.iterate(layer, from);
            FirstLook look = new FirstLook();
            for (long offset = from; offset < to; offset++) {
                positions.next(position);
                look.begin();
                game.moves(position, look);
                int best = look.moves == 0 ? game.terminalScore(position) : look.best;
                states.set(offset, best, look.inside);
            }
            monitor.advance(to - from);
        }

        /** What the moves of one position bring before anything of this layer is known. */
        private final class FirstLook implements MoveVisitor {
            private int moves;
            private int inside;
            private int best;

            void begin() {
                moves = 0;
                inside = 0;
                best = PositionStates.UNKNOWN;
            }

            @Override
            public void visit(int move, int reward, int[] successor) {
                moves++;
                int reached = game.layer(successor);
                if (reached == layer) {
                    if (reward != 0) {
                        throw new IllegalStateException("a move inside layer " + layer + " brings " + reward);
                    }
                    inside++;
                } else {
                    // A position that a move leads to has a place in its layer.
                    int score = lower.table(reached).score(game.offset(successor));
                    best = better(best, scoring.backUp(reward, score));
                }
            }
        }

        /** Settles what belongs to the stage, and all that follows from it within the stage. */
        private void scan() {
            for (long offset = 0; offset < size; offset++) {
                if (offset % PART == 0) {
                    monitor.check();
                }
                int count = states.count(offset);
                if (count == PositionStates.SETTLED_PENDING) {
                    states.set(offset, states.best(offset), PositionStates.SETTLED);
                    tellPredecessors(offset);
                } else if (count >= 0 && isDue(count, states.best(offset))) {
                    settle(offset);
                }
                while (!work.isEmpty()) {
                    tellPredecessors(work.popLong());
                }
            }
        }

        private boolean isDue(int count, int best) {
            return count == 0 || (best != PositionStates.UNKNOWN && scoring.stage(layer, best) <= stage);
        }

        private void settle(long offset) {
            settled++;
            if (settled % PART == 0) {
                monitor.advance(PART);
                monitor.check();
            }
            boolean room = work.size() < MAX_WORK;
            states.set(offset, states.best(offset), room ? PositionStates.SETTLED : PositionStates.SETTLED_PENDING);
            if (room) {
                work.addLong(offset);
            } else {
                overflowed = true;
            }
        }

        private void tellPredecessors(long offset) {
            int score = scoring.backUp(0, states.best(offset));
            int[] position = new int[game.cells()];
            game.unrank(layer, offset, position);
            game.predecessors(position, predecessor -> tell(game.offset(predecessor), score));
        }

        private void tell(long offset, int score) {
            int count = states.count(offset);
            if (count < 0) {
                return;
            }
            int best = better(states.best(offset), score);
            states.set(offset, best, count - 1);
            if (isDue(count - 1, best)) {
                settle(offset);
            }
        }

        private int better(int known, int score) {
            return known == PositionStates.UNKNOWN || scoring.isBetter(score, known) ? score : known;
        }

        private void write(LayerWriter writer) {
            int digits = writer.packing().digits();
            team.forRange(size, PART / digits * digits, (from, to) -> {
                short[] scores = new short[(int) (to - from)];
                for (int i = 0; i < scores.length; i++) {
                    boolean isSettled = states.count(from + i) < 0;
                    scores[i] = (short) (isSettled ? states.best(from + i) : scoring.cycleValue());
                }
                writer.write(from, scores, 0, scores.length);
                monitor.advance(to - from);
            });
        }
    }
}
