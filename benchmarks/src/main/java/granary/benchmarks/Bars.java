package granary.benchmarks;

import granary.benchmarks.chomp.BarForm;
import granary.benchmarks.chomp.BreakPoints;
import granary.benchmarks.chomp.ColumnBytes;
import granary.benchmarks.chomp.PackedColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Three representations of a bar of Chomp: generates all moves of all {@value #BARS} bars that play can leave of one of 6 x 6.
 * Reports nanoseconds per bar, and with {@code -prof gc} bytes per bar with all its successors.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class Bars {
    private static final int SIDE = 6;

    /** C(12, 6) staircases. */
    private static final int BARS = 924;

    private final Walk<List<BreakPoints.Point>> breakPoints = new Walk<>(new BreakPoints(SIDE, SIDE));
    private final Walk<byte[]> columnBytes = new Walk<>(new ColumnBytes(SIDE, SIDE));
    private final Walk<Long> packedColumns = new Walk<>(new PackedColumns(SIDE, SIDE));

    /** Collects the bars in each form. */
    @Setup
    public void setUp() {
        breakPoints.collect();
        columnBytes.collect();
        packedColumns.collect();
    }

    /** A list of break points. */
    @Benchmark
    @OperationsPerInvocation(BARS)
    public void breakPoints(Blackhole sink) {
        breakPoints.successors(sink);
    }

    /** One byte per column. */
    @Benchmark
    @OperationsPerInvocation(BARS)
    public void columnBytes(Blackhole sink) {
        columnBytes.successors(sink);
    }

    /** One 64-bit integer in base rows + 1. */
    @Benchmark
    @OperationsPerInvocation(BARS)
    public void packedColumns(Blackhole sink) {
        packedColumns.successors(sink);
    }

    /** Goes through all bars in one form. */
    private static final class Walk<T> {
        private final BarForm<T> form;
        private final List<T> bars = new ArrayList<>();

        Walk(BarForm<T> form) {
            this.form = form;
        }

        void collect() {
            Set<List<Integer>> seen = new HashSet<>();
            add(form.whole(), seen);
            for (int next = 0; next < bars.size(); next++) {
                form.successors(bars.get(next), bar -> add(bar, seen));
            }
            if (bars.size() != BARS) {
                throw new IllegalStateException(bars.size() + " bars");
            }
        }

        private void add(T bar, Set<List<Integer>> seen) {
            if (seen.add(Arrays.stream(form.rowLengths(bar)).boxed().toList())) {
                bars.add(bar);
            }
        }

        void successors(Blackhole sink) {
            for (T bar : bars) {
                form.successors(bar, sink::consume);
            }
        }
    }
}
