package granary.builder.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.compress.Decompression;
import granary.builder.database.Solvers;
import granary.builder.memory.MainMemory;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.format.CompressedHeader;
import granary.format.FileKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceModelTest {
    private static final Awari AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final long GIB = 1L << 30;
    private static final int TOP = 52;
    /** The mappings that Linux allows by default, less those of any process. */
    private static final int USUAL_MAPPINGS = 60_000;
    /** More bytes than any machine or disk has, and far from the largest number. */
    private static final long ABSURD = 1L << 50;

    private static final Map<String, ToLongFunction<ResourceNeeds>> FIGURES = Map.of(
            "heap", ResourceNeeds::heap,
            "memory", ResourceNeeds::memory,
            "mappings", ResourceNeeds::mappings,
            "openFiles", ResourceNeeds::openFiles,
            "disk", ResourceNeeds::disk,
            "scratch", ResourceNeeds::scratch);

    private static ResourceModel model(int threads, long memory) {
        return new ResourceModel(AWARI, threads, memory);
    }

    private static ResourceNeeds build(
            ResourceModel model, int threads, int layer, FileKind first, FileKind... others) {
        SweepSolver solver = new SweepSolver(AWARI, threads, KernelChoice.of("scalar"));
        Set<FileKind> kinds = EnumSet.of(first, others);
        return model.build(layer, Solvers.need(solver, AWARI, layer, kinds), kinds);
    }

    /** The needs of each operation, by layer. */
    private static Map<String, IntFunction<ResourceNeeds>> operations(ResourceModel model, int threads) {
        Map<String, IntFunction<ResourceNeeds>> all = new LinkedHashMap<>();
        all.put("build", layer -> build(model, threads, layer, FileKind.SCORES));
        all.put("build with distances", layer -> build(model, threads, layer, FileKind.SCORES, FileKind.DISTANCES));
        all.put("distances", layer -> build(model, threads, layer, FileKind.DISTANCES));
        all.put("build with bounds", layer -> build(model, threads, layer, FileKind.SCORES, FileKind.BOUNDS));
        all.put("bounds", layer -> build(model, threads, layer, FileKind.BOUNDS));
        all.put("verification by rows", layer -> model.verification(layer, EnumSet.of(FileKind.SCORES), true));
        all.put(
                "verification by rows with distances",
                layer -> model.verification(layer, EnumSet.of(FileKind.SCORES, FileKind.DISTANCES), true));
        all.put(
                "verification with bounds",
                layer -> model.verification(layer, EnumSet.of(FileKind.SCORES, FileKind.BOUNDS), true));
        all.put(
                "plain verification",
                layer -> model.verification(layer, EnumSet.of(FileKind.SCORES, FileKind.DISTANCES), false));
        all.put("compressing", layer -> model.compression(Math.max(layer, CompressedHeader.LOWEST)));
        all.put("decompressing", layer -> model.decompression(layer, Decompression.tableBytes(AWARI, layer)));
        return all;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 64, 128, 256})
    void noFigureFallsWithTheLayerOrIsAbsurd(int threads) {
        for (long memory : new long[] {16 * GIB, 128 * GIB, 768 * GIB, 2048 * GIB}) {
            operations(model(threads, memory), threads).forEach((operation, needs) -> {
                ResourceNeeds before = ResourceNeeds.NONE;
                for (int layer = 0; layer <= TOP; layer++) {
                    ResourceNeeds now = needs.apply(layer);
                    for (Map.Entry<String, ToLongFunction<ResourceNeeds>> each : FIGURES.entrySet()) {
                        long figure = each.getValue().applyAsLong(now);
                        String what = operation + ", layer " + layer + ", " + threads + " threads: " + each.getKey()
                                + " " + figure;
                        assertTrue(figure >= 0 && figure < ABSURD, what);
                        // Out of core, less of the working memory is in main memory, and pages become longer and fewer.
                        boolean isLess = now.scratch() > before.scratch()
                                && (each.getKey().equals("memory")
                                        || each.getKey().equals("heap"));
                        assertTrue(isLess || figure >= each.getValue().applyAsLong(before), what);
                    }
                    before = now;
                }
            });
        }
    }

    @Test
    void noOperationTakesLessWithMoreThreads() {
        for (int layer : new int[] {12, 24, 36, 48}) {
            Map<String, Long> before = new LinkedHashMap<>();
            for (int threads = 1; threads <= 32; threads *= 2) {
                for (Map.Entry<String, IntFunction<ResourceNeeds>> each :
                        operations(model(threads, 768 * GIB), threads).entrySet()) {
                    long heap = each.getValue().apply(layer).heap();
                    Long fewer = before.put(each.getKey(), heap);
                    assertTrue(fewer == null || heap >= fewer, each.getKey() + " of layer " + layer);
                }
            }
        }
    }

    /** The launcher has one rule, which this model says is enough. */
    @ParameterizedTest
    @ValueSource(longs = {128, 768})
    void usualLimitsSufficeAt48SeedsAnd128Threads(long gigabytes) throws IOException {
        assertTrue(Files.readString(Path.of("..", "granary"))
                .contains("-Xmx" + MainMemory.LARGEST_HEAP / GIB + "g -XX:MaxNewSize=" + MainMemory.LARGEST_YOUNG / GIB
                        + "g"));
        long usable = MainMemory.LARGEST_HEAP - MainMemory.LARGEST_YOUNG;
        for (int threads = 1; threads <= 128; threads *= 2) {
            operations(model(threads, gigabytes * GIB), threads).forEach((operation, needs) -> {
                long heap = needs.apply(48).heap();
                assertTrue(heap <= usable, operation + ": " + heap);
                int mappings = needs.apply(48).mappings();
                assertTrue(mappings <= USUAL_MAPPINGS, operation + ": " + mappings);
            });
        }
    }

    /** The study of 24 seeds expects 215 to 250 GiB of all layers to 48. */
    @Test
    void compressedFilesTakeAQuarterOfThePackedOnes() {
        ResourceModel sizes = model(1, GIB);
        long compressed = 0;
        for (int layer = 0; layer <= TOP; layer++) {
            compressed += layer <= 48 ? sizes.compressed(layer) : 0;
            assertTrue(sizes.compressed(layer)
                    <= sizes.header(FileKind.SCORES, layer).fileLength());
        }
        assertTrue(compressed > 215 * GIB && compressed < 250 * GIB, "" + compressed);
    }

    /** Layers that 48 GiB of main memory hold, and that they do not. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void layerIsBuiltThroughABufferPoolIfMemoryIsShort() {
        ResourceModel model = model(2, 48 * GIB);
        ResourceNeeds held = build(model, 2, 36, FileKind.SCORES);
        assertEquals(0, held.scratch());
        assertTrue(held.memory() > 32 * GIB);
        ResourceNeeds paged = build(model, 2, 40, FileKind.SCORES);
        assertTrue(paged.scratch() > 89 * GIB && paged.memory() < 48 * GIB, paged.toString());
        assertTrue(paged.heap()
                > build(model(2, 100 * GIB), 2, 40, FileKind.SCORES).heap());
        ResourceNeeds distances = build(model, 2, 40, FileKind.SCORES, FileKind.DISTANCES);
        assertTrue(distances.scratch() == 0 && distances.memory() > 89 * GIB, "distances need all of it");
    }

    @Test
    void needsAreTheMaximumInTurnAndTheSumAtOnce() {
        ResourceNeeds one = new ResourceNeeds(5, 1, 1, 2, 10, 3);
        ResourceNeeds other = new ResourceNeeds(4, 2, 3, 1, 20, 4);
        assertEquals(new ResourceNeeds(5, 2, 3, 2, 30, 4), one.then(other));
        assertEquals(one, ResourceNeeds.NONE.then(one));
        assertEquals(new ResourceNeeds(9, 3, 4, 3, 30, 7), one.and(other));
    }
}
