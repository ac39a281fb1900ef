package granary.exchange.vu;

import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.memory.MemoryNeed;
import granary.builder.memory.WholeMemory;
import granary.builder.solve.LayerNeed;
import granary.builder.solve.LayerSolver;
import granary.builder.store.LayerSource;
import granary.builder.store.LayerWriter;
import granary.game.Game;
import granary.game.PositionIterator;
import java.io.IOException;

/**
 * Takes the scores of a layer from a file of the VU database. The file lacks the boards that no move leads to. Every
 * move from such a board leads to a board in the file or to a lower layer, so looking one move ahead gives its score.
 */
final class VuSolver implements LayerSolver {
    /** The approximate number of positions in a part. Parts begin at the first position of a group of packed scores. */
    private static final int PART = 1 << 18;

    /** Bytes for a position of a part: as read, its score, the score's digit, and packed. */
    private static final long HEAP_A_POSITION = 6;

    private final VuDatabase source;
    private final int threads;

    VuSolver(VuDatabase source, int threads) {
        this.source = source;
        this.threads = threads;
    }

    @Override
    public LayerNeed need(int seeds) {
        long heap = threads * HEAP_A_POSITION * Math.min(PART, VuDatabase.GAME.size(seeds));
        return new LayerNeed(new MemoryNeed(0, 0), heap, VuDatabase.GAME.size(seeds));
    }

    @Override
    public void solve(int seeds, LayerSource lower, WholeMemory memory, LayerWriter writer, Monitor monitor)
            throws IOException {
        int digits = writer.packing().wholeBytes();
        int part = PART / digits * digits;
        long positions = VuDatabase.GAME.size(seeds);
        WorkerPool pool = new WorkerPool(threads, monitor);
        monitor.phase("import");
        try (VuFile file = source.open(seeds)) {
            try {
                pool.forRange(positions, part, (from, to) -> {
                    short[] scores = new short[(int) (to - from)];
                    new Part(file, lower, seeds).scores(from, to, scores);
                    writer.write(from, scores, 0, scores.length);
                    monitor.advance(to - from);
                });
            } catch (InternalError e) {
                throw file.fault(e);
            }
        }
    }

    /** One thread's work on a part of a layer. */
    private record Part(VuFile file, LayerSource lower, int seeds) {
        void scores(long from, long to, short[] scores) {
            VuFile.Part part = file.part(from, to);
            byte[] stored = part.scores();
            for (int i = 0; i < stored.length; i++) {
                file.check(part.first() + i, stored[i], true);
            }
            int[] left = {stored.length};
            int[] board = new int[VuIndex.PITS];
            Runs.visit(seeds, from, to, (offset, length, isStored) -> {
                int at = (int) (offset - from);
                if (isStored) {
                    for (int i = 0; i < length; i++) {
                        scores[at + i] = stored[left[0] - 1 - i];
                    }
                    left[0] -= length;
                } else {
                    PositionIterator boards = VuDatabase.GAME.iterate(seeds, offset);
                    for (int i = 0; i < length && boards.next(board); i++) {
                        scores[at + i] = (short) byMoves(board);
                    }
                }
            });
        }

        private int byMoves(int[] board) {
            Game game = VuDatabase.GAME;
            int[] best = {Integer.MIN_VALUE};
            game.moves(board, (pit, captured, successor) -> {
                int score = captured == 0
                        ? stored(VuIndex.index(seeds, successor))
                        : lower.scores(seeds - captured).table().value(game.offset(successor));
                best[0] = Math.max(best[0], captured - score);
            });
            return best[0] == Integer.MIN_VALUE ? game.terminalScore(board) : best[0];
        }

        private int stored(long index) {
            byte score = file.get(index);
            file.check(index, score, true);
            return score;
        }
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public String description() {
        return "import from " + source.directory();
    }
}
