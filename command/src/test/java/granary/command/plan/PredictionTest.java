package granary.command.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.database.Resources;
import granary.builder.memory.MainMemory;
import granary.builder.memory.MemoryProvider;
import granary.builder.resource.ResourceModel;
import granary.builder.resource.ResourceNeeds;
import granary.builder.solve.LayerSolver;
import granary.builder.solve.RetrogradeSolver;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.command.kit.Json;
import granary.command.plan.Prediction.Layer;
import granary.command.plan.Prediction.Machine;
import granary.format.FileKind;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictionTest {
    private static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);
    private static final SweepSolver SOLVER = new SweepSolver(GAME, 2, KernelChoice.of("scalar"));
    private static final MemoryProvider MEMORY = new MemoryProvider(Path.of("."), GAME.identity(), () -> 1L << 40);
    private static final Set<FileKind> SCORES = EnumSet.of(FileKind.SCORES);
    private static final int TOP = 48;
    private static final double GIB = 1L << 30;

    /** That of the tables in benchmarks/BUILDS.md. */
    static final Calibration CALIBRATION = new Calibration(2, 22, 36, 15, 40 * GIB, GIB);

    private static Plan plan(LayerSolver solver, int top) {
        Resources.DiskSpace disk = new Resources.DiskSpace(Path.of("."), 1L << 40);
        return new Plan(GAME, top, solver, MEMORY, new Resources(1L << 40, disk, disk), SCORES, layer -> SCORES);
    }

    private static Prediction prediction(Machine machine, int top) {
        return new Prediction(plan(SOLVER, top), CALIBRATION, machine);
    }

    private static List<Layer> layers(Machine machine) {
        return prediction(machine, TOP).layers();
    }

    private static Machine machine(int cores, double gibibytes, double memoryBandwidth, double diskBandwidth) {
        return new Machine(cores, gibibytes * GIB, memoryBandwidth * GIB, diskBandwidth * GIB);
    }

    private static double seconds(List<Layer> layers) {
        return layers.stream().mapToDouble(Layer::seconds).sum();
    }

    private static long fileBytes(int layer) {
        return new ResourceModel(GAME, 1).header(FileKind.SCORES, layer).fileLength();
    }

    @Test
    void onFastMemoryAndDiskTheCoresDecide() {
        List<Layer> layers = layers(machine(64, 10_000, 10_000, 10_000));
        assertEquals(GAME.size(22) * 36e-9 / 64, layers.get(22).seconds(), 0.01);
        assertEquals(GAME.size(48) * 36e-9 / 64 * 38.4 / 28.25, layers.get(48).seconds(), 1);
        assertEquals(
                GAME.size(40) * 36e-9 / 64 * (34.9 + 4 * 3.5 / 12) / 28.25,
                layers.get(40).seconds(),
                0.1);
        assertEquals("compute", layers.get(TOP).bottleneck());
    }

    @Test
    void aSolverWithoutSweepsTakesAsLongInEachLayer() {
        Plan plan = plan(new RetrogradeSolver(GAME, 2), 30);
        Calibration calibration = new Calibration(2, 14, 800, 0, 40 * GIB, 10_000 * GIB);
        List<Layer> layers = new Prediction(plan, calibration, machine(2, 100, 40, 10_000)).layers();
        assertEquals(GAME.size(30) * 800e-9 / 2, layers.get(30).seconds(), 1);
    }

    @Test
    void slowMemoryOrDiskDecides() {
        Layer slowMemory = layers(machine(64, 10_000, 50, 10_000)).get(TOP);
        assertEquals("memory", slowMemory.bottleneck());
        assertEquals(GAME.size(TOP) * 15.0 * 4 / (50 * GIB), slowMemory.seconds(), 1);
        assertEquals("disk", layers(machine(64, 10_000, 10_000, 0.25)).get(TOP).bottleneck());
    }

    @Test
    void threadsWaitForLowerLayersThatDoNotFitInMemory() {
        int layer = 33;
        ResourceModel model = new ResourceModel(GAME, SOLVER.threads(), Long.MAX_VALUE);
        ResourceNeeds needs = model.build(layer, SOLVER.need(layer), EnumSet.of(FileKind.SCORES));
        double enough = (needs.memory() + needs.heap() + model.read(layer) + fileBytes(layer - 1)) / GIB;
        double all = layers(machine(2, enough, 40, 1)).get(layer).seconds();
        assertEquals(all, layers(machine(2, 2 * enough, 40, 1)).get(layer).seconds(), 1e-6);
        assertEquals(all + 3, layers(machine(2, enough - 3, 40, 1)).get(layer).seconds(), 1e-6);
    }

    @Test
    void theLastFileIsWrittenAfterItsLayer() {
        Machine machine = machine(2, 2_000, 40, 1);
        double more = prediction(machine, 30).layers().get(30).seconds()
                - prediction(machine, 31).layers().get(30).seconds();
        assertEquals(fileBytes(30) / GIB, more, 1e-6);
    }

    /** The bytes that builds read and wrote out of core: benchmarks/BUILDS.md. */
    @ParameterizedTest
    @CsvSource({
        "28, 12.5, 104.2, 24.4",
        "30, 25, 139.2, 43.5",
        "30, 12.5, 205.5, 46.8",
        "32, 24.6, 269.7, 80.2",
        "32, 12.3, 395.6, 86.9",
        "34, 24.7, 482.4, 143.1",
        "34, 12.3, 709.0, 152.9",
        "34, 6.3, 900.7, 155.7"
    })
    void readAndWrittenBytesOutOfCoreMatchBuilds(int layer, double percent, double read, double written) {
        double wanted = percent / 100 * SOLVER.need(layer).bytes();
        long heap = Math.min(MainMemory.LARGEST_HEAP, Runtime.getRuntime().maxMemory());
        Machine machine = machine(2, (wanted + heap + (160 << 20)) * 32 / 31 / GIB, 40, 1);
        assertEquals(wanted, machine.workingMemory(), 1000);
        Layer predicted = prediction(machine, layer).layers().get(layer);
        assertEquals(read, predicted.read() / 1e9, 0.15 * read);
        assertEquals(written, predicted.written() / 1e9, 0.15 * written);
        assertEquals(SOLVER.need(layer).bytes(), predicted.scratch(), 1e6);
        assertEquals("disk", predicted.bottleneck());
    }

    /** Hours of earlier predictions, which measured tasks and counted pages. */
    @ParameterizedTest
    @CsvSource({"64, 768, 400, 2, 0.47", "16, 128, 80, 6, 4.1", "16, 64, 80, 6, 7.0", "16, 256, 80, 6, 2.6"})
    void all48SeedsTakeAboutWhatCloserModelsSaid(
            int cores, double memory, double bandwidth, double disk, double hours) {
        assertEquals(hours, seconds(layers(machine(cores, memory, bandwidth, disk))) / 3600, 0.25 * hours);
    }

    @Test
    void aLayerThatIsTooLargeDoesNotFit() {
        List<Layer> layers = layers(machine(2, 10, 40, 1));
        assertEquals(0, layers.get(24).scratch());
        assertTrue(layers.get(24).fits() && !layers.get(TOP).fits());
    }

    @Test
    void aBetterMachineIsNeverSlower() {
        double slowest = seconds(layers(machine(64, 500, 100, 1)));
        assertTrue(seconds(layers(machine(128, 500, 100, 1))) < slowest);
        assertTrue(seconds(layers(machine(64, 700, 100, 1))) < slowest);
        assertTrue(seconds(layers(machine(64, 500, 200, 1))) < slowest);
        assertTrue(seconds(layers(machine(64, 500, 100, 2))) < slowest);
    }

    @Test
    void largerLayersTakeLonger() {
        List<Layer> layers = layers(machine(64, 768, 400, 2));
        for (int n = 15; n <= TOP; n++) {
            assertTrue(layers.get(n).seconds() > layers.get(n - 1).seconds(), "layer " + n);
        }
    }

    @Test
    void textHasATimeForEachLayerIn80Columns() {
        for (Machine machine : List.of(machine(128, 1024, 800, 4), machine(16, 64, 80, 6), machine(2, 10, 40, 1))) {
            String text = prediction(machine, TOP).text();
            text.lines().forEach(line -> assertTrue(line.length() <= 80, line));
            for (int layer = 0; layer <= TOP; layer++) {
                String row = " *" + layer + " +.* (s|min) .*(compute|memory|disk|reads .*B|does not fit)";
                assertTrue(text.lines().anyMatch(line -> line.matches(row)), text);
            }
            assertTrue(text.contains("1.36 times"), text);
            assertTrue(text.contains("leaves out"), text);
        }
    }

    @Test
    void jsonHoldsCalibrationMachineAndLayers() {
        Prediction prediction = prediction(machine(16, 64, 80, 6), TOP);
        JsonObject json = JsonParser.parseString(Json.line(prediction.values())).getAsJsonObject();
        assertEquals(36, json.getAsJsonObject("calibration").get("nanos").getAsDouble());
        assertEquals(16, json.getAsJsonObject("machine").get("cores").getAsInt());
        JsonArray layers = json.getAsJsonArray("layers");
        assertEquals(TOP + 1, layers.size());
        JsonObject last = layers.get(TOP).getAsJsonObject();
        assertEquals(prediction.layers().get(TOP).seconds(), last.get("seconds").getAsDouble());
        assertEquals("disk", last.get("bottleneck").getAsString());
    }
}
