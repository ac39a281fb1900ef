package granary.builder.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.database.Build;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.PoolPages;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.kernel.DistanceCode;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.outofcore.Candidates;
import granary.builder.testing.Databases;
import granary.builder.testing.disk.DiskProcess;
import granary.builder.testing.disk.Fault;
import granary.builder.testing.disk.FaultyDisk;
import granary.builder.testing.disk.ProcessStopped;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A build out of core that fails at a call of the file system, or is stopped there, or loses its power, makes the same files when it is
 * run again. {@code -Dgranary.every-call=1} disturbs every call.
 */
class OutOfCoreFaultsTest {
    private static final Awari AWARI = new Awari(4, RuleSet.OLYMPIAD);
    private static final int SEEDS = 14;
    private static final int CANDIDATES = 1000;
    private static final double SHARE = 0.5;
    private static final String DIRECTORY = "/db";

    /** The files that the last layer's build finds and leaves, by name. */
    private static final Map<String, byte[]> BEFORE = new HashMap<>();

    private static final SortedMap<String, byte[]> AFTER = new TreeMap<>();

    @BeforeAll
    static void build(@TempDir Path directory) throws IOException {
        Databases.build(directory, AWARI, SEEDS - 1, 2);
        read(directory, BEFORE);
        Databases.build(directory, AWARI, SEEDS, 2);
        read(directory, AFTER);
    }

    private static void read(Path directory, Map<String, byte[]> to) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> !isMark(each.toString())).toList()) {
                to.put(DIRECTORY + "/" + file.getFileName(), Files.readAllBytes(file));
            }
        }
    }

    private static boolean isMark(String name) {
        return name.endsWith("granary.builder") || name.endsWith(".lock");
    }

    private static FaultyDisk disk() {
        FaultyDisk disk = new FaultyDisk();
        BEFORE.forEach(disk::put);
        return disk;
    }

    @ParameterizedTest
    @Thorough
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SWAP", "NO_ROOM"})
    void theSameBuildMakesTheSameFiles(Fault.Kind kind) {
        FaultyDisk uninterrupted = disk();
        long calls = build(uninterrupted, Fault.NONE);
        check(uninterrupted, "uninterrupted");
        long stride = Integer.getInteger("granary.every-call", (int) (calls / 8));
        int happened = 0;
        for (long call = 1 + Math.floorMod(kind.name().hashCode(), stride); call <= calls; call += stride) {
            Fault fault = new Fault(kind, call, 7 * call);
            FaultyDisk disk = disk();
            happened += build(disk, fault) < 0 ? 1 : 0;
            disk.fill(false);
            build(disk, Fault.NONE);
            check(disk, fault.toString());
        }
        System.out.println(kind + ": " + happened + " of " + calls + " calls");
        assertTrue(happened > 0 || kind == Fault.Kind.SHORT, "faults happen");
    }

    private static void check(FaultyDisk disk, String what) {
        SortedMap<String, byte[]> found = disk.contents();
        found.keySet().removeIf(name -> name.equals(DIRECTORY) || isMark(name));
        assertEquals("", FaultyDisk.difference(AFTER, found), what);
    }

    /** Builds the last layer, and returns how many calls it made, or -1 if a fault ended it. */
    private static long build(FaultyDisk disk, Fault fault) {
        DiskProcess process = disk.start(fault);
        Path directory = process.path(DIRECTORY);
        boolean isEnded = false;
        try (DatabaseDirectory database = new DatabaseDirectory(directory, AWARI)) {
            SweepSolver solver = new SweepSolver(
                    AWARI,
                    1,
                    KernelChoice.of("scalar"),
                    DistanceCode.UNKNOWN - 1,
                    most -> new Candidates(CANDIDATES),
                    SweepSolver.SMALL_LAYER);
            long budget = (long) (SHARE * solver.need(SEEDS).bytes());
            MemoryProvider memory =
                    new MemoryProvider(directory, AWARI.identity(), () -> budget, Duration.ZERO, PoolPages::pageBytes);
            new Build(database, solver, memory, Monitor.SILENT).run(SEEDS);
        } catch (IOException | RuntimeException | ProcessStopped e) {
            if (!process.hasHappened()) {
                fail(fault + ": fails for no reason", e);
            }
            isEnded = true;
        }
        long calls = process.calls();
        process.end();
        return isEnded ? -1 : calls;
    }
}
