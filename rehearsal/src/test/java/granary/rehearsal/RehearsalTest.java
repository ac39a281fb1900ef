package granary.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.file.TemporaryDirectory;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A rehearsal finds no differences: in small layers, of which every tile is compared, and on request in the largest. */
final class RehearsalTest {
    @TempDir
    private Path directory;

    @Test
    void aSmallLayerHasNoDifferencesAndFaultsAreKnownForEachPhase() throws IOException {
        List<Rehearsal.Done> phases = rehearse(new Awari(6, RuleSet.ABAPA), 8, 5_000);
        for (Rehearsal.Done phase : phases) {
            assertTrue(phase.compared() >= 100, phase.toString());
        }
        assertEquals(
                phases.size(),
                FaultsTest.faults().stream()
                        .map(fault -> fault.get("phase"))
                        .distinct()
                        .count());
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @ParameterizedTest
    @Thorough
    @CsvSource({
        "4, OLYMPIAD, 16, 50000",
        "6, OLYMPIAD, 12, 200000",
        "6, STRICT, 11, 50000",
        "6, ABAPA, 11, 50000",
        "2, OLYMPIAD, 30, 100000",
        "7, OLYMPIAD, 10, 50000",
        "8, STRICT, 9, 50000"
    })
    void othersHaveNone(int pits, RuleSet rules, int seeds, int positions) throws IOException {
        rehearse(new Awari(pits, rules), seeds, positions);
    }

    @Test
    @EnabledIfSystemProperty(named = "granary.rehearsal", matches = "[0-9]+")
    void theLayerAtHandHasNoDifferences() throws IOException {
        try (TemporaryDirectory files = TemporaryDirectory.in(Rehearsal.place())) {
            long seed = TestRandom.create().nextLong();
            int seeds = Integer.getInteger("granary.rehearsal");
            Rehearsal.run(new Awari(6, RuleSet.OLYMPIAD), seeds, 1_000_000, seed, files.path());
        }
    }

    private List<Rehearsal.Done> rehearse(Awari awari, int seeds, int positions) throws IOException {
        return Rehearsal.run(awari, seeds, positions, TestRandom.create().nextLong(), directory);
    }
}
