package granary.builder.compress;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.rows.Crossing;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.table.CaptureResult;
import granary.builder.sweep.table.MoveTable;
import granary.compressed.BestMove;
import granary.compressed.BlockWalk;
import granary.compressed.CompressedTable;
import granary.format.LayerTable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Decompresses one layer: decodes what is stored, works out the other scores from their moves, row by row, and packs all. A row holds the
 * positions with one side of the opponent, so that what a sowing does to this side is the same in all of it; what the sowing leaves of
 * the mover's side is the same in all rows, and becomes the row that the move leads to ({@link SideMoves}).
 *
 * <p>Any order gives the same scores: if a move leads to an unknown score, {@link Rows#derive} works that one out at once, which ends
 * (docs/correctness.md). It also works out the positions whose moves all leave the opponent without seeds. The chosen order keeps reads
 * close together, for layers that the main memory does not hold: a move changes the last pits of both sides by one seed, or empties one,
 * so the positions that have the same numbers in the {@link #common} pits lead to few parts of the layer.
 */
final class LayerDecompression {
    /** The steps of a position: decoded, worked out, packed. */
    static final int STEPS = 3;

    /** Positions that are decoded in one task. */
    private static final int DECODED = 1 << 16;

    /** Positions between two reports of progress. */
    private static final int REPORT = 1 << 16;

    /** Positions whose moves are looked up at once. */
    private static final int TOGETHER = 64;

    private static final int NONE = Integer.MIN_VALUE;

    private final Awari game;
    private final int pits;
    /** {@link #common} */
    private final int[] common;

    private final int layer;
    private final byte none;
    private final SideMoves sides;
    private final CompressedTable compressed;
    private final LayerFiles lower;
    private final MemorySegment memory;
    private final WorkerPool pool;
    private final Monitor monitor;
    /** By the opponent's seeds and the rank of the opponent's side, the rank of the first position of its row. */
    private final long[][] rowStarts;

    /**
     * Prepares the work on a layer.
     *
     * @param game awari
     * @param sides tables of single sides, which are kept for the next layer
     * @param compressed the layer
     * @param lower the packed layers below
     * @param memory a byte for each position
     * @param monitor receives {@value #STEPS} steps for each position
     */
    LayerDecompression(
            Awari game,
            SideMoves sides,
            CompressedTable compressed,
            LayerFiles lower,
            MemorySegment memory,
            WorkerPool pool,
            Monitor monitor) {
        this.game = game;
        this.pits = game.pits();
        this.common = common(pits);
        this.layer = compressed.header().layer();
        this.none = (byte) (2 * layer + 1);
        this.sides = sides;
        this.compressed = compressed;
        this.lower = lower;
        this.memory = memory;
        this.pool = pool;
        this.monitor = monitor;
        this.rowStarts = new long[layer + 1][];
        sides.prepare(layer, pool);
        pool.run(layer + 1, (worker, seeds) -> {
            rowStarts[(int) seeds] = sides.rowStarts((int) seeds, layer - (int) seeds);
        });
    }

    /** Returns the pits that are the same in a task: the opponent's last, the mover's last two, the opponent's last but one. */
    static int[] common(int pits) {
        return pits == 2
                ? new int[] {2 * pits - 1, pits - 1}
                : new int[] {2 * pits - 1, pits - 1, pits - 2, 2 * pits - 2};
    }

    /** Writes the packed layer. */
    void write(LayerWriter writer) {
        fill();
        int range = writer.packing().wholeBytes() * 1024;
        pool.forRange(compressed.positions(), range, (from, to) -> {
            short[] scores = new short[(int) (to - from)];
            for (int i = 0; i < scores.length; i++) {
                scores[i] = (short) (memory.get(ValueLayout.JAVA_BYTE, from + i) - layer);
            }
            writer.write(from, scores, 0, scores.length);
            monitor.advance(scores.length);
        });
    }

    /** Fills the memory with score + n of each position of the layer n. */
    void fill() {
        pool.forRange(compressed.positions(), DECODED, (from, to) -> {
            decode(from, to);
            monitor.advance(to - from);
        });
        List<int[]> tasks = new ArrayList<>();
        addTasks(new int[common.length], 0, layer, tasks);
        Rows[] workers = new Rows[pool.threads()];
        pool.run(tasks.size(), (worker, number) -> {
            if (workers[worker] == null) {
                workers[worker] = new Rows();
            }
            workers[worker].run(tasks.get((int) number));
        });
    }

    /** Fills the memory with what is stored of some blocks, and with 2n + 1 for the scores that are not. */
    void decode(long from, long to) {
        byte[] values = new byte[BlockWalk.BLOCK];
        for (long first = from; first < to; first += BlockWalk.BLOCK) {
            int count = compressed.decode(first / BlockWalk.BLOCK, values);
            MemorySegment.copy(values, 0, memory, ValueLayout.JAVA_BYTE, first, count);
        }
    }

    /** Adds what the common pits may hold, in lexicographic order: the largest task comes first, and threads work side by side. */
    private static void addTasks(int[] task, int pit, int seeds, List<int[]> all) {
        if (pit == task.length) {
            all.add(task.clone());
            return;
        }
        for (task[pit] = 0; task[pit] <= seeds; task[pit]++) {
            addTasks(task, pit + 1, seeds - task[pit], all);
        }
    }

    /** The work of one thread. */
    final class Rows {
        private final BestMove bestMove = new BestMove(game);
        private final LayerTable[] tables = new LayerTable[layer];
        /** The last position that {@link #derive} worked out. */
        private final int[] derived = new int[2 * pits];

        private final CaptureResult result = new CaptureResult(game, layer);
        final int[] board = new int[2 * pits];

        // By crossing: whether a move of the row has it, the seeds that it captures, and the side that it leaves the
        // opponent.
        private final BitSet isPlayed = new BitSet();
        private final int[] captured = new int[Crossing.of(layer, true) + 1];
        /** The rank of what is left of the side; -1 if nothing is. */
        private final int[] ranks = new int[captured.length];
        /** The first ranks of the rows that the crossing leads to. */
        private final long[][] starts = new long[captured.length][];

        // Positions that wait for the scores of their moves.
        private int waiting;
        private final long[] positions = new long[TOGETHER];
        private final int[] best = new int[TOGETHER];
        /** The moves by the seeds that they capture. */
        private final Moves[] moves = new Moves[Sowing.MOST_CAPTURED * pits + 1];

        private long done;

        Rows() {
            Arrays.setAll(moves, number -> new Moves(TOGETHER * pits));
        }

        void run(int[] task) {
            for (int i = 0; i < common.length; i++) {
                board[common[i]] = task[i];
            }
            addRows(
                    2 * pits - 1 - common.length / 2,
                    layer - Arrays.stream(task).sum());
            deriveWaiting();
            report();
        }

        /** Goes through what the opponent's other pits may hold, from one down, and leaves the rest to the mover. */
        private void addRows(int pit, int seeds) {
            if (pit < pits) {
                row(pits - 1 - common.length / 2, seeds);
                return;
            }
            for (board[pit] = 0; board[pit] <= seeds; board[pit]++) {
                addRows(pit - 1, seeds - board[pit]);
            }
        }

        /** Works out the part of a row in which the mover has a number of seeds in the first pits, up to the last of these. */
        void row(int last, int seeds) {
            board[last] = seeds;
            int first = sides.order.fileIndex(board, 0);
            board[last] = 0;
            board[0] = seeds;
            int end = sides.order.fileIndex(board, 0) + 1;
            int moverSeeds = Arrays.stream(board, 0, pits).sum();
            board[0] = 0;
            long start = rowStarts[layer - moverSeeds][sides.order.fileIndex(board, pits)];
            MoveTable sowings = sides.moves.get(moverSeeds);
            isPlayed.clear();
            for (int mover = first; mover < end; mover++) {
                if (memory.get(ValueLayout.JAVA_BYTE, start + mover) == none) {
                    positions[waiting] = start + mover;
                    addMoves(sowings, moverSeeds, mover);
                    waiting++;
                    if (waiting == TOGETHER) {
                        deriveWaiting();
                    }
                }
            }
            done += end - first;
            if (done > REPORT) {
                report();
            }
        }

        private void report() {
            monitor.advance(done);
            done = 0;
            monitor.check();
        }

        private void play(int crossing, int moverSeeds) {
            result.receive(board, pits, crossing);
            captured[crossing] = result.captured;
            ranks[crossing] = result.starved ? -1 : sides.order.fileIndex(result.board, pits);
            starts[crossing] = rowStarts[moverSeeds - Crossing.seeds(crossing)];
            isPlayed.set(crossing);
        }

        /** Notes the positions after the moves that leave the opponent with seeds. */
        private void addMoves(MoveTable sowings, int moverSeeds, int mover) {
            for (int i = sowings.firstMove[mover]; i < sowings.firstMove[mover + 1]; i++) {
                int left = MoveTable.sideLeft(sowings.moves[i]);
                int crossing = MoveTable.crossing(sowings.moves[i]);
                if (!isPlayed.get(crossing)) {
                    play(crossing, moverSeeds);
                }
                int rank = ranks[crossing];
                if (rank >= 0) {
                    int gained = captured[crossing];
                    long start = starts[crossing][left];
                    if (gained > 0) {
                        int seedsLeft = moverSeeds - Crossing.seeds(crossing);
                        start = sides.rowStart(seedsLeft, left, layer - gained - seedsLeft);
                    }
                    moves[gained].add(start + rank, waiting);
                }
            }
        }

        /** Looks the moves up, all of a kind at once, so that the processor waits for many at a time. */
        void deriveWaiting() {
            Arrays.fill(best, 0, waiting, NONE);
            for (int gained = 0; gained < moves.length; gained++) {
                Moves some = moves[gained];
                if (gained == 0) {
                    lookUp(some);
                } else if (some.count > 0) {
                    table(layer - gained)
                            .values(some.ranks, 0, some.count, some.addresses, some.numbers, some.scores, 0);
                }
                for (int i = 0; i < some.count; i++) {
                    int position = some.positions[i];
                    best[position] = Math.max(best[position], gained - some.scores[i]);
                }
                some.count = 0;
            }
            for (int i = 0; i < waiting; i++) {
                if (best[i] == NONE) {
                    derive(positions[i]);
                } else {
                    memory.set(ValueLayout.JAVA_BYTE, positions[i], (byte) (best[i] + layer));
                }
            }
            waiting = 0;
        }

        private void lookUp(Moves some) {
            for (int i = 0; i < some.count; i++) {
                some.scores[i] = memory.get(ValueLayout.JAVA_BYTE, some.ranks[i]) - layer;
            }
            for (int i = 0; i < some.count; i++) {
                if (some.scores[i] == none - layer) {
                    some.scores[i] = derive(some.ranks[i]);
                }
            }
        }

        /** Returns the scores of a lower layer. */
        private LayerTable table(int seeds) {
            if (tables[seeds] == null) {
                tables[seeds] = lower.scores(seeds).table();
            }
            return tables[seeds];
        }

        /**
         * Works out one score of this layer from its moves, with those that it rests on, and returns it. Threads may work out the same
         * score at once: they find the same value, and bytes are written whole.
         */
        private int derive(long rank) {
            game.unrank(layer, rank, derived);
            int score = bestMove.score(derived, layer, this::score); // which copies the board
            memory.set(ValueLayout.JAVA_BYTE, rank, (byte) (score + layer));
            return score;
        }

        private int score(int seeds, long rank) {
            if (seeds < layer) {
                return table(seeds).value(rank);
            }
            byte value = memory.get(ValueLayout.JAVA_BYTE, rank);
            return value == none ? derive(rank) : value - layer;
        }
    }

    /** Moves that capture the same number of seeds. */
    private static final class Moves {
        final long[] ranks;
        /** The waiting position that has the move. */
        final int[] positions;

        final int[] scores;
        final long[] addresses;
        final long[] numbers;
        int count;

        Moves(int most) {
            ranks = new long[most];
            positions = new int[most];
            scores = new int[most];
            addresses = new long[most];
            numbers = new long[most];
        }

        void add(long rank, int position) {
            ranks[count] = rank;
            positions[count++] = position;
        }
    }
}
