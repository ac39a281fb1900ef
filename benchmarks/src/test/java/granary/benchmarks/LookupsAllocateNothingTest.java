package granary.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.Thorough;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The lookup benchmarks under JMH's allocation profiler. */
@Thorough
final class LookupsAllocateNothingTest {
    private static final int LAYER = 10;
    private static final TimeValue SHORT = TimeValue.milliseconds(100);

    @Test
    void noLookupAllocates(@TempDir Path directory) throws Exception {
        RandomLayer.write(directory, LAYER);
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(Lookups.class.getName() + ".*(Score|Distance|Rank|Decode).*")
                        .param("cold", "false")
                        .warmupIterations(2)
                        .warmupTime(SHORT)
                        .measurementIterations(1)
                        .measurementTime(SHORT)
                        .addProfiler(GCProfiler.class)
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .jvmArgsAppend("-D" + Benchmarks.DIRECTORY + "=" + directory)
                        .build())
                .run();
        assertEquals(15, results.size());
        for (RunResult result : results) {
            double bytes =
                    result.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
            // The smallest object takes 16 bytes; JMH's own counting a thousandth of a byte a lookup, and a hundred
            // times
            // that where the machine is so busy that there are few.
            assertTrue(bytes < 1, result.getParams().getBenchmark() + ": " + bytes + " bytes a lookup");
        }
    }
}
