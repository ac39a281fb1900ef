package granary.builder.account;

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

class AccountTest {
    private static final Awari AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final long GIB = 1L << 30;
    private static final int TOP = 52;
    /** What Linux allows a process if nobody says otherwise, less what a process has anyway. */
    private static final int USUAL_MAPPINGS = 60_000;
    /** More bytes than any machine or disk has, and far from the largest number. */
    private static final long ABSURD = 1L << 50;

    private static final Map<String, ToLongFunction<Needs>> FIGURES = Map.of(
            "heap", Needs::heap,
            "memory", Needs::memory,
            "mapped", Needs::mapped,
            "mappings", Needs::mappings,
            "openFiles", Needs::openFiles,
            "disk", Needs::disk,
            "scratch", Needs::scratch,
            "read", Needs::read,
            "written", Needs::written);

    private static Account account(int threads, long memory) {
        return new Account(AWARI, threads, memory);
    }

    private static Needs build(Account account, int threads, int layer, FileKind first, FileKind... others) {
        SweepSolver solver = new SweepSolver(AWARI, threads, KernelChoice.of("scalar"));
        Set<FileKind> kinds = EnumSet.of(first, others);
        return account.build(layer, Solvers.need(solver, AWARI, layer, kinds), kinds);
    }

    /** What each operation takes, by the layer. */
    private static Map<String, IntFunction<Needs>> operations(Account account, int threads) {
        Map<String, IntFunction<Needs>> all = new LinkedHashMap<>();
        all.put("build", layer -> build(account, threads, layer, FileKind.SCORES));
        all.put("build with distances", layer -> build(account, threads, layer, FileKind.SCORES, FileKind.DISTANCES));
        all.put("distances", layer -> build(account, threads, layer, FileKind.DISTANCES));
        all.put("build with bounds", layer -> build(account, threads, layer, FileKind.SCORES, FileKind.BOUNDS));
        all.put("bounds", layer -> build(account, threads, layer, FileKind.BOUNDS));
        all.put("verification by rows", layer -> account.verification(layer, EnumSet.of(FileKind.SCORES), true));
        all.put(
                "verification by rows with distances",
                layer -> account.verification(layer, EnumSet.of(FileKind.SCORES, FileKind.DISTANCES), true));
        all.put(
                "verification with bounds",
                layer -> account.verification(layer, EnumSet.of(FileKind.SCORES, FileKind.BOUNDS), true));
        all.put(
                "plain verification",
                layer -> account.verification(layer, EnumSet.of(FileKind.SCORES, FileKind.DISTANCES), false));
        all.put("compressing", layer -> account.compression(Math.max(layer, CompressedHeader.LOWEST)));
        all.put(
                "decompressing",
                layer -> account.decompression(layer, Decompression.tableBytes(AWARI, layer, threads)));
        return all;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 64, 128, 256})
    void noFigureFallsWithTheLayerOrIsAbsurd(int threads) {
        for (long memory : new long[] {16 * GIB, 128 * GIB, 768 * GIB, 2048 * GIB}) {
            operations(account(threads, memory), threads).forEach((operation, needs) -> {
                Needs before = Needs.NONE;
                for (int layer = 0; layer <= TOP; layer++) {
                    Needs now = needs.apply(layer);
                    for (Map.Entry<String, ToLongFunction<Needs>> each : FIGURES.entrySet()) {
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
                for (Map.Entry<String, IntFunction<Needs>> each :
                        operations(account(threads, 768 * GIB), threads).entrySet()) {
                    long heap = each.getValue().apply(layer).heap();
                    Long fewer = before.put(each.getKey(), heap);
                    assertTrue(fewer == null || heap >= fewer, each.getKey() + " of layer " + layer);
                }
            }
        }
    }

    /** The launcher has one rule, which this account says is enough. */
    @ParameterizedTest
    @ValueSource(longs = {128, 768})
    void usualLimitsSufficeAt48SeedsAnd128Threads(long gigabytes) throws IOException {
        assertTrue(Files.readString(Path.of("..", "granary"))
                .contains("-Xmx" + MainMemory.LARGEST_HEAP / GIB + "g -XX:MaxNewSize=" + MainMemory.LARGEST_YOUNG / GIB
                        + "g"));
        long usable = MainMemory.LARGEST_HEAP - MainMemory.LARGEST_YOUNG;
        for (int threads = 1; threads <= 128; threads *= 2) {
            operations(account(threads, gigabytes * GIB), threads).forEach((operation, needs) -> {
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
        LayerSizes sizes = account(2, GIB).sizes();
        long compressed = 0;
        for (int layer = 0; layer <= TOP; layer++) {
            compressed += layer <= 48 ? sizes.compressed(layer) : 0;
            assertTrue(sizes.compressed(layer) <= sizes.scores(layer).fileLength());
        }
        assertTrue(compressed > 215 * GIB && compressed < 250 * GIB, "" + compressed);
    }

    /** Layers that 48 GiB of main memory hold, and that they do not. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aLayerIsBuiltThroughAWindowWhereTheMemoryDoesNotHoldIt() {
        Account account = account(2, 48 * GIB);
        Needs held = build(account, 2, 36, FileKind.SCORES);
        assertEquals(0, held.scratch());
        assertTrue(held.memory() > 32 * GIB);
        Needs paged = build(account, 2, 40, FileKind.SCORES);
        assertTrue(paged.scratch() > 89 * GIB && paged.memory() < 48 * GIB, paged.toString());
        assertTrue(paged.heap()
                > build(account(2, 100 * GIB), 2, 40, FileKind.SCORES).heap());
        Needs distances = build(account, 2, 40, FileKind.SCORES, FileKind.DISTANCES);
        assertTrue(distances.scratch() == 0 && distances.memory() > 89 * GIB, "distances need all of it");
    }

    @Test
    void needsInTurnAreTheGreatestAndAtOnceTheSum() {
        Needs one = new Needs(5, 1, 7, 1, 2, 10, 3, 100, 10);
        Needs other = new Needs(4, 2, 6, 3, 1, 20, 4, 200, 20);
        assertEquals(new Needs(5, 2, 7, 3, 2, 30, 4, 300, 30), one.then(other));
        assertEquals(one, Needs.NONE.then(one));
        assertEquals(new Needs(9, 3, 13, 4, 3, 30, 7, 300, 30), one.and(other));
    }
}
