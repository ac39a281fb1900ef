package granary.builder.resource;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.builder.compress.training.Training;
import granary.builder.memory.BufferPool;
import granary.builder.memory.LayerNeeds;
import granary.builder.memory.MainMemory;
import granary.builder.store.RowDecoder;
import granary.builder.verify.Verification;
import granary.compressed.CompressedTable;
import granary.compressed.Model;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.DirectorySource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The files of a game's layers before they are made, and the resources that each operation on its database takes, layer by layer. {@link ResourceNeeds#then} combines those of several
 * layers. Any number of threads may use it.
 */
public final class ResourceModel {
    /** The heap of a process before it begins: the command line or a server, libraries, and what Java itself keeps there. */
    private static final long PROCESS_HEAP = 8L << 20;

    /** Bytes of heap for each segment of a file that is written or read as a whole: its digest, and its missing bytes. */
    private static final long SEGMENT_HEAP = 64;

    /** Bits of heap for each chunk of a mapped file, which record whether it was checked: one, rounded up. */
    private static final long CHUNK_BITS = 2;

    /** Bytes of heap of a thread that compresses: the scores of a range, its bytes, and other ranges that wait to be written. */
    private static final long COMPRESSION_HEAP = 3L << 20;

    /** Bytes of heap of a training at 48 seeds: three numbers for each of 64 units of some 2,600 rows, and what they begin with. */
    private static final long TRAINING_HEAP = 3L << 20;

    /** Bytes of heap of the network of a compressed layer, at 48 seeds. */
    private static final long NETWORK_HEAP = 1L << 20;

    /** Bytes of heap of a thread that decompresses: the moves of some positions by what they capture, and scores to be packed. */
    private static final long DECOMPRESSION_HEAP = 1L << 20;

    /** A file is mapped for lookups in parts of this length. */
    private static final long LOOKUP_MAPPING = 1L << 30;

    /** Bytes of heap that threads share of a compressed layer, without its model. */
    private static final long COMPRESSED_HEAP = 16L << 10;

    /** Bytes that a row of a model takes on the heap in addition to those in its file. */
    private static final int ROW_HEAP = 20;

    /** Bytes of heap of a thread that looks positions of a compressed layer up, without what grows with the layer: a page, two walks. */
    private static final long PROBE_HEAP = 8700;

    /** The longest distance that is assumed before distances are computed. */
    private static final int LIKELY_LONGEST = 255;

    /** The highest layer whose compressed size was measured. */
    private static final int MEASURED = 24;

    /** Bits a position of larger measured layers of 6-awari, and how many more for each layer above them: docs/compression.md. */
    private static final double COMPRESSED_BITS = 1.34;

    private static final double COMPRESSED_GROWTH = 0.0075;

    private static final Set<FileKind> SCORES = EnumSet.of(FileKind.SCORES);
    private static final Set<FileKind> BOUNDS = EnumSet.of(FileKind.BOUNDS);
    private static final Set<FileKind> SCORES_AND_DISTANCES = EnumSet.of(FileKind.SCORES, FileKind.DISTANCES);

    private final Game game;
    private final int threads;
    private final long memory;

    /**
     * Creates a model.
     *
     * @param threads the number of threads
     * @param memory bytes of main memory that working memory may take
     */
    public ResourceModel(Game game, int threads, long memory) {
        this.game = game;
        this.threads = threads;
        this.memory = memory;
    }

    /** Creates a model with as much main memory as is available. */
    public ResourceModel(Game game, int threads) {
        this(game, threads, MainMemory.available());
    }

    /** Returns a header of a layer's packed file, with its packing and length. Distances are assumed to fit a byte. */
    public LayerHeader header(FileKind kind, int layer) {
        return LayerFile.header(kind, game, layer, LIKELY_LONGEST, FileDigest.NONE);
    }

    /** Returns the bytes of a layer's packed files of some kinds. */
    public long bytes(int layer, Set<FileKind> kinds) {
        return kinds.stream()
                .filter(kind -> kind != FileKind.COMPRESSED)
                .mapToLong(kind -> header(kind, layer).fileLength())
                .sum();
    }

