package granary.builder.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.solve.LayerSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.testing.Databases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever solves a layer, in whatever way, the files are the same, byte for byte. */
class SameFilesTest {
    @TempDir
    private Path temporary;

    @ParameterizedTest
    @CsvSource({
        "6, OLYMPIAD, 12", "6, STRICT, 12", "6, ABAPA, 12",
        "5, OLYMPIAD, 12", "5, STRICT, 12", "5, ABAPA, 12",
        "4, OLYMPIAD, 14", "4, STRICT, 14", "4, ABAPA, 14",
        "3, OLYMPIAD, 20", "3, STRICT, 20", "3, ABAPA, 20",
        "2, OLYMPIAD, 40", "2, STRICT, 40", "2, ABAPA, 40",
        "7, OLYMPIAD, 8", "7, STRICT, 8", "7, ABAPA, 8",
        "8, OLYMPIAD, 7", "8, STRICT, 7", "8, ABAPA, 7"
    })
    void sweepSolverAgreesWithTheReferenceForAnyThreads(int pits, RuleSet rules, int seeds) throws IOException {
        Awari awari = new Awari(pits, rules);
        Map<String, String> expected = reference(awari, seeds);
        for (int threads : new int[] {1, 2, 5}) {
            assertSameFiles(expected, awari, seeds, threads, KernelChoice.fastest());
        }
    }

    // Small, because Java emulates vectors that the machine lacks.
    @ParameterizedTest
    @CsvSource({
        "6, OLYMPIAD, 7", "6, STRICT, 7", "6, ABAPA, 7",
        "5, OLYMPIAD, 8", "5, STRICT, 8", "5, ABAPA, 8",
        "4, OLYMPIAD, 9", "4, STRICT, 9", "4, ABAPA, 9",
        "3, OLYMPIAD, 14", "3, STRICT, 14", "3, ABAPA, 14",
        "2, OLYMPIAD, 30", "2, STRICT, 30", "2, ABAPA, 30",
        "7, OLYMPIAD, 5", "7, STRICT, 5", "7, ABAPA, 5",
        "8, OLYMPIAD, 5", "8, STRICT, 5", "8, ABAPA, 5"
    })
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
        LayerSolver solver = new SweepSolver(awari, threads, KernelChoice.of(kernels));
        Databases.buildWithDistances(directory, awari, seeds, solver);
        assertEquals(expected, Databases.contents(directory), kernels.description() + ", " + threads + " threads");
    }
}
