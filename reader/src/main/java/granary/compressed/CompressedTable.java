package granary.compressed;

import granary.awari.Awari;
import granary.error.DamagedFileException;
import granary.error.MissingLayerException;
import granary.format.CompressedHeader;
import granary.format.LayerTable;
import granary.game.Game;
import granary.storage.CheckedSections;
import granary.storage.Prefetch;
import granary.storage.Storage;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * The compressed scores of one layer. A score that is stored costs the decoding of its half of a block up to it; another, that of each
 * of its moves. Any number of threads may use it; each has a decoder.
 */
public final class CompressedTable extends LayerTable {
    private static final int MAX_PITS = 6;

    private final String where;
    private final CompressedHeader header;
    private final Awari game;
    private final CompressedPages pages;
    private final BestMove.Lookup lookup;
    private final IntFunction<LayerTable> tables;
    private final ThreadLocal<Probe> probes = ThreadLocal.withInitial(this::newProbe);
    /** Null until the first lookup. */
    private volatile Model model;

    /**
     * Makes the table of a file whose header was read.
     *
     * @param where the file, for messages
     * @param storage its bytes
     * @param header its header
     * @param game awari: see {@link #isPossible}
     * @param checks whether to compare checksums
     * @param tables gives the scores of this layer and of lower ones; throws an exception when one is missing
     */
    public CompressedTable(
            String where,
            Storage storage,
            CompressedHeader header,
            Game game,
            boolean checks,
            IntFunction<LayerTable> tables) {
        this.where = where;
        this.header = header;
        this.game = (Awari) game;
        this.pages = new CompressedPages(where, storage, header, checks);
        this.tables = tables;
        this.lookup = (layer, rank) -> tables.apply(layer).value(rank);
    }

    /** Returns whether layers of a game can be compressed: awari of at most 6 pits a side, in which no move captures 20 seeds. */
    public static boolean isPossible(Game game) {
        return game instanceof Awari awari && awari.pits() <= MAX_PITS;
    }

    /** The memory of one thread. It knows neither table nor file: a thread would keep these as long as it lives. */
    private static final class Probe {
        /** Null until something is decoded: positions that are not stored do without the model. */
        BlockDecoder decoder;

        final BlockWalk walk;
        final byte[] page = new byte[CompressedHeader.PAGE];
        final byte[] values = new byte[BlockWalk.HALF];
        final byte[] scanned = new byte[BlockWalk.BLOCK];
        final BestMove bestMove;

        Probe(Awari game, CompressedHeader header) {
            walk = new BlockWalk(game, header.layer());
            bestMove = new BestMove(game);
        }
    }

    private Probe newProbe() {
        return new Probe(game, header);
    }

    /** Decodes the first positions of a block, or of half a block. */
    private void decode(Probe probe, long firstHalf, int count, byte[] target) {
        if (probe.decoder == null) {
            probe.decoder = new BlockDecoder(game, header.layer(), model());
        }
        long found = pages.find(firstHalf / 2, probe.page);
        for (int from = 0; from < count; from += BlockWalk.HALF) {
            probe.decoder.decode(
                    firstHalf + from / BlockWalk.HALF,
                    probe.page,
                    CompressedPages.start(found),
                    CompressedPages.length(found),
                    Math.min(BlockWalk.HALF, count - from),
                    target,
                    from);
        }
    }

    /** {@inheritDoc} For a position that is not stored, these are the bytes for its moves, except those to layers that are missing. */
    @Override
    public void prefetch(long rank, Prefetch prefetch) {
        Objects.checkIndex(rank, header.positions());
        BlockWalk walk = probes.get().walk;
        walk.visit(rank);
        if (walk.isStored()) {
            if (model == null) {
                pages.prefetchModel(prefetch);
            }
            pages.prefetch(rank / BlockWalk.BLOCK, prefetch);
        } else {
            new BestMove(game).score(walk.board(), header.layer(), (layer, next) -> {
                try {
                    tables.apply(layer).prefetch(next, prefetch);
                } catch (MissingLayerException e) {
                    return 0; // the lookup will say so, if there is one
                }
                return 0; // any score will do
            });
        }
    }

    private Model model() {
        if (model == null) {
            synchronized (this) {
                if (model == null) {
                    model = pages.model(game);
                }
            }
        }
        return model;
    }

    /** Returns the file's header. */
    public CompressedHeader header() {
        return header;
    }