    /**
     * Returns the estimated bytes of a layer of awari in a compressed database. Layers of 6-awari to 24 seeds were measured. The
     * extrapolation beyond them may be wrong by a tenth at 48.
     */
    public long compressed(int layer) {
        if (layer < CompressedHeader.LOWEST || !(game instanceof Awari awari)) {
            return header(FileKind.SCORES, layer).fileLength();
        }
        double bits = COMPRESSED_BITS + COMPRESSED_GROWTH * Math.max(0, layer - MEASURED);
        long model = Model.length(awari.cells(), layer, Training.UNITS);
        return LayerHeader.LENGTH + model + (long) (bits * game.size(layer) / Byte.SIZE);
    }

    /** Returns the bytes of the packed files of some kinds of the layers from one to another. */
    public long bytes(int from, int to, Set<FileKind> kinds) {
        return IntStream.rangeClosed(Math.max(0, from), to)
                .mapToLong(layer -> bytes(layer, kinds))
                .sum();
    }

    /**
     * Returns the resources for building files of a layer.
     *
     * @param need what their solver needs
     * @param kinds the files
     */
    public ResourceNeeds build(int layer, LayerNeeds need, Set<FileKind> kinds) {
        long total = need.bytes();
        boolean isWindow = total > memory && need.outOfCore() != null;
        boolean scores = kinds.contains(FileKind.SCORES);
        boolean distances = kinds.contains(FileKind.DISTANCES);
        Set<FileKind> scored = EnumSet.copyOf(kinds);
        scored.remove(FileKind.BOUNDS);
        long own = bytes(layer, SCORES);
        long files = bytes(layer, kinds);
        long read = (scores || distances ? read(layer) : 0) + (distances && !scores ? own : 0);
        // Distances that follow scores use the conversion values of these.
        long mapped = scores && distances
                ? Math.max(read + own, bytes(layer, SCORES_AND_DISTANCES))
                : read + bytes(layer, scored);
        if (kinds.contains(FileKind.BOUNDS)) { // after those files are closed
            long below = bytes(lowestRead(game, layer), layer - 2, BOUNDS);
            mapped = Math.max(mapped, below + bytes(layer, BOUNDS));
        }
        return new ResourceNeeds(
                PROCESS_HEAP
                        + ofFiles(mapped, files)
                        + (isWindow ? need.outOfCore().heap().applyAsLong(memory) : need.heap()),
                isWindow ? need.outOfCore().memory() : total,
                layer - lowestRead(game, layer) + 2,
                2,
                files,
                isWindow ? BufferPool.fileBytes(total) : 0);
    }

    /** Returns the heap of the decoders of the bounds of a layer and those below it: two quantities of each. */
    private long decoders(int layer) {
        return IntStream.rangeClosed(lowestRead(game, layer), layer)
                .mapToLong(each -> 2
                        * RowDecoder.heapBytes(
                                header(FileKind.BOUNDS, each).packing().radix()))
                .sum();
    }

    /** Returns the bytes of the layers that captures of a layer lead into: all others are read only to be checked. */
    public long read(int layer) {
        return bytes(lowestRead(game, layer), layer - (game instanceof Awari ? 2 : 1), SCORES);
    }

    /** Returns the lowest layer that captures of a layer lead into. */
    public static int lowestRead(Game game, int layer) {
        return game instanceof Awari awari ? Math.max(0, layer - Sowing.MOST_CAPTURED * awari.pits()) : 0;
    }

    /** Returns the heap of files that are mapped, and of the longest that is made or read. */
    private static long ofFiles(long mapped, long longest) {
        return CHUNK_BITS * (mapped / LayerHeader.CHUNK_LENGTH) / Byte.SIZE
                + SEGMENT_HEAP * (longest / FileDigest.SEGMENT);
    }

    /**
     * Returns the resources for verifying a layer.
     *
     * @param kinds the files that it has, all of which are verified
     * @param byRows whether positions are checked by rows where that is possible
     */
    public ResourceNeeds verification(int layer, Set<FileKind> kinds, boolean byRows) {
        long files = bytes(layer, kinds);
        boolean bounds = kinds.contains(FileKind.BOUNDS);
        long read = read(layer) + (bounds ? bytes(lowestRead(game, layer), layer - 2, BOUNDS) : 0);
        return reading(
                Verification.heapBytes(game, layer, threads, byRows) + (bounds ? decoders(layer) : 0),
                files,
                read + files,
                (bounds ? 2 : 1) * layer + kinds.size(),
                1);
    }

