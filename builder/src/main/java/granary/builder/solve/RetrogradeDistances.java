package granary.builder.solve;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.Units;
import granary.builder.WorkerPool;
import granary.builder.WrongScoresException;
import granary.builder.memory.MainMemory;
import granary.builder.memory.ProcessMemory;
import granary.builder.store.LayerSource;
import granary.builder.store.LayerWriter;
import granary.format.LayerTable;
import granary.game.Game;
import granary.game.MoveVisitor;
import granary.game.PositionIterator;
import granary.game.Scoring;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The distances to conversion of one layer, computed from finished scores: the reference, for any game whose distances do not
 * follow from scores.
 *
 * <p>Conversion is a move to a lower layer (in awari a capture) or the end of the game. A move is optimal when it keeps the
 * score. The distance of a position, in moves of both sides, is 0 when its score is that of endless play or there is no
 * legal move. The side that gains hurries: 1 + the least over the optimal moves of 0 when the move converts, else the
 * distance of the position after it. The other side delays: 1 + the greatest of the same.
 *
 * <p>Distances are found in ascending order. A position whose mover gains has its distance with the first optimal move to a
 * position whose distance is known, any other with the last. The cost is four bytes per position, off heap, and a pass over them
 * for each distance.
 */
public final class RetrogradeDistances implements LayerDistances {
    private static final long CHUNK = 1 << 14;

    /** Bytes of working memory per position. */
    static final long BYTES = Integer.BYTES;

    /** Steps of progress per position. */
    static final int STEPS = 3;

    /** The state of a position whose distance is not known and that waits for one more optimal move. */
    private static final int WAITS_FOR_ONE = -1;

    private final LayerSource layers;
    private final Game game;
    private final Scoring scoring;
    private final int layer;
    private final long size;
    private final LayerTable scores;
    private final Monitor monitor;
    private final WorkerPool pool;
    /** The distance of each position; when it is not known, minus the number of optimal moves that the position waits for. */
    private final MemorySegment states;

    private final Runnable release;
    private int longest;

    /**
     * Computes the distances of a layer in newly allocated memory.
     *
     * @param layers has the layer and those below
     * @param layer the layer
     * @param threads threads for the first pass, which looks successors up, and for packing; the other passes use one thread
     * @param monitor notified of progress, {@value #STEPS} steps per position; may stop the computation
     * @throws IllegalArgumentException when distances follow from the game's scores
     * @throws CheckFailedException when memory does not suffice
     * @throws WrongScoresException when the scores are wrong
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     */
    public static RetrogradeDistances inMemoryOfItsOwn(LayerSource layers, int layer, int threads, Monitor monitor) {
        long bytes = Math.multiplyExact(BYTES, layers.game().size(layer));
        if (bytes > MainMemory.available()) {
            throw new CheckFailedException("layer " + layer + " needs another " + Units.bytes(bytes)
                    + " of main memory beside the Java heap for its distances, where "
                    + Units.bytes(MainMemory.available()) + " are available: some are too long for the working memory");
        }
        Arena arena = Arena.ofShared();
        try {
            MemorySegment states = ProcessMemory.allocate(bytes, arena);
            return new RetrogradeDistances(layers, layer, threads, monitor, states, arena::close);
        } catch (RuntimeException | Error e) {
            arena.close();
            throw e;
        }
    }

    /**
     * Computes the distances of a layer.
     *
     * @param states {@value #BYTES} bytes per position, contents undefined
     * @param release frees them
     */
    RetrogradeDistances(
            LayerSource layers, int layer, int threads, Monitor monitor, MemorySegment states, Runnable release) {
        this.layers = layers;
        this.game = layers.game();
        this.scoring = game.scoring();
        if (scoring.tellsDistance()) {
            throw new IllegalArgumentException("the scores of " + game.identity() + " tell the distance");
        }
        this.layer = layer;
        this.size = game.size(layer);
        this.scores = layers.scores(layer).table();
        this.monitor = monitor;
        this.pool = new WorkerPool(threads, monitor);
        this.states = states;
        this.release = release;
        monitor.phase("optimal moves");
        pool.forRange(size, CHUNK, this::begin);
        monitor.advance(size);
        monitor.phase("distances");
        while (updatePredecessorsOf(longest) || longest == 0) {
            longest++;
        }
        longest--;
        checkAllAreKnown();
        monitor.advance(size);
    }

    @Override
    public int longest() {
        return longest;
    }

