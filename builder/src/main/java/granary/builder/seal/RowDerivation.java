package granary.builder.seal;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.LayerFiles;
import granary.builder.sweep.table.CaptureResult;
import granary.builder.sweep.table.Crossing;
import granary.builder.sweep.table.MoveTable;
import granary.format.LayerTable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Works out the scores of a layer that are not stored, row by row. A row holds the positions with one side of the opponent, so that
 * what a sowing does to this side is the same in all of it; what the sowing leaves of the mover's side is the same in all rows, and
 * becomes the row that the move leads to ({@link SideMoves}).
 *
 * <p>The rows are taken in an order in which moves lead to rows before. First come those where the opponent has an empty pit, in
 * lexicographic order: a position of them is left out only if all its moves lead to smaller rows of this kind
 * (docs/correctness.md). Then come the others, from which all moves lead to the first kind. Where another thread is still at work on
 * a row before, or the rules are not so simple, {@link PositionDerivation} decides.
 */
final class RowDerivation {
    /** Pits of the opponent that all rows of one task have in common, at most: enough tasks for many threads. */
    private static final int COMMON = 4;
    /** Positions between two reports of progress. */
    private static final int REPORT = 1 << 16;

    /** Positions whose moves are looked up at once. */
    private static final int TOGETHER = 64;

    private static final int NONE = Integer.MIN_VALUE;

    private final Awari game;
    private final int pits;
    private final int layer;
    private final byte none;
    private final SideMoves sides;
    private final MemorySegment memory;
    private final LayerFiles lower;
    /** By the opponent's seeds and the place of his side, the offset of the first position of its row. */
    private final long[][] rowStarts;

    /**
     * Prepares the work on a layer.
     *
     * @param sides has the tables of its sides
     * @param memory score + n of each position of the layer n, {@link LayerUnsealing#none} where it is not known
     * @param lower the packed layers below
     */
    RowDerivation(Awari game, int layer, SideMoves sides, MemorySegment memory, LayerFiles lower) {
        this.game = game;
        this.pits = game.pits();
        this.layer = layer;
        this.none = LayerUnsealing.none(layer);
        this.sides = sides;
        this.memory = memory;
        this.lower = lower;
        this.rowStarts = new long[layer + 1][];
    }

    /**
     * Works out all scores that are not known.
     *
     * @param monitor receives a step for each position
     */
    void run(WorkerPool pool, Monitor monitor) {
        pool.run(layer + 1, (worker, seeds) -> {
            rowStarts[(int) seeds] = sides.rowStarts((int) seeds, layer - (int) seeds);
        });
        List<int[]> beginnings = new ArrayList<>();
        addBeginnings(new int[Math.min(COMMON, pits - 1)], 0, layer, beginnings);
        Rows[] workers = new Rows[pool.threads()];
        for (boolean full : new boolean[] {false, true}) {
            pool.run(beginnings.size(), (worker, number) -> {
                if (workers[worker] == null) {
                    workers[worker] = new Rows(monitor);
                }
                workers[worker].run(beginnings.get((int) number), full);
            });
        }
    }

    /** Adds what sides may begin with, in lexicographic order. */
    private static void addBeginnings(int[] beginning, int pit, int seeds, List<int[]> all) {
        if (pit == beginning.length) {
            all.add(beginning.clone());
            return;
        }
        for (beginning[pit] = 0; beginning[pit] <= seeds; beginning[pit]++) {
            addBeginnings(beginning, pit + 1, seeds - beginning[pit], all);
        }
    }

    /** The work of one thread. */
    private final class Rows {
        private final Monitor monitor;
        private final PositionDerivation single = new PositionDerivation(game, layer, memory, lower);
        private final CaptureResult result = new CaptureResult(game, layer);
        private final int[] opponent = new int[pits];

        // What becomes of the opponent's side, by the crossing.
        private final int[] captured = new int[Crossing.of(layer, true) + 1];
        /** The place of what is left of the side; -1 if nothing is. */
        private final int[] places = new int[captured.length];
        /** The first offsets of the rows that the crossing leads to. */
        private final long[][] starts = new long[captured.length][];

        // Positions of a row that wait for the scores of their moves.
        private int waiting;
        private final long[] positions = new long[TOGETHER];
        private final int[] best = new int[TOGETHER];
        /** The moves by the seeds that they capture. */
        private final Moves[] moves = new Moves[Sowing.MOST_CAPTURED * pits + 1];

        private long done;

        Rows(Monitor monitor) {
            this.monitor = monitor;
            Arrays.setAll(moves, number -> new Moves(TOGETHER * pits));
        }

        void run(int[] beginning, boolean full) {
            System.arraycopy(beginning, 0, opponent, 0, beginning.length);
            addSides(beginning.length, layer - Arrays.stream(beginning).sum(), full);
            report();
        }

