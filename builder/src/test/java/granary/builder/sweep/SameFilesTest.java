package granary.builder.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
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
    void sweepSolverAgreesWithTheReferenceForAnyThreadsAndKernels(int pits, RuleSet rules, int seeds)
            throws IOException {
        Awari awari = new Awari(pits, rules);
        Path reference = Files.createDirectory(temporary.resolve("reference"));
        Databases.build(reference, awari, seeds, 2);
        Map<String, String> expected = Databases.contents(reference);
        for (Kernels kernels : Kernels.values()) {
            for (int threads : new int[] {1, 2, 5}) {
                Path directory = Files.createDirectory(temporary.resolve(kernels + "-" + threads));
                Databases.build(directory, awari, seeds, new SweepSolver(awari, threads, directory, kernels));
                assertEquals(expected, Databases.contents(directory), kernels + ", " + threads + " threads");
            }
        }
    }
}