    /**
     * Decodes a block.
     *
     * @param block the block's number
     * @param values receives score + n of each of its positions, and 2n + 1 for those that are not stored
     * @return the number of its positions
     * @throws DamagedFileException when the page or a value is damaged
     */
    public int decode(long block, byte[] values) {
        Objects.checkIndex(block * BlockWalk.BLOCK, header.positions());
        int count = pages.positions(block);
        decode(probes.get(), 2 * block, count, values);
        for (int i = 0; i < count; i++) {
            if (values[i] != 2 * header.layer() + 1) {
                score(block * BlockWalk.BLOCK + i, values[i]); // throws, if it is none
            }
        }
        return count;
    }

    /**
     * Compares the checksums of the model and of all pages, and checks the values of raw blocks.
     *
     * @throws DamagedFileException when a checksum is wrong, the pages do not hold all blocks, each once, or a value is no score
     */
    public void checkAll() {
        checkModel();
        byte[] page = new byte[CompressedHeader.PAGE];
        for (long number = 0; number < header.pages(); number++) {
            pages.read(number, page);
            checkPage(number, page);
        }
    }

    /** Compares the checksum of the model. */
    public void checkModel() {
        model();
    }

    /**
     * Checks a page as {@link #checkAll} does.
     *
     * @param number 0 .. pages - 1
     * @param page its {@value CompressedHeader#PAGE} bytes
     */
    public void checkPage(long number, byte[] page) {
        byte[] values = new byte[BlockWalk.BLOCK];
        pages.check(number, page, block -> decode(block, values));
    }

    /** Returns the storage that lookups read the pages from. */
    public Storage storage() {
        return pages.data();
    }

    /** Returns the pages, which compare their checksums and nothing else. */
    public CheckedSections sections() {
        return pages;
    }

    @Override
    public long positions() {
        return header.positions();
    }

    @Override
    public int maximum() {
        return header.layer();
    }

    @Override
    public int value(long rank) {
        Objects.checkIndex(rank, header.positions());
        Probe probe = probes.get();
        probe.walk.visit(rank);
        if (!probe.walk.isStored()) {
            return probe.bestMove.score(probe.walk.board(), header.layer(), lookup);
        }
        int index = (int) (rank % BlockWalk.HALF);
        decode(probe, rank / BlockWalk.HALF, index + 1, probe.values);
        return score(rank, probe.values[index]);
    }

    @Override
    public void check(long rank, long count) {
        Objects.checkFromIndexSize(rank, count, header.positions());
        if (count > 0) {
            pages.check(rank / BlockWalk.BLOCK, (rank + count - 1) / BlockWalk.BLOCK);
        }
    }

    private int score(long rank, int value) {
        if (value < 0 || value > 2 * header.layer()) {
            throw new DamagedFileException(
                    where,
                    -1,
                    "a score at rank " + rank,
                    "the value " + value,
                    "written by another program, or damaged; copy it again or run granary repair");
        }
        return value - header.layer();
    }

    @Override
    public void values(long rank, int count, int[] target, int at) {
        Objects.checkFromIndexSize(rank, count, header.positions());
        Objects.checkFromIndexSize(at, count, target.length);
        Probe probe = probes.get();
        byte[] values = probe.scanned;
        long end = rank + count;
        for (long next = rank; next < end; ) {
            long block = next / BlockWalk.BLOCK;
            int from = (int) (next % BlockWalk.BLOCK);
            int to = (int) Math.min(BlockWalk.BLOCK, end - block * BlockWalk.BLOCK);
            decode(probe, 2 * block, to, values);
            for (int i = from; i < to; i++, next++) {
                target[at++] = values[i] == 2 * header.layer() + 1 ? value(next) : score(next, values[i]);
            }
        }
    }

    /** {@inheritDoc} In the order of the ranks, so that pages are read in their order. */
    @Override
    public void values(long[] ranks, int from, int count, long[] addresses, long[] numbers, int[] target, int at) {
        for (int i = 0; i < count; i++) {
            addresses[i] = Objects.checkIndex(ranks[from + i], header.positions()) << ORDER_BITS | i;
        }
        Arrays.sort(addresses, 0, count);
        for (int i = 0; i < count; i++) {
            target[at + (int) (addresses[i] & (1 << ORDER_BITS) - 1)] = value(addresses[i] >>> ORDER_BITS);
        }
    }

    /** Ranks take 40 bits; a batch has fewer boards than this many bits count. */
    private static final int ORDER_BITS = 20;
}