    /** Returns the resources for compressing a layer into another directory. */
    public ResourceNeeds compression(int layer) {
        long packed = bytes(layer, SCORES);
        long compressed = compressed(layer);
        // The numbers of the pages grow to twice their room before they move.
        long pages = 3 * Integer.BYTES * (compressed / CompressedHeader.PAGE);
        return new ResourceNeeds(
                PROCESS_HEAP
                        + ofFiles(packed, compressed)
                        + threads * COMPRESSION_HEAP
                        + 2L * Training.atATime(threads) * TRAINING_HEAP // also of those that have ended
                        + NETWORK_HEAP
                        + pages,
                0,
                1,
                2,
                compressed,
                0);
    }

    /**
     * Returns the resources for decompressing a layer into another directory. Its scores are worked out in main memory, or in a file
     * where that does not hold them.
     *
     * @param tables the bytes of heap that its tables take
     */
    public ResourceNeeds decompression(int layer, long tables) {
        long packed = bytes(layer, SCORES);
        long positions = game.size(layer);
        boolean fits = positions < memory;
        long mapped = read(layer) + packed + (fits ? 0 : positions);
        long heap = CompressedTable.isPossible(game)
                ? tables + compressedHeap((Awari) game, layer, threads)
                : 0; // packed layers of any game are copied
        return new ResourceNeeds(
                PROCESS_HEAP + ofFiles(mapped, packed) + heap + NETWORK_HEAP + threads * DECOMPRESSION_HEAP,
                fits ? positions : 0,
                layer + 2,
                2,
                packed,
                fits ? 0 : positions);
    }

    /**
     * Returns the resources for counting the values and the moves of a layer.
     *
     * @param counters the bytes of heap of what counts them
     */
    public ResourceNeeds counting(int layer, long counters) {
        Set<FileKind> kinds = EnumSet.copyOf(SCORES_AND_DISTANCES);
        if (game.hasBounds()) {
            kinds.add(FileKind.BOUNDS);
        }
        return reading(counters, 0, bytes(layer, kinds) + read(layer), layer + kinds.size(), 2);
    }

    /**
     * Returns the resources for lookups of any positions in existing databases, packed or compressed, without what is kept of one that is
     * read from a server.
     *
     * @param databases what each has
     * @param threads threads that look positions up
     */
    public static ResourceNeeds lookups(List<Listing> databases, int threads) {
        long mapped = 0;
        long mappings = 0;
        int files = 0;
        long compressed = 0;
        for (Listing database : databases) {
            Manifest manifest = database.manifest();
            if (database.source() instanceof DirectorySource) {
                for (Manifest.Entry file : manifest.allFiles().values()) {
                    mapped += file.length();
                    mappings += Math.ceilDiv(file.length(), LOOKUP_MAPPING);
                    files++;
                }
            }
            for (int layer : manifest.files(FileKind.COMPRESSED).keySet()) {
                if (!manifest.files(FileKind.SCORES).containsKey(layer)) {
                    compressed += compressedHeap((Awari) database.game(), layer, threads);
                }
            }
        }
        return reading(compressed, 0, mapped, Math.toIntExact(mappings), files);
    }

    /** Returns the heap of a compressed layer when threads have looked positions up. */
    private static long compressedHeap(Awari awari, int layer, int threads) {
        int row = Short.BYTES * Training.UNITS;
        long model = (long) Model.length(awari.cells(), layer, Training.UNITS) * (row + ROW_HEAP) / row;
        // A walk has some tables by the seeds of a pit, and by these and the pit.
        long walk = (5 * Integer.BYTES + awari.pits() * Long.BYTES) * (long) layer;
        return model + COMPRESSED_HEAP + threads * (PROBE_HEAP + 2 * walk);
    }

    private static ResourceNeeds reading(long heap, long longest, long mapped, int mappings, int openFiles) {
        return new ResourceNeeds(PROCESS_HEAP + ofFiles(mapped, longest) + heap, 0, mappings, openFiles, 0, 0);
    }
}
