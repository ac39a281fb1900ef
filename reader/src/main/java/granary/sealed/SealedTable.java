package granary.sealed;

import granary.awari.Awari;
import granary.error.CorruptFileException;
import granary.format.ScoreTable;
import granary.format.SealedHeader;
import granary.storage.Storage;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * The sealed scores of one layer. A score that is stored costs the decoding of its block up to it; another, that of each of its
 * moves. Any number of threads may use it; each has a decoder and remembers the blocks that it decoded last.
 */
public final class SealedTable extends ScoreTable {
    private final Path path;
    private final SealedHeader header;
    private final Awari game;
    private final SealedPages pages;
    private final IntFunction<ScoreTable> tables;
    private final ThreadLocal<Probe> probes = ThreadLocal.withInitial(this::newProbe);
    /** Null until the first lookup. */
    private volatile Model model;

    /**
     * Makes the table of a file whose header was read.
     *
     * @param path the file, for messages
     * @param storage its bytes
     * @param header its header
     * @param game the game
     * @param checks whether to compare checksums
     * @param tables gives the scores of this layer and of lower ones; throws an exception when one is missing
     */
    public SealedTable(
            Path path,
            Storage storage,
            SealedHeader header,
            Awari game,
            boolean checks,
            IntFunction<ScoreTable> tables) {
        this.path = path;
        this.header = header;
        this.game = game;
        this.pages = new SealedPages(path, storage, header, checks);
        this.tables = tables;
    }

    /** What one thread needs. */
    private final class Probe {
        /** Blocks remembered; the moves of a position lead to a few. */
        static final int SLOTS = 16;

        final BlockDecoder decoder = new BlockDecoder(game, header.layer(), header.rule(), model());
        final BlockWalk place = new BlockWalk(game, header.layer(), header.rule());
        final byte[] page = new byte[SealedHeader.PAGE];
        final long[] blocks = new long[SLOTS];
        /** How many values of each block were decoded. */
        final int[] decoded = new int[SLOTS];

        final byte[][] values = new byte[SLOTS][BlockWalk.BLOCK];
        /** Boards of positions that are not stored, by how many of them led here. */
        int[][] boards = new int[0][];

        int depth;

        /** Returns values of a block, of which so many are decoded at least. */
        byte[] values(long block, int count) {
            int slot = (int) (block * 0x9E3779B97F4A7C15L >>> 60);
            if (blocks[slot] != block || decoded[slot] < count) {
                int length = (int) Math.min(BlockWalk.BLOCK, header.positions() - block * BlockWalk.BLOCK);
                // Who comes back to a block is likely to come again.
                int wanted = blocks[slot] == block && decoded[slot] > 0 ? length : count;
                decoded[slot] = 0;
                long place = pages.find(block, page, length);
                decoder.decode(block, page, SealedPages.start(place), SealedPages.length(place), wanted, values[slot]);
                blocks[slot] = block;
                decoded[slot] = wanted;
            }
            return values[slot];
        }

        /** Returns the score of the board that {@code place} is at by its moves. */
        int scoreByMoves() {
            if (boards.length < 3 * (depth + 1)) {
                boards = Arrays.copyOf(boards, boards.length + 3);
                for (int i = 3 * depth; i < boards.length; i++) {
                    boards[i] = new int[game.cells()];
                }
            }
            int[] board = boards[3 * depth];
            int[] sown = boards[3 * depth + 1];
            int[] successor = boards[3 * depth + 2];
            System.arraycopy(place.board(), 0, board, 0, board.length);
            depth++;
            try {
                int best = best(board, false, sown, successor);
                if (best == Integer.MIN_VALUE && game.mayStarve()) {
                    best = best(board, true, sown, successor);
                }
                return best == Integer.MIN_VALUE ? game.terminalScore(board) : best;
            } finally {
                depth--;
            }
        }

        private int best(int[] board, boolean starving, int[] sown, int[] successor) {
            int best = Integer.MIN_VALUE;
            for (int pit = 0; pit < game.pits(); pit++) {
                int captured = game.play(board, pit, starving, sown, successor);
                if (captured >= 0) {
                    long offset = game.offset(successor);
                    best = Math.max(
                            best,
                            captured - tables.apply(header.layer() - captured).score(offset));
                }
            }
            return best;
        }
    }

    private Probe newProbe() {
        return new Probe();
    }

    private Model model() {
        Model read = model;
        if (read == null) {
            read = pages.model(game);
            model = read;
        }
        return read;
    }

    /**
     * Compares the checksums of the model and of all pages.
     *
     * @throws granary.error.ChecksumException when one does not hold
     * @throws CorruptFileException when the pages do not hold all blocks, each once
     */
    public void checkAll() {
        model();
        pages.checkAll();
    }

    @Override
    public long positions() {
        return header.positions();
    }

    @Override
    public int score(long offset) {
        Objects.checkIndex(offset, header.positions());
        Probe probe = probes.get();
        probe.place.visit(offset);
        if (!probe.place.isStored()) {
            return probe.scoreByMoves();
        }
        int index = (int) (offset % BlockWalk.BLOCK);
        return score(offset, probe.values(offset / BlockWalk.BLOCK, index + 1)[index]);
    }

    private int score(long offset, byte value) {
        if (value < 0 || value > 2 * header.layer()) {
            throw new CorruptFileException(
                    path,
                    -1,
                    "a score at offset " + offset,
                    "the value " + value,
                    "written by another program, or damaged; copy it again or run granary repair");
        }
        return value - header.layer();
    }

    @Override
    public void scores(long offset, int count, int[] target, int at) {
        Objects.checkFromIndexSize(offset, count, header.positions());
        Objects.checkFromIndexSize(at, count, target.length);
        Probe probe = probes.get();
        long end = offset + count;
        for (long next = offset; next < end; ) {
            long block = next / BlockWalk.BLOCK;
            int from = (int) (next % BlockWalk.BLOCK);
            int to = (int) Math.min(BlockWalk.BLOCK, end - block * BlockWalk.BLOCK);
            byte[] values = probe.values(block, to);
            for (int i = from; i < to; i++, next++) {
                target[at++] = values[i] == 2 * header.layer() + 1 ? score(next) : score(next, values[i]);
            }
        }
    }

    /** {@inheritDoc} In order of the offsets, so that each block is decoded once. */
    @Override
    public void scores(long[] offsets, int from, int count, long[] addresses, long[] numbers, int[] target, int at) {
        for (int i = 0; i < count; i++) {
            addresses[i] = Objects.checkIndex(offsets[from + i], header.positions()) << ORDER_BITS | i;
        }
        Arrays.sort(addresses, 0, count);
        for (int i = 0; i < count; i++) {
            target[at + (int) (addresses[i] & (1 << ORDER_BITS) - 1)] = score(addresses[i] >>> ORDER_BITS);
        }
    }

    /** Offsets take 40 bits; a batch has fewer boards than this many bits count. */
    private static final int ORDER_BITS = 20;
}
