package granary.statistics;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.rows.SowingEffect;
import granary.builder.rows.SowingEffects;
import granary.builder.store.LayerFiles;
import granary.builder.store.PackedLayer;
import granary.builder.store.Quantity;
import granary.builder.store.RowDecoder;
import granary.format.LayerTable;
import granary.game.PositionIterator;
import granary.rank.Colex;
import java.util.Arrays;

/**
 * Counts the moves of a layer of awari row by row. What a sowing leaves on the mover's side, and how many seeds cross,
 * depend only on that side and the pit. So for one mover's side and one pit, the successors of all positions lie in one
 * row of this layer, or in one row of each lower layer that captures lead to. A whole row decodes fast.
 *
 * <p>{@link PlainMoves} counts the few positions in which every move would leave the opponent without seeds.
 */
final class AwariMoves {
    /**
     * The most and the fewest mover's sides in one task. Sides are taken together because scores are decoded by the
     * opponent's side.
     */
    private static final int MAX_SIDES = 64;

    private static final int MIN_SIDES = 8;

    /** The most scores that a thread holds for the sides that it takes together. */
    private static final int SCORES = 1 << 22;

    /** If fewer than one in this many positions of a row capture, the captures are looked up one by one. */
    private static final int SPARSE = 16;

    private final LayerFiles files;
    private final Awari awari;
    private final int layer;
    private final Share share;
    private final WorkerPool pool;
    private final Monitor monitor;
    private final Colex side;
    private final Worker[] workers;

    private AwariMoves(LayerFiles files, Awari awari, int layer, Share share, WorkerPool pool, Monitor monitor) {
        this.share = share;
        this.files = files;
        this.awari = awari;
        this.layer = layer;
        this.pool = pool;
        this.monitor = monitor;
        this.side = new Colex(awari.pits());
        this.workers = new Worker[pool.threads()];
    }

    /** Returns whether a layer can be counted row by row. With many pits and seeds, the tables would be too large. */
    static boolean canCount(Awari awari, int layer) {
        return new Colex(awari.pits()).size(layer) < 1 << 24 && awari.maxScore(layer) < Byte.MAX_VALUE;
    }

    /**
     * Returns the most heap that counting a layer takes: a thread's scores of its mover's sides and of a row, and the arrays that all share for
     * the opponent's sides.
     */
    static long heapBytes(Awari awari, int layer, int threads) {
        Colex side = new Colex(awari.pits());
        long most = 0;
        for (int movers = 0; movers <= layer; movers++) {
            long opponents = side.size(layer - movers);
            long together = Math.min(side.size(movers), together(opponents));
            long worker = (together + 2) * opponents + side.size(layer);
            long effects = SowingEffects.heapBytes(awari, movers, layer - movers);
            most = Math.max(most, Long.BYTES * opponents + effects + threads * worker);
        }
        return most;
    }

    private static int together(long opponents) {
        return Math.clamp(SCORES / opponents, MIN_SIDES, MAX_SIDES);
    }

    /** Counts a share of a layer; the database holds it and all layers below. */
    static MoveTally count(LayerFiles files, Awari awari, int layer, Share share, WorkerPool pool, Monitor monitor) {
        return new AwariMoves(files, awari, layer, share, pool, monitor).count();
    }

    /** Counts the positions with some of the mover's sides, which one task counts. */
    static MoveTally count(LayerFiles files, Awari awari, int layer, int movers, int from, int to) {
        WorkerPool single = new WorkerPool(1, Monitor.SILENT);
        AwariMoves moves = new AwariMoves(files, awari, layer, Share.ALL, single, Monitor.SILENT);
        Worker worker = moves.new Worker();
        worker.count(moves.new Block(movers), from, to);
        return worker.tally;
    }

    private MoveTally count() {
        for (int movers = 0; movers <= layer; movers++) {
            count(new Block(movers));
        }
        MoveTally all = new MoveTally();
        for (Worker worker : workers) {
            if (worker != null) {
                all.add(worker.tally);
            }
        }
        return all;
    }

    private void count(Block block) {
        int together = together(block.opponents);
        pool.run((block.movers + together - 1) / together, (number, task) -> {
            if (!share.has(task)) {
                return;
            }
            if (workers[number] == null) {
                workers[number] = new Worker();
            }
            int from = (int) task * together;
            workers[number].count(block, from, Math.min(block.movers, from + together));
        });
    }

    /** The positions of the layer in which the mover has a number of seeds. */
    private final class Block {
        final int moversSeeds;
        final int opponentsSeeds;
        /** The number of the mover's sides. */
        final int movers;
        /** The number of the opponent's sides. */
        final int opponents;
        /** By the opponent's side, the rank at which its row begins. */
        final long[] rowStarts;

        /** The opponent's sides after a move. */
        final SowingEffects effects = new SowingEffects(awari);

        Block(int moversSeeds) {
            this.moversSeeds = moversSeeds;
            this.opponentsSeeds = layer - moversSeeds;
            this.movers = size(moversSeeds);
            this.opponents = size(opponentsSeeds);
            this.rowStarts = new long[opponents];
            int[] opponent = new int[awari.pits()];
            PositionIterator all = side.iterate(opponentsSeeds, 0);
            for (int i = 0; all.next(opponent); i++) {
                rowStarts[i] = awari.rowStart(moversSeeds, opponent, 0);
            }
        }
    }

    /** Returns the number of sides with a number of seeds. */
    private int size(int seeds) {
        return (int) side.size(seeds);
    }

