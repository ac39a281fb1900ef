package granary.builder.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.kernel.DistanceCode;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.outofcore.Candidates;
import granary.builder.testing.Databases;
import granary.testing.AwariBoards;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever solves a layer, in whatever way, the files are the same, byte for byte. */
class SameFilesTest {
    /** Each takes half as long again. */
    private static final int MORE_SEEDS = Integer.getInteger("granary.more-seeds", TestRandom.cases(0, 1));

    @TempDir
    private Path temporary;

    static Stream<Arguments> boards() {
        return AwariBoards.of("6, 9", "5, 9", "4, 10", "3, 13", "2, 21", "7, 7", "8, 6");
    }

    @ParameterizedTest
    @MethodSource("boards")
    void sweepSolverAgreesWithTheReferenceForAnyThreads(int pits, RuleSet rules, int least) throws IOException {
        Awari awari = new Awari(pits, rules);
        int seeds = least + MORE_SEEDS;
        Map<String, String> expected = reference(awari, seeds);
        for (int threads : new int[] {1, 5}) {
            assertSameFiles(expected, awari, seeds, threads, KernelChoice.fastest());
        }
    }

    /** As many as share the few tiles of these layers: what one of them overwrites the others would miss. */
    @ParameterizedTest
    @CsvSource({"6, OLYMPIAD, 8", "5, ABAPA, 9", "4, STRICT, 11", "3, OLYMPIAD, 14", "2, ABAPA, 30"})
    void sweepEqualsReferenceWith64ThreadsOnSmallLayers(int pits, RuleSet rules, int seeds) throws IOException {
        Awari awari = new Awari(pits, rules);
        Map<String, String> expected = reference(awari, seeds);
        Path directory = Files.createDirectory(temporary.resolve("64"));
        SweepSolver solver = new SweepSolver(
                awari, 64, KernelChoice.of(KernelChoice.fastest()), DistanceCode.UNKNOWN - 1, Candidates::new, 0);
        Databases.buildWithDistances(directory, awari, seeds, solver);
        assertEquals(expected, Databases.contents(directory));
    }

    /** A layer that is large enough for all of them. */
    @Test
    void sweepSolverAgreesWithTheReferenceForTwentyFourThreads() throws IOException {
        Awari awari = new Awari(6, RuleSet.OLYMPIAD);
        int seeds = 10 + MORE_SEEDS;
        assertSameFiles(reference(awari, seeds), awari, seeds, 24, KernelChoice.fastest());
    }

    static Stream<Arguments> smallBoards() {
        return AwariBoards.of("6, 6", "5, 6", "4, 8", "3, 9", "2, 16", "7, 4", "8, 4");
    }

    // Small, because Java emulates vectors that the machine lacks, and takes a thousand times as long for it.
    @ParameterizedTest
    @MethodSource("smallBoards")
    void sweepSolverAgreesWithTheReferenceForAllKernels(int pits, RuleSet rules, int seeds) throws IOException {
        Awari awari = new Awari(pits, rules);
        Map<String, String> expected = reference(awari, seeds);
        for (Kernels kernels : Kernels.values()) {
            assertSameFiles(expected, awari, seeds, 2, kernels);
        }
    }

    private Map<String, String> reference(Awari awari, int seeds) throws IOException {
        Path reference = Files.createDirectory(temporary.resolve("reference"));
        Databases.buildWithDistances(reference, awari, seeds);
        return Databases.contents(reference);
    }

    private void assertSameFiles(Map<String, String> expected, Awari awari, int seeds, int threads, Kernels kernels)
            throws IOException {
        Path directory = Files.createDirectory(temporary.resolve(kernels + "-" + threads));
        SweepSolver solver = new SweepSolver(awari, threads, KernelChoice.of(kernels));
        Databases.buildWithDistances(directory, awari, seeds, solver);
        assertEquals(expected, Databases.contents(directory), kernels.description() + ", " + threads + " threads");
    }
}
