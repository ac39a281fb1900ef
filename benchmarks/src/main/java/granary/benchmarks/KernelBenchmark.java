package granary.benchmarks;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.memory.WorkingArray;
import granary.builder.store.RowDecoder;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.kernel.TileKernels;
import granary.builder.sweep.table.CrossingTable;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.Tiles;
import granary.format.Codec;
import granary.format.Packing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The sweep solver's inner loops, in nanoseconds per position, on a block that fits into the caches: the largest of 16 seeds, with
 * 8 on each side.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class KernelBenchmark {
    private static final int PITS = 6;
    private static final int SEEDS = 16;
    private static final int SIDE_SEEDS = SEEDS / 2;

    /** The kernels to measure. */
    @Param
    public Kernels kernels;

    private MoverBlock block;
    private WorkingArray values;
    private WorkingArray conversions;
    private TileKernels tileKernels;
    private int tiles;
    private int next;
    private Codec codec;
    private RowDecoder decoder;
    private short[] digits;
    private byte[] packed;
    private byte[] scores;

    /** Fills the arrays with random values. */
    @Setup
    public void setUp() {
        LayerShape shape = new LayerShape(new Awari(PITS, RuleSet.OLYMPIAD), SEEDS);
        MoveTable moves = new MoveTable(shape.order, SIDE_SEEDS);
        CrossingTable[] crossings =
                CrossingTable.all(shape.order, shape.awari, shape.seeds - SIDE_SEEDS, moves.crossings);
        block = new MoverBlock(shape, moves, crossings, SIDE_SEEDS, kernels);
        values = random(shape.workingBytes());
        conversions = random(shape.workingBytes());
        tileKernels = kernels.make(false);
        // Whole tiles only: the last tile may extend beyond the block.
        tiles = block.movers / Tiles.WIDTH;

        Packing packing = Packing.of(-SEEDS, SEEDS);
        codec = new Codec(packing);
        digits = new short[TileKernels.TILE_BYTES / packing.digits() * packing.digits()];
        packed = new byte[(int) packing.dataLength(digits.length)];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < digits.length; i++) {
            digits[i] = (short) random.nextInt(2 * SEEDS + 1);
        }
        codec.pack(digits, digits.length, packed);
        MemorySegment data = Arena.global().allocate(packed.length);
        MemorySegment.copy(packed, 0, data, ValueLayout.JAVA_BYTE, 0, packed.length);
        decoder = new RowDecoder(data, packing, -SEEDS);
        scores = new byte[digits.length + RowDecoder.SLACK];
    }

    private static WorkingArray random(long bytes) {
        MemorySegment segment = Arena.global().allocate(bytes, Tiles.WIDTH);
        SplittableRandom random = new SplittableRandom(bytes);
        for (long i = 0; i < bytes; i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(-SEEDS, SEEDS + 1));
        }
        return new WorkingArray(segment);
    }

    /** The maximum over conversions and moves, for a tile of 64 by 64 positions. */
    @Benchmark
    @OperationsPerInvocation(Tiles.WIDTH * Tiles.WIDTH)
    public byte[] evaluate() {
        next = (next + 1) % (tiles * tiles);
        tileKernels.evaluate(block, values, conversions, next / tiles, next % tiles);
        return tileKernels.tile;
    }

    /** Transposition, comparison with the old values, and store. */
    @Benchmark
    @OperationsPerInvocation(Tiles.WIDTH * Tiles.WIDTH)
    public int transposeAndStore() {
        next = (next + 1) % (tiles * tiles);
        long offset = block.values.place(next % tiles * Tiles.WIDTH, next / tiles * Tiles.WIDTH);
        return tileKernels.store(values, offset, Tiles.WIDTH, false);
    }

    /** Packing of 4,092 scores; the same loop with either kernels. */
    @Benchmark
    @OperationsPerInvocation(4092)
    public byte[] pack() {
        codec.pack(digits, digits.length, packed);
        return packed;
    }

    /** Unpacking of 4,092 scores; the same loop with either kernels. */
    @Benchmark
    @OperationsPerInvocation(4092)
    public byte[] unpack() {
        decoder.decode(0, digits.length, scores);
        return scores;
    }
}
