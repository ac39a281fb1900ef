package granary.builder.sweep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.database.Build;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.outofcore.Candidates;
import granary.format.FileKind;
import granary.plain.Bounds;
import granary.plain.Rules;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepBoundsTest {
    @ParameterizedTest
    @CsvSource({"2, 14", "3, 11", "4, 9", "5, 7", "6, 6"})
    void sweepsGiveWhatTheDefinitionGives(int pits, int top, @TempDir Path temporary) throws IOException {
        for (RuleSet rules : RuleSet.values()) {
            Awari awari = new Awari(pits, rules);
            Bounds expected = new Bounds(Rules.valueOf(rules.name()), pits, top);
            SweepSolver solver =
                    new SweepSolver(awari, 3, KernelChoice.of(KernelChoice.fastest()), 200, Candidates::new, 0);
            try (DatabaseDirectory directory = new DatabaseDirectory(temporary.resolve(rules.id()), awari)) {
                new Build(directory, solver, Monitor.SILENT)
                        .with(FileKind.BOUNDS)
                        .run(top);
                try (LayerFiles files = directory.layers()) {
                    for (int layer = 0; layer <= top; layer++) {
                        int[] pairs = new int[(int) awari.size(layer)];
                        files.packed(FileKind.BOUNDS, layer).table().values(0, pairs.length, pairs, 0);
                        assertArrayEquals(expected.layer(layer), pairs);
                    }
                }
            }
        }
    }
}