    /**
     * Returns the distance of a position.
     *
     * @param offset 0 .. size - 1
     */
    public int distance(long offset) {
        return states.getAtIndex(JAVA_INT, offset);
    }

    @Override
    public void write(LayerWriter writer) {
        monitor.phase("packing");
        int unit = writer.packing().wholeBytes();
        pool.forRange(size, CHUNK / unit * unit, (from, to) -> {
            short[] distances = new short[(int) (to - from)];
            for (int i = 0; i < distances.length; i++) {
                distances[i] = (short) distance(from + i);
            }
            writer.write(from, distances, 0, distances.length);
        });
        monitor.advance(size);
    }

    @Override
    public void close() {
        release.run();
    }

    private void begin(long from, long to) {
        int[] position = new int[game.cells()];
        PositionIterator positions = game.iterate(layer, from);
        OptimalMoves optimal = new OptimalMoves();
        for (long offset = from; offset < to; offset++) {
            positions.next(position);
            optimal.begin(scores.value(offset));
            game.moves(position, optimal);
            if (!optimal.confirmTheScore(position)) {
                throw new WrongScoresException("layer " + layer + ", offset " + offset + ", position "
                        + String.join(" ", game.words(position)) + ": score " + optimal.score
                        + " is not that of its best move");
            }
            states.setAtIndex(JAVA_INT, offset, optimal.state());
        }
    }

    /** The moves of one position that keep its score. */
    private final class OptimalMoves implements MoveVisitor {
        private int score;
        private boolean any;
        private boolean better;
        private boolean converting;
        private int inside;

        void begin(int ofPosition) {
            score = ofPosition;
            any = false;
            better = false;
            converting = false;
            inside = 0;
        }

        @Override
        public void visit(int move, int reward, int[] successor) {
            any = true;
            int reached = game.layer(successor);
            LayerTable table =
                    reached == layer ? scores : layers.scores(reached).table();
            int value = scoring.backUp(reward, table.value(game.offset(successor)));
            better |= scoring.isBetter(value, score);
            if (value != score) {
                return;
            }
            if (reached == layer) {
                inside++;
            } else {
                converting = true;
            }
        }

        boolean confirmTheScore(int[] position) {
            return any ? !better && (converting || inside > 0) : score == game.terminalScore(position);
        }

        int state() {
            if (!any || score == scoring.cycleValue()) {
                return 0;
            }
            if (gains(score)) {
                return converting ? 1 : WAITS_FOR_ONE;
            }
            return inside == 0 ? 1 : -inside;
        }
    }

    private boolean gains(int score) {
        return scoring.isBetter(score, scoring.cycleValue());
    }

    /** Updates the predecessors of all positions with a distance, and returns whether there are such positions. */
    private boolean updatePredecessorsOf(int distance) {
        int[] position = new int[game.cells()];
        boolean any = false;
        for (long offset = 0; offset < size; offset++) {
            if (offset % CHUNK == 0) {
                monitor.check();
            }
            if (states.getAtIndex(JAVA_INT, offset) == distance) {
                any = true;
                int score = scores.value(offset);
                if (score != scoring.cycleValue()) {
                    game.unrank(layer, offset, position);
                    int kept = scoring.backUp(0, score);
                    game.predecessors(position, predecessor -> update(game.offset(predecessor), kept, distance));
                }
            }
        }
        return any;
    }

    /**
     * Updates a position one of whose moves leads to a position whose distance is now known.
     *
     * @param value the score that the move brings; the move is optimal when it equals the position's score
     */
    private void update(long offset, int value, int distance) {
        int state = states.getAtIndex(JAVA_INT, offset);
        if (state < 0 && scores.value(offset) == value) {
            states.setAtIndex(JAVA_INT, offset, state == WAITS_FOR_ONE ? distance + 1 : state + 1);
        }
    }

    private void checkAllAreKnown() {
        for (long offset = 0; offset < size; offset++) {
            if (states.getAtIndex(JAVA_INT, offset) < 0) {
                int[] position = new int[game.cells()];
                game.unrank(layer, offset, position);
                throw new WrongScoresException("layer " + layer + ", offset " + offset + ", position "
                        + String.join(" ", game.words(position)) + ": score " + scores.value(offset)
                        + " agrees with its moves, but optimal play never converts: scores of the layer support one another"
                        + " along a cycle and are wrong");
            }
        }
    }
}
