package granary.plan.rehearse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    void aSmallLayerHasNoDifferences() throws IOException {
        rehearse(new Awari(6, RuleSet.ABAPA), 11, 50_000, directory);
    }

    @ParameterizedTest
    @Thorough
    @CsvSource({
        "4, OLYMPIAD, 16, 50000",
        "6, OLYMPIAD, 12, 200000",
        "6, STRICT, 11, 50000",
        "2, OLYMPIAD, 30, 100000",
        "7, OLYMPIAD, 10, 50000",
        "8, STRICT, 9, 50000"
    })
    void othersHaveNone(int pits, RuleSet rules, int seeds, int positions) throws IOException {
        rehearse(new Awari(pits, rules), seeds, positions, directory);
    }

    @Test
    @EnabledIfSystemProperty(named = "granary.rehearsal", matches = "[0-9]+")
    void theLayerAtHandHasNoDifferences() throws IOException {
        rehearse(new Awari(6, RuleSet.OLYMPIAD), Integer.getInteger("granary.rehearsal"), 1_000_000, place());
    }

    private static Path place() {
        Path memory = Path.of("/dev/shm");
        return Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
    }

    @Test
    @Thorough
    void nothingIsLeftBehindAndEachPhaseComparesAtLeastAThousandPlaces() throws IOException {
        List<Rehearsal.Done> phases = rehearse(new Awari(6, RuleSet.OLYMPIAD), 12, 50_000, directory);
        assertEquals(12, phases.size());
        for (Rehearsal.Done phase : phases.subList(1, phases.size())) {
            assertTrue(phase.compared() >= 1000, phase.toString());
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void layersWithoutCapturesAreRefused() {
        Awari awari = new Awari(6, RuleSet.OLYMPIAD);
        assertThrows(InvalidRequestException.class, () -> new Rehearsal(awari, 3, 1, 1, 1));
        assertThrows(InvalidRequestException.class, () -> new Rehearsal(awari, 53, 1, 1, 1));
    }

    private static List<Rehearsal.Done> rehearse(Awari awari, int seeds, int positions, Path directory)
            throws IOException {
        long seed = TestRandom.create().nextLong();
        List<Rehearsal.Done> phases = new ArrayList<>();
        new Rehearsal(awari, seeds, positions, seed, 2).run(directory, Monitor.SILENT, phases::add);
        return phases;
    }
}
