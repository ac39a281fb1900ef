package granary.builder.seal;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.build.BuildListener;
import granary.builder.build.DatabaseBuild;
import granary.builder.build.Solvers;
import granary.builder.file.Disk;
import granary.builder.memory.ProcessMemory;
import granary.builder.solve.DistanceSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.kernel.KernelChoice;
import granary.database.DatabaseFiles;
import granary.format.Manifest;
import granary.format.StoringRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds of 3 pits a side, whose layers from {@value #FIRST} on become smaller and are read by the nine layers above. */
class SealedBuildTest {
    private static final Awari GAME = new Awari(3, RuleSet.STRICT);
    private static final int FIRST = 30;
    private static final int TOP = FIRST + 10;

    @TempDir
    private static Path shared;

    @TempDir
    private Path own;

    private static Path packed;

    @BeforeAll
    static void buildPacked() throws IOException {
        packed = shared.resolve("packed");
        build(packed, TOP, null, true, BuildListener.SILENT, new Disk());
    }

    private static void build(
            Path directory, int top, StoringRule rule, boolean distances, BuildListener listener, Disk disk)
            throws IOException {
        DistanceSolver solver = Solvers.of("sweep", GAME, 2, KernelChoice.automatic());
        try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME, disk)) {
            DatabaseBuild build = new DatabaseBuild(database, solver, new ProcessMemory(), listener);
            if (distances) {
                build.withDistances(solver);
            }
            if (rule != null) {
                build.sealLayers(Sealing.inPlace(database, rule, 2, listener));
            }
            build.run(top);
        }
    }

    private static void build(Path directory, int top, BuildListener listener) throws IOException {
        build(directory, top, StoringRule.REACHABLE, false, listener, new Disk());
    }

    @Test
    void sizes() throws IOException {
        long start = System.nanoTime();
        Path a = own.resolve("a");
        build(a, TOP, BuildListener.SILENT);
        System.out.println((System.nanoTime() - start) / 1e9);
        for (Map.Entry<String, Manifest.Entry> e :
                DatabaseFiles.readManifest(a).allFiles().entrySet()) {
            System.out.println(e.getKey() + " " + e.getValue().length());
        }
        for (Map.Entry<String, Manifest.Entry> e :
                DatabaseFiles.readManifest(packed).allFiles().entrySet()) {
            System.out.println(e.getKey() + " " + e.getValue().length());
        }
    }
}
