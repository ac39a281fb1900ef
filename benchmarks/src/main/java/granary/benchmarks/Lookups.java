package granary.benchmarks;

import granary.database.Batch;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.format.Manifest;
import granary.format.ScoreTable;
import granary.game.Game;
import granary.storage.Access;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * Lookups in random order in the highest layer of a database, and beside them the floor: one random byte read from an array, and from a mapping, as large
 * as the layer's file.
 *
 * <p>The single reads are chained, each choosing the next place by what it read, so that they show how long one takes
 * ({@code chained}); without the chain the processor overlaps some of them by itself ({@code loop}). The offsets or
 * boards are stepped through in order, so that reading them is all but free.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 30, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class Lookups {
    private static final int BATCH = 1024;

    /**
     * How many places are read in turn: 2^20 of them miss the caches, 2^8 (16 KiB of cache lines) stay in the first.
     */
    @Param({"1048576", "256"})
    private int places;

    /** How the file is got at. */
    @Param("MAPPED")
    private Access access;

    private Database database;
    private Game game;
    private ScoreTable table;
    private Batch batch;
    private byte[] array;
    private MappedByteBuffer mapping;
    private long[] offsets;
    private int[] indexes;
    private int[] boards;
    private final int[] scores = new int[BATCH];
    private int layer;
    private int at;

    /** Opens the layer and draws the places. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        Path directory = Path.of(System.getProperty(Benchmarks.DIRECTORY));
        Manifest manifest = Database.readManifest(directory);
        layer = manifest.layers().lastKey();
        database = Database.open(
                directory,
                OpenOptions.DEFAULT.withLayers(layer, layer).withAccess(access).withPrefault(true));
        game = database.game();
        table = database.table(layer);
        batch = database.batch();
        Path file = directory.resolve(manifest.layers().get(layer).fileName());
        array = Files.readAllBytes(file);
        try (FileChannel channel = FileChannel.open(file)) {
            mapping = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            mapping.load();
        }
        SplittableRandom random = new SplittableRandom(1);
        offsets = new long[places];
        indexes = new int[places];
        boards = new int[places * game.cells()];
        int[] board = new int[game.cells()];
        for (int i = 0; i < places; i++) {
            offsets[i] = random.nextLong(table.positions());
            indexes[i] = random.nextInt(array.length);
            game.unrank(layer, offsets[i], board);
            System.arraycopy(board, 0, boards, i * board.length, board.length);
        }
    }

    /** Closes the database. */
    @TearDown(Level.Trial)
    public void close() {
        database.close();
    }

    /** Steps on by one or two, which only the value just read can tell. */
    private void step(int value) {
        at = at + 1 + (value & 1) & places - 1;
    }

    /** The floor: a byte of an array. */
    @Benchmark
    public int chainedFloorArray() {
        int value = array[indexes[at]];
        step(value);
        return value;
    }

    /** The floor: a byte of a mapped file. */
    @Benchmark
    public int chainedFloorMapped() {
        int value = mapping.get(indexes[at]);
        step(value);
        return value;
    }

    /** A lookup by board: check, rank, load, decode. */
    @Benchmark
    public int chainedScoreOfBoard() {
        int value = database.score(boards, at * 12);
        step(value);
        return value;
    }

    /** A lookup by offset: load, decode. */
    @Benchmark
    public int chainedScoreOfOffset() {
        int value = table.score(offsets[at]);
        step(value);
        return value;
    }

    /** Check and rank alone. */
    @Benchmark
    public long chainedRank() {
        long value = game.locate(boards, at * 12);
        step((int) value);
        return value;
    }

    private int nextBatch() {
        int from = at;
        at = at + BATCH & places - 1;
        return from;
    }

    /** Bytes of an array, independent of each other. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int loopFloorArray() {
        int sum = 0;
        int from = nextBatch();
        for (int i = 0; i < BATCH; i++) {
            sum += array[indexes[from + i & places - 1]];
        }
        return sum;
    }

    /** Bytes of a mapped file, independent of each other. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int loopFloorMapped() {
        int sum = 0;
        int from = nextBatch();
        for (int i = 0; i < BATCH; i++) {
            sum += mapping.get(indexes[from + i & places - 1]);
        }
        return sum;
    }

    /** Lookups by board in a plain loop, independent of each other. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int[] loopScoreOfBoard() {
        int from = nextBatch();
        for (int i = 0; i < BATCH; i++) {
            scores[i] = database.score(boards, (from + i & places - 1) * 12);
        }
        return scores;
    }

    /** Lookups by board in batches. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int[] batchScoreOfBoard() {
        int size = Math.min(BATCH, places);
        for (int done = 0; done < BATCH; done += size) {
            batch.scores(boards, nextBatch() * 12, size, scores, done);
        }
        return scores;
    }

    /** Lookups by offset in batches. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int[] batchScoreOfOffset() {
        int size = Math.min(BATCH, places);
        for (int done = 0; done < BATCH; done += size) {
            batch.scores(layer, offsets, nextBatch(), size, scores, done);
        }
        return scores;
    }
}