    /** The buffers and counts of a thread. */
    private final class Worker {
        final MoveTally tally = new MoveTally();
        private final PlainMoves plain = new PlainMoves(files, layer, tally);
        private final int[] board = new int[awari.cells()];
        private final int[] opponent = new int[awari.pits()];
        private byte[] row = new byte[0];
        /** The scores of the current positions: for each mover's side, by the opponent's side. */
        private byte[] scores = new byte[0];
        /** By the opponent's side, the code of the position: see {@link MoveTally}. */
        private byte[] codes = new byte[0];
        /** By the opponent's side, 1 when a best move leaves the layer. */
        private byte[] leaves = new byte[0];

        void count(Block block, int from, int to) {
            int opponents = block.opponents;
            scores = grown(scores, (to - from) * opponents);
            codes = grown(codes, opponents);
            leaves = grown(leaves, opponents);
            gather(block, from, to);
            int[] mover = new int[awari.pits()];
            PositionIterator all = side.iterate(block.moversSeeds, from);
            for (int moverRank = from; moverRank < to; moverRank++) {
                all.next(mover);
                int at = (moverRank - from) * opponents;
                Arrays.fill(codes, 0, opponents, (byte) 0);
                Arrays.fill(leaves, 0, opponents, (byte) 0);
                for (int pit = 0; pit < mover.length; pit++) {
                    if (mover[pit] > 0) {
                        move(block, mover, pit, at);
                    }
                }
                finish(block, mover, at);
                zugzwang(block, mover, moverRank, at);
            }
            monitor.advance((long) (to - from) * opponents);
        }

        private void gather(Block block, int from, int to) {
            int width = to - from;
            for (int i = 0; i < block.opponents; i++) {
                int skip = decode(layer, block.rowStarts[i] + from, width);
                for (int j = 0; j < width; j++) {
                    scores[j * block.opponents + i] = row[skip + j];
                }
            }
        }

        /** Counts one move in all positions with one mover's side. */
        private void move(Block block, int[] mover, int pit, int at) {
            SowingEffect effect = block.effects.sow(mover, pit, block.opponentsSeeds, board);
            for (int captured = 0; captured <= effect.mostCaptured(); captured++) {
                if (effect.sides(captured).length > 0) {
                    reach(effect, captured, at);
                }
            }
        }

        /** Counts the move in the positions in which it captures this many seeds. */
        private void reach(SowingEffect effect, int captured, int at) {
            int[] before = effect.sides(captured);
            int[] ranks = effect.places(captured);
            int seeds = effect.seeds - captured;
            long start = awari.rowStart(seeds, board, 0);
            if (captured == 0) {
                int skip = decode(layer, start, size(seeds));
                for (int i = 0; i < before.length; i++) {
                    int best = row[skip + ranks[i]] == -scores[at + before[i]] ? 1 : 0;
                    codes[before[i]] += (byte) (MoveTally.LEGAL + best);
                }
                return;
            }
            tally.captures += before.length;
            tally.captured += captured * (long) before.length;
            if (before.length * (long) SPARSE < size(seeds)) {
                LayerTable table = files.scores(layer - captured).table();
                for (int i = 0; i < before.length; i++) {
                    capture(before[i], captured - table.value(start + ranks[i]), at);
                }
            } else {
                int skip = decode(layer - captured, start, size(seeds));
                for (int i = 0; i < before.length; i++) {
                    capture(before[i], captured - row[skip + ranks[i]], at);
                }
            }
        }

        private void capture(int opponent, int value, int at) {
            int best = value == scores[at + opponent] ? 1 : 0;
            codes[opponent] += (byte) (MoveTally.LEGAL + best);
            leaves[opponent] |= (byte) best;
        }

        private void finish(Block block, int[] mover, int at) {
            boolean canStarve = awari.rules() == RuleSet.OLYMPIAD && block.moversSeeds > 0;
            for (int i = 0; i < block.opponents; i++) {
                if (codes[i] == 0 && canStarve) {
                    System.arraycopy(mover, 0, board, 0, mover.length);
                    side.unrank(block.opponentsSeeds, i, opponent);
                    System.arraycopy(opponent, 0, board, mover.length, mover.length);
                    plain.count(board, scores[at + i]);
                } else {
                    tally.byCode[codes[i] & 0xff]++;
                    tally.circling += scores[at + i] == 0 && codes[i] != 0 && leaves[i] == 0 ? 1 : 0;
                }
            }
        }

        /** Counts mutual zugzwang. With the other player to move, the boards with one mover's side lie in one row. */
        private void zugzwang(Block block, int[] mover, int moverRank, int at) {
            int skip = decode(layer, awari.rowStart(block.opponentsSeeds, mover, 0), block.opponents);
            for (int i = 0; i < block.opponents; i++) {
                if (scores[at + i] + row[skip + i] < 0) {
                    tally.addZugzwang(block.rowStarts[i] + moverRank, scores[at + i], row[skip + i]);
                }
            }
        }

        /** Decodes a row of a layer into {@link #row}, and returns the row's index there. */
        private int decode(int seeds, long start, int length) {
            row = grown(row, length + RowDecoder.SLACK);
            PackedLayer packed = files.scores(seeds);
            packed.table().check(start, length);
            return packed.rows(Quantity.SCORE).decode(start, length, row);
        }

        private static byte[] grown(byte[] buffer, int length) {
            return buffer.length >= length ? buffer : new byte[length];
        }
    }
}
