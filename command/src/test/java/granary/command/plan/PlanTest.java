package granary.command.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.database.Resources;
import granary.builder.memory.LayerNeeds;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.ProcessMemory;
import granary.builder.memory.WorkingMemory;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.format.FileKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {
    private static final Awari AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final Set<FileKind> SCORES = EnumSet.of(FileKind.SCORES);
    private static final int SEEDS = 22;
    /** Bytes, half of the working memory of the layer. */
    private static final long MEMORY = 170L << 20;

    @TempDir
    private Path directory;

    @Test
    @EnabledOnOs(OS.LINUX)
    void scoresOfALayerThatIsLargerThanTheMemoryAreBuiltOnDisk() {
        MemoryProvider memory = new MemoryProvider(directory, AWARI.identity(), () -> MEMORY);
        assertEquals(List.of(), values(memory).get("missing"));
        assertEquals(true, values(memory).get("onDisk"));
        assertEquals(List.of("memory"), values(memory, FileKind.DISTANCES).get("missing"), "distances need all of it");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void planAndBuildAgreeOnMemoryToTheByte() throws IOException {
        int seeds = 14;
        SweepSolver solver = new SweepSolver(AWARI, 1, KernelChoice.of("scalar"));
        LayerNeeds need = solver.need(seeds);
        for (long available : new long[] {need.bytes() - 1, need.bytes()}) {
            boolean isInMemory = available == need.bytes();
            MemoryProvider memory = new MemoryProvider(directory, AWARI.identity(), () -> available);
            Resources resources = Resources.of(directory, memory);
            Plan plan = new Plan(AWARI, seeds, solver, memory, resources, SCORES, layer -> SCORES);
            assertEquals(!isInMemory, plan.values(seeds).get("onDisk"));
            try (WorkingMemory opened = memory.open(seeds, need)) {
                assertEquals(isInMemory, opened instanceof ProcessMemory);
            }
            memory.files().remove(seeds);
        }
    }

    private Map<String, Object> values(MemoryProvider memory, FileKind... optional) {
        Resources.DiskSpace disk = new Resources.DiskSpace(directory, 1L << 40);
        Resources resources = new Resources(MEMORY, disk, disk);
        SweepSolver solver = new SweepSolver(AWARI, 1, KernelChoice.of("scalar"));
        Set<FileKind> kinds = EnumSet.of(FileKind.SCORES, optional);
        return new Plan(AWARI, SEEDS, solver, memory, resources, kinds, layer -> kinds).values(SEEDS);
    }
}
