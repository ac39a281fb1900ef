package granary.benchmarks;

import granary.database.Batch;
import granary.database.Check;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.database.OpenOptions;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.format.PackedTable;
import granary.game.Game;
import granary.storage.Storage;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Lookups in random order in the highest layer of a database, compared with a floor: one random byte of an array, or of a mapping,
 * as large as the layer's file.
 *
 * <p>The places to look up fit into the first cache, like an engine's boards. In the cold case they are drawn anew before each
 * invocation, outside the measured time. In the warm case they stay the same, so that the lines of the file stay in the cache, too.
 *
 * <p>In {@code chained} benchmarks each read waits for the value of the one before, which shows the latency of one. In {@code
 * loop} benchmarks reads are independent, and the processor overlaps some of them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 30, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class Lookups {
    /** 12 KiB of boards and 16 KiB of cache lines, which fit into the first cache; an invocation takes some 10 microseconds. */
    static final int PLACES = 256;

    private static final int CELLS = 12;

    /** Whether the places are drawn anew before each invocation. */
    @Param({"true", "false"})
    boolean cold;

    private final SplittableRandom random = new SplittableRandom(1);
    private Database database;
    private Database unchecked;
    private Game game;
    private LayerTable table;
    private LayerTable decoder;
    private Batch batch;
    private byte[] array;
    private MappedByteBuffer mapping;
    private MappedByteBuffer distances;
    private final long[] offsets = new long[PLACES];
    private final int[] indexes = new int[PLACES];
    private final int[] distanceIndexes = new int[PLACES];
    private final int[] boards = new int[PLACES * CELLS];
    private final int[] scores = new int[PLACES];
    private int layer;
    /** Always 0, but the compiler cannot know. It makes the place of a read depend on the value of the previous read. */
    private int nothing;

    /** Opens the layer. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        Path directory = Path.of(System.getProperty(Benchmarks.DIRECTORY));
        Manifest manifest = DatabaseFiles.readManifest(directory);
        layer = manifest.files(FileKind.SCORES).lastKey();
        OpenOptions options = OpenOptions.DEFAULT.withLayers(layer, layer);
        database = Database.open(directory, options);
        database.load(List.of(layer));
        unchecked = Database.open(directory, options.withCheck(Check.HEADER));
        game = database.game();
        table = database.table(layer);
        decoder = new PackedTable(new MadeUpNumbers(), DatabaseFiles.scoresHeader(game, layer, FileDigest.NONE), null);
        batch = database.batch();
        Path file = directory.resolve(Manifest.fileName(layer));
        array = Files.readAllBytes(file);
        mapping = map(file);
        distances = map(directory.resolve(FileKind.DISTANCES.fileName(layer)));
        draw();
    }

    private static MappedByteBuffer map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            MappedByteBuffer mapping = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            mapping.load();
            return mapping;
        }
    }

    /** Draws new places for the cold case. */
    @Setup(Level.Invocation)
    public void drawAnew() {
        if (cold) {
            draw();
        }
    }

    private void draw() {
        int[] board = new int[CELLS];
        for (int i = 0; i < PLACES; i++) {
            offsets[i] = random.nextLong(table.positions());
            indexes[i] = random.nextInt(array.length);
            distanceIndexes[i] = random.nextInt(distances.capacity());
            game.unrank(layer, offsets[i], board);
            System.arraycopy(board, 0, boards, i * CELLS, CELLS);
        }
    }

    /** Closes the database. */
    @TearDown(Level.Trial)
    public void close() {
        database.close();
        unchecked.close();
    }

    /** The floor: a byte of an array. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public int chainedFloorArray() {
        int value = 0;
        for (int i = 0; i < PLACES; i++) {
            value = array[indexes[i + (value & nothing)]];
        }
        return value;
    }

    /** The floor: a byte of a mapped file. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public int chainedFloorMapped() {
        int value = 0;
        for (int i = 0; i < PLACES; i++) {
            value = mapping.get(indexes[i + (value & nothing)]);
        }
        return value;
    }

    /** The floor of distances, whose file is larger than that of scores: a byte of the mapped file. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public int chainedFloorDistances() {
        int value = 0;
        for (int i = 0; i < PLACES; i++) {
            value = distances.get(distanceIndexes[i + (value & nothing)]);
        }
        return value;
    }

    /** A lookup by board: check, rank, load, decode. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public int chainedScoreOfBoard() {
        int value = 0;
        for (int i = 0; i < PLACES; i++) {
            value = database.score(boards, (i + (value & nothing)) * CELLS);
        }
        return value;
    }

    /** A lookup by board that believes blocks unseen. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public int chainedScoreOfBoardUnchecked() {
        int value = 0;
        for (int i = 0; i < PLACES; i++) {
            value = unchecked.score(boards, (i + (value & nothing)) * CELLS);
        }
        return value;
    }

    /** A lookup of a distance by board. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public int chainedDistanceOfBoard() {
        int value = 0;
        for (int i = 0; i < PLACES; i++) {
            value = database.distance(boards, (i + (value & nothing)) * CELLS);
        }
        return value;
    }

    /** A lookup by offset: load, decode. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public int chainedScoreOfOffset() {
        int value = 0;
        for (int i = 0; i < PLACES; i++) {
            value = table.value(offsets[i + (value & nothing)]);
        }
        return value;
    }

    /** A lookup by offset without a load: decode alone. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public int chainedDecode() {
        int value = 0;
        for (int i = 0; i < PLACES; i++) {
            value = decoder.value(offsets[i + (value & nothing)]);
        }
        return value;
    }

    /** Check and rank alone. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public long chainedRank() {
        long value = 0;
        for (int i = 0; i < PLACES; i++) {
            value = game.locate(boards, (i + ((int) value & nothing)) * CELLS);
        }
        return value;
    }

    /** Lookups by board in a plain loop, independent of each other. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public int[] loopScoreOfBoard() {
        for (int i = 0; i < PLACES; i++) {
            scores[i] = database.score(boards, i * CELLS);
        }
        return scores;
    }

    /** Lookups of distances by board in a plain loop, independent of each other. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public int[] loopDistanceOfBoard() {
        for (int i = 0; i < PLACES; i++) {
            scores[i] = database.distance(boards, i * CELLS);
        }
        return scores;
    }

    /** Lookups of distances by board in batches. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public int[] batchDistanceOfBoard() {
        batch.distances(boards, 0, PLACES, scores, 0);
        return scores;
    }

    /** Lookups by board in batches. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public int[] batchScoreOfBoard() {
        batch.scores(boards, 0, PLACES, scores, 0);
        return scores;
    }

    /** Lookups by offset in batches. */
    @Benchmark
    @OperationsPerInvocation(PLACES)
    public int[] batchScoreOfOffset() {
        batch.scores(layer, offsets, 0, PLACES, scores, 0);
        return scores;
    }

    /** A storage without bytes, which computes every number from its offset. */
    private static final class MadeUpNumbers implements Storage {
        @Override
        public long length() {
            return Long.MAX_VALUE;
        }

        @Override
        public long getLong(long offset) {
            return offset * 0x9E3779B97F4A7C15L;
        }

        @Override
        public void read(long offset, byte[] target, int at, int count) {
            throw new UnsupportedOperationException();
        }
    }
}
