package granary.plan;

import granary.builder.Column;
import granary.builder.Units;
import granary.builder.account.Account;
import granary.builder.account.LayerSizes;
import granary.builder.account.Needs;
import granary.builder.database.Resources;
import granary.builder.memory.FileWindow;
import granary.builder.memory.MemoryNeed;
import granary.builder.memory.MemoryProvider;
import granary.builder.solve.LayerSolver;
import granary.game.Game;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The memory, disk and time that a build takes, layer by layer.
 *
 * @param game the game
 * @param topLayer the last layer
 * @param solver the solver
 * @param memory where its working memory comes from
 * @param resources memory and disks of the machine
 * @param filesToWrite for each layer the bytes of the files that are to be written, 0 where all are there
 * @param distances whether distances are built, too
 */
public record Plan(
        Game game,
        int topLayer,
        LayerSolver solver,
        MemoryProvider memory,
        Resources resources,
        IntToLongFunction filesToWrite,
        boolean distances) {
    private static final int[] SIMULATED_THREADS = {16, 64, 128};

    /** Makes the plan of a new database. */
    public static Plan ofAll(
            Game game,
            int topLayer,
            LayerSolver solver,
            MemoryProvider memory,
            Resources resources,
            boolean distances) {
        return new Plan(
                game,
                topLayer,
                solver,
                memory,
                resources,
                n -> new LayerSizes(game).bytes(n, true, distances),
                distances);
    }

    /**
     * Returns a table with one row per layer, of at most 80 columns; the space of distances takes 14 columns more.
     *
     * @param wide whether to add columns with the space of an ideal packing, which take 24 columns more
     */
    public String table(boolean wide) {
        List<Column> columns = new ArrayList<>();
        columns.add(new Column(game.type().layerUnit(), Integer::toString));
        columns.add(new Column("positions", n -> Units.count(game.size(n))));
        columns.add(new Column("packed", n -> Units.bytes(packed(n))));
        if (wide) {
            columns.add(new Column("minimum", n -> Units.bytes(minimum(n))));
        }
        columns.add(new Column("packed, all", n -> Units.bytes(cumulated(n, this::packed))));
        if (wide) {
            columns.add(new Column("minimum, all", n -> Units.bytes(cumulated(n, this::minimum))));
        }
        if (distances) {
            columns.add(new Column("distances <=", n -> Units.bytes(distances(n))));
        }
        columns.add(new Column("working memory", n -> Units.bytes(need(n).bytes())));
        columns.add(new Column("fits here", this::fits));
        return Column.table(topLayer, columns);
    }

    /** Returns what the whole build takes and whether it fits here, in lines of at most 80 columns. */
    public String summary() {
        Needs most = IntStream.rangeClosed(0, topLayer).mapToObj(this::needs).reduce(Needs.NONE, Needs::then);
        OptionalInt tooLarge = firstTooLarge();
        String fits = "All layers fit here.";
        if (tooLarge.isPresent()) {
            int layer = tooLarge.getAsInt();
            fits = "Layer " + layer + " does not fit here: it "
                    + shortages(layer).getFirst().description() + ".";
        }
        double files = cumulated(topLayer, n -> new LayerSizes(game).bytes(n, true, distances));
        long working = IntStream.rangeClosed(0, topLayer)
                .mapToLong(n -> need(n).bytes())
                .max()
                .orElseThrow();
        String text = "The files take " + Units.bytes(files) + ". The build needs up to " + Units.bytes(working)
                + " of working memory and " + Units.bytes(most.heap())
                + " of Java heap. " + fits;
        return wrapped(text);
    }

    private static String wrapped(String text) {
        return text.replaceAll("(.{1,79})( |$)", "$1%n".formatted()).stripTrailing();
    }

    /** Returns the table's values for one layer by name, without units. */
    public Map<String, Object> values(int layer) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("layer", layer);
        values.put("positions", game.size(layer));
        values.put("packedBytes", Math.round(packed(layer)));
        values.put("minimumBytes", Math.round(minimum(layer)));
        values.put("fileBytes", new LayerSizes(game).scores(layer).fileLength());
        if (!game.scoring().tellsDistance()) {
            values.put("distanceBytesAtMost", Math.round(distances(layer)));
        }
        values.put("workingBytes", need(layer).bytes());
        values.put("heapBytes", needs(layer).heap());
        values.put("onDisk", isOnDisk(layer));
        values.put(
                "missing",
                shortages(layer).stream()
                        .map(Resources.Shortage::kind)
                        .distinct()
                        .toList());
        return values;
    }

    /** Returns the first layer that does not fit this machine, or empty when all do. */
    public OptionalInt firstTooLarge() {
        return IntStream.rangeClosed(0, topLayer)
                .filter(layer -> filesToWrite.applyAsLong(layer) > 0)
                .filter(layer -> !shortages(layer).isEmpty())
                .findFirst();
    }

    /** Returns the shortages of this machine for a layer. */
    public List<Resources.Shortage> shortages(int layer) {
        double files = cumulated(layer, filesToWrite::applyAsLong);
        return resources.shortages(needs(layer), files, memory.bytesToReserve(layer, need(layer)));
    }

    private Account account() {
        return resources.account(game, solver);
    }

    private Needs needs(int layer) {
        return account().build(layer, true, distances);
    }

    private MemoryNeed need(int layer) {
        return account().need(layer, true, distances).memory();
    }

    /** Returns whether this machine builds a layer out of core, because its memory does not hold the working memory. */
    private boolean isOnDisk(int layer) {
        return shortages(layer).isEmpty() && !account().holds(layer, true, distances);
    }

    /** Returns the model of the build on a machine. */
    public List<Forecast.Layer> forecast(Calibration calibration, Machine machine) {
        return new Forecast(calibration, machine, solver, game, distances, filesToWrite::applyAsLong).layers(topLayer);
    }

    /** Returns how long the build takes on a machine by the model, and what that is based on. */
    public String prediction(Calibration calibration, Machine machine) {
        List<Forecast.Layer> layers = forecast(calibration, machine);
        List<Column> columns = List.of(
                new Column(game.type().layerUnit(), Integer::toString),
                new Column("time", n -> Units.seconds(layers.get(n).seconds())),
                new Column("time, all", n -> Units.seconds(seconds(layers, n))),
                new Column("memory, heap", n -> Units.bytes(layers.get(n).memory())),
                new Column("disk, all", n -> Units.bytes(cumulated(n, filesToWrite::applyAsLong))),
                new Column(
                        "bottleneck",
                        n -> layers.get(n).bottleneck().name().toLowerCase(Locale.ROOT)
                                + file(n, layers.get(n), machine)));
        return String.format(
                        Locale.ROOT,
                        "Calibrated with %d threads at layer %d: %.0f ns per position and thread;%n"
                                + "tasks take %.1f ns of a processor per position;%n"
                                + "memory %s/s, disk %s/s, directly %s/s.%n"
                                + "Its tasks, scheduled on more threads,%n"
                                + "keep them busy:%s.%n%n"
                                + "A model of the build on %d cores with %s of memory (%s/s)%n"
                                + "and a disk of %s/s, directly %s/s:%n%n",
                        calibration.threads(),
                        calibration.last().layer(),
                        calibration.nanosPerPosition(),
                        calibration.workPerPosition(calibration.last().layer()),
                        Units.bytes(calibration.memoryBandwidth()),
                        Units.bytes(calibration.diskBandwidth()),
                        Units.bytes(calibration.windowBandwidth()),
                        IntStream.of(SIMULATED_THREADS)
                                .mapToObj(threads -> String.format(
                                        Locale.ROOT,
                                        " %d threads %.0f %%",
                                        threads,
                                        100 * calibration.efficiency(threads)))
                                .collect(Collectors.joining(",")),
                        machine.cores(),
                        Units.bytes(machine.memory()),
                        Units.bytes(machine.memoryBandwidth()),
                        Units.bytes(machine.diskBandwidth()),
                        Units.bytes(machine.windowBandwidth()))
                + Column.table(topLayer, columns)
                + "%n%n".formatted()
                + diskUse(layers)
                + "%nThis assumes cores like this machine's.%n".formatted()
                + growth(calibration);
    }

    /** Returns what the build takes of the disk, and what is written to it in all, in lines of at most 80 columns. */
    private String diskUse(List<Forecast.Layer> layers) {
        long read = layers.stream().mapToLong(Forecast.Layer::fileRead).sum();
        double files = cumulated(topLayer, filesToWrite::applyAsLong);
        return wrapped(String.format(
                Locale.ROOT,
                "The disk takes %s of files and up to %s of working memory, %s at most, and writes %.1f TB: that much its endurance"
                        + " loses. %s of working memory are read.",
                Units.bytes(files),
                Units.bytes(scratch(layers, topLayer)),
                Units.bytes(mostOfDisk(layers)),
                written(layers) / 1e12,
                Units.bytes(read)));
    }

    private double scratch(List<Forecast.Layer> layers, int layer) {
        return layers.get(layer).fileRead() == 0
                ? 0
                : FileWindow.fileBytes(need(layer).bytes());
    }

    /** Returns the most bytes of files, with that of the working memory, that are there at a time. */
    private double mostOfDisk(List<Forecast.Layer> layers) {
        return IntStream.rangeClosed(0, topLayer)
                .mapToDouble(n -> scratch(layers, n) + cumulated(n, filesToWrite::applyAsLong))
                .max()
                .orElse(0);
    }

    private double written(List<Forecast.Layer> layers) {
        return cumulated(topLayer, filesToWrite::applyAsLong)
                + layers.stream().mapToDouble(Forecast.Layer::fileWritten).sum();
    }

    /** Returns how the work per position grows by the model, in lines of at most 80 columns. */
    private String growth(Calibration calibration) {
        int built = calibration.last().layer();
        Map<Integer, Double> larger = calibration.growth().factors().tailMap(built, false);
        if (larger.isEmpty()) {
            return "The work per position is that of layer %d.".formatted(built);
        }
        return "The work per position grows as it did elsewhere, from that of layer %d:%n".formatted(built)
                + larger.entrySet().stream()
                        .map(each -> String.format(
                                Locale.ROOT, "%.2f times as much at layer %d", each.getValue(), each.getKey()))
                        .collect(Collectors.joining(String.format(",%n")))
                + ".";
    }

    /** Returns what a file of working memory means for a layer. */
    private String file(int number, Forecast.Layer layer, Machine machine) {
        if (layer.fileRead() != 0) {
            return ", reads " + Units.bytes(layer.fileRead());
        }
        return need(number).bytes() <= machine.workingMemory() ? "" : ", does not fit";
    }

    private static double seconds(List<Forecast.Layer> layers, int top) {
        return layers.stream()
                .limit(top + 1)
                .mapToDouble(Forecast.Layer::seconds)
                .sum();
    }

    /** Returns how long the build takes on a machine by the model, and what that was calibrated with, by name. */
    public Map<String, Object> predictionValues(Calibration calibration, Machine machine) {
        List<Forecast.Layer> layers = forecast(calibration, machine);
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("threads", calibration.threads());
        values.put("calibrationLayer", calibration.last().layer());
        values.put("nanosPerPosition", calibration.nanosPerPosition());
        values.put("workFactors", calibration.growth().factors());
        values.put("memoryBandwidth", Math.round(calibration.memoryBandwidth()));
        values.put("diskBandwidth", Math.round(calibration.diskBandwidth()));
        values.put("windowBandwidth", Math.round(calibration.windowBandwidth()));
        for (int threads : SIMULATED_THREADS) {
            values.put("efficiency" + threads, calibration.efficiency(threads));
        }
        values.put("cores", machine.cores());
        values.put("memory", Math.round(machine.memory()));
        values.put("seconds", seconds(layers, topLayer));
        values.put("layerSeconds", layers.stream().map(Forecast.Layer::seconds).toList());
        values.put(
                "fileBytesRead", layers.stream().map(Forecast.Layer::fileRead).toList());
        values.put(
                "fileBytesWritten",
                layers.stream().map(Forecast.Layer::fileWritten).toList());
        values.put("diskBytesAtMost", Math.round(mostOfDisk(layers)));
        values.put("diskBytesWritten", Math.round(written(layers)));
        values.put(
                "bottlenecks",
                layers.stream()
                        .map(layer -> layer.bottleneck().name().toLowerCase(Locale.ROOT))
                        .toList());
        return values;
    }

    /** Returns the bytes of the packed scores, without header and checksums. */
    double packed(int layer) {
        return new LayerSizes(game).scores(layer).packing().groupBytes(game.size(layer));
    }

    /** Returns the bytes of an ideal packing: log2 of the number of possible scores, in bits per position. */
    double minimum(int layer) {
        return Math.log(game.maxScore(layer) - game.minScore(layer) + 1.0) / Math.log(2) / 8 * game.size(layer);
    }

    /** Returns the bytes of the packed distances, without header and checksums, if the longest fits a byte. */
    double distances(int layer) {
        return new LayerSizes(game).distances(layer).packing().groupBytes(game.size(layer));
    }

    private String fits(int layer) {
        List<String> kinds = shortages(layer).stream()
                .map(Resources.Shortage::kind)
                .distinct()
                .toList();
        // A machine with memory enough has a larger heap, and a line has 80 columns.
        String missing = kinds.stream()
                .filter(kind -> !kind.equals("heap") || !kinds.contains("memory"))
                .collect(Collectors.joining(", "));
        return missing.isEmpty() ? isOnDisk(layer) ? "on disk" : "yes" : "no: " + missing;
    }

    private static double cumulated(int top, IntToDoubleFunction bytes) {
        double sum = 0;
        for (int n = 0; n <= top; n++) {
            sum += bytes.applyAsDouble(n);
        }
        return sum;
    }
}