        private void addSides(int pit, int seeds, boolean full) {
            if (pit < pits) {
                for (opponent[pit] = 0; opponent[pit] <= seeds; opponent[pit]++) {
                    addSides(pit + 1, seeds - opponent[pit], full);
                }
            } else if (isFull() == full) {
                row(seeds);
            }
        }

        private boolean isFull() {
            for (int pit : opponent) {
                if (pit == 0) {
                    return false;
                }
            }
            return true;
        }

        private void row(int moverSeeds) {
            MoveTable sowings = sides.moves(moverSeeds);
            long start = rowStarts[layer - moverSeeds][sides.order.fileIndex(opponent, 0)];
            int length = sowings.firstMove.length - 1;
            boolean isPrepared = false;
            for (int mover = 0; mover < length; mover++) {
                if (memory.get(ValueLayout.JAVA_BYTE, start + mover) == none) {
                    if (!isPrepared) {
                        prepare(sowings, moverSeeds);
                        isPrepared = true;
                    }
                    positions[waiting] = start + mover;
                    addMoves(sowings, moverSeeds, mover);
                    waiting++;
                    if (waiting == TOGETHER) {
                        settle();
                    }
                }
            }
            settle();
            done += length;
            if (done > REPORT) {
                report();
            }
        }

        private void report() {
            monitor.advance(done);
            done = 0;
            monitor.check();
        }

        private void prepare(MoveTable sowings, int moverSeeds) {
            for (int crossing = sowings.crossings.nextSetBit(0);
                    crossing >= 0;
                    crossing = sowings.crossings.nextSetBit(crossing + 1)) {
                result.receive(opponent, 0, crossing);
                captured[crossing] = result.captured;
                places[crossing] = result.starved ? -1 : sides.order.fileIndex(result.board, pits);
                starts[crossing] = rowStarts[moverSeeds - Crossing.seeds(crossing)];
            }
        }

        /** Notes where the moves lead that leave the opponent with seeds. */
        private void addMoves(MoveTable sowings, int moverSeeds, int mover) {
            for (int i = sowings.firstMove[mover]; i < sowings.firstMove[mover + 1]; i++) {
                int left = MoveTable.sideLeft(sowings.moves[i]);
                int crossing = MoveTable.crossing(sowings.moves[i]);
                int place = places[crossing];
                if (place >= 0) {
                    int reward = captured[crossing];
                    long start = starts[crossing][left];
                    if (reward > 0) {
                        int seedsLeft = moverSeeds - Crossing.seeds(crossing);
                        start = sides.rowStart(seedsLeft, left, layer - reward - seedsLeft);
                    }
                    moves[reward].add(start + place, waiting);
                }
            }
        }

        /** Looks the moves up, all of a kind at once, so that the processor waits for many at a time. */
        private void settle() {
            Arrays.fill(best, 0, waiting, NONE);
            for (int reward = 0; reward < moves.length; reward++) {
                Moves some = moves[reward];
                if (reward == 0) {
                    lookUp(some);
                } else if (some.count > 0) {
                    some.lookUp(single.table(layer - reward));
                }
                for (int i = 0; i < some.count; i++) {
                    int position = some.positions[i];
                    best[position] = Math.max(best[position], reward - some.scores[i]);
                }
                some.count = 0;
            }
            for (int i = 0; i < waiting; i++) {
                if (best[i] == NONE) {
                    single.derive(positions[i]);
                } else {
                    memory.set(ValueLayout.JAVA_BYTE, positions[i], (byte) (best[i] + layer));
                }
            }
            waiting = 0;
        }

        private void lookUp(Moves some) {
            for (int i = 0; i < some.count; i++) {
                some.scores[i] = memory.get(ValueLayout.JAVA_BYTE, some.offsets[i]) - layer;
            }
            for (int i = 0; i < some.count; i++) {
                if (some.scores[i] == none - layer) {
                    some.scores[i] = single.derive(some.offsets[i]);
                }
            }
        }
    }

    /** Moves that capture the same number of seeds. */
    private static final class Moves {
        final long[] offsets;
        /** Which of the waiting positions has the move. */
        final int[] positions;

        final int[] scores;
        private final long[] addresses;
        private final long[] numbers;
        int count;

        Moves(int most) {
            offsets = new long[most];
            positions = new int[most];
            scores = new int[most];
            addresses = new long[most];
            numbers = new long[most];
        }

        void add(long offset, int position) {
            offsets[count] = offset;
            positions[count++] = position;
        }

        void lookUp(LayerTable table) {
            table.values(offsets, 0, count, addresses, numbers, scores, 0);
        }
    }
}
