package granary.command.plan;

import granary.builder.Units;
import granary.builder.memory.MainMemory;
import granary.builder.resource.ResourceModel;
import granary.builder.resource.ResourceNeeds;
import granary.builder.sweep.SweepSolver;
import granary.command.kit.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The estimated time of a build on a machine, from the speed of this one. A layer takes as long as the slower of two: the cores, which take
 * the calibration's time for each position times the growth measured elsewhere; and the memory, which moves the bytes of the sweeps.
 * The file of a layer is written while the next is solved. All threads wait while lower layers that the remaining memory does not hold
 * are read, and while working memory in a file is read.
 */
public final class Prediction {
    /**
     * Nanoseconds of a processor a position by the layer, on an AMD EPYC with AVX-512 VBMI: builds to 31 seeds, and at 36 and 48 tasks
     * at their true size (benchmarks/BUILDS.md).
     */
    private static final NavigableMap<Integer, Double> GROWTH =
            new TreeMap<>(Map.of(20, 27.4, 24, 29.1, 28, 30.7, 31, 31.8, 36, 34.9, 48, 38.4));

    /** Bytes that a sweep reads and writes for each position: its value in and out, its conversion value, the value of a successor. */
    private static final double BYTES_A_SWEEP = 4;

    /** Rounds over a layer out of core; rounds over few positions count in part. Measured from 28 to 34 seeds. */
    private static final double ROUNDS = 14.3;

    /** In layers of more positions, the first rounds change more than the heap holds: each doubling adds a round. */
    private static final double LARGE = 1L << 34;

    /**
     * For each halving of the share of working memory that is in main memory, a round reads this share of the file and writes the next,
     * at most half of it: 28 to 34 seeds, with a quarter to a sixteenth in memory (benchmarks/BUILDS.md).
     */
    private static final double READ = 0.8;

    private static final double WRITTEN = 0.25;
    private static final double MOST_WRITTEN = 0.5;

    /**
     * A machine that builds.
     *
     * @param cores its cores
     * @param memory bytes of main memory
     * @param memoryBandwidth bytes a second that all cores together read and write in memory
     * @param diskBandwidth bytes a second that the disk reads or writes
     */
    public record Machine(int cores, double memory, double memoryBandwidth, double diskBandwidth) {
        /** Returns the bytes that working memory may take. */
        long workingMemory() {
            return MainMemory.available((long) memory, (long) memory);
        }
    }

    /**
     * A layer.
     *
     * @param seconds the time that it takes
     * @param memory bytes of working memory and heap
     * @param scratch bytes of the file of working memory, 0 for no file
     * @param read bytes that are read from that file
     * @param written bytes that are written to it
     * @param fits whether the machine has the memory
     * @param bottleneck the resource that takes most of the time: compute, memory or disk
     */
    public record Layer(
            double seconds,
            double memory,
            double scratch,
            double read,
            double written,
            boolean fits,
            String bottleneck) {}

    private final Plan plan;
    private final Calibration calibration;
    private final Machine machine;
    private final ResourceModel model;
    private final List<Layer> layers = new ArrayList<>();

    /** Predicts a plan's build. */
    public Prediction(Plan plan, Calibration calibration, Machine machine) {
        this.plan = plan;
        this.calibration = calibration;
        this.machine = machine;
        this.model = new ResourceModel(plan.game(), plan.solver().threads());
        for (int layer = 0; layer <= plan.topLayer(); layer++) {
            layers.add(layer(layer));
        }
    }

    /** Returns the layers from 0 on. */
    public List<Layer> layers() {
        return layers;
    }

    /** Returns the ratio of the time of a position of a layer to that of the calibration. */
    private double growth(int layer) {
        return plan.solver() instanceof SweepSolver ? nanos(layer) / nanos(calibration.layer()) : 1;
    }

    private static double nanos(int layer) {
        int known = Math.clamp(layer, GROWTH.firstKey(), GROWTH.lastKey());
        Map.Entry<Integer, Double> below = GROWTH.floorEntry(known);
        Map.Entry<Integer, Double> above = GROWTH.ceilingEntry(known);
        int apart = Math.max(1, above.getKey() - below.getKey());
        return below.getValue() + (above.getValue() - below.getValue()) * (known - below.getKey()) / apart;
    }

    private Layer layer(int layer) {
        double positions = plan.game().size(layer);
        double compute = positions * calibration.nanos() * growth(layer) / machine.cores() / 1e9;
        double memory = positions * calibration.sweeps() * BYTES_A_SWEEP / machine.memoryBandwidth();
        double solving = Math.max(compute, memory);
        double behind = layer == 0 ? 0 : plan.bytesToWrite(layer - 1);
        double writing = behind / machine.diskBandwidth();
        ResourceNeeds needs = plan.needs(layer, machine.workingMemory());
        double own = Math.min(needs.memory(), machine.workingMemory());
        double halvings = 0;
        double disk = Math.max(0, writing - solving);
        if (needs.scratch() > 0) {
            own = machine.workingMemory();
            double working = plan.need(layer).bytes();
            halvings = Math.log(working / own) / Math.log(2);
            // The layers below are read for each group of conversion values, which are half of the working memory.
            disk = writing + model.read(layer) * Math.ceil(working / 2 / own) / machine.diskBandwidth();
        } else {
            double free = Math.max(0, machine.memory() - needs.memory() - needs.heap() - behind);
            disk += Math.max(0, model.read(layer) - free) / machine.diskBandwidth();
        }
        double rounds = ROUNDS + Math.max(0, Math.log(positions / LARGE) / Math.log(2));
        double read = rounds * READ * halvings * needs.scratch();
        double written = rounds * Math.min(MOST_WRITTEN, WRITTEN * halvings) * needs.scratch();
        disk += (read + written) / machine.diskBandwidth();
        if (layer == plan.topLayer()) {
            disk += plan.bytesToWrite(layer) / machine.diskBandwidth();
        }
        return new Layer(
                solving + disk,
                own + needs.heap(),
                needs.scratch(),
                read,
                written,
                needs.memory() <= machine.workingMemory(),
                disk > solving ? "disk" : memory > compute ? "memory" : "compute");
    }

    /** Returns the prediction for people, in lines of at most 80 columns. */
    public String text() {
        int top = plan.topLayer();
        String before = String.format(
                Locale.ROOT,
                "Calibrated with the %s and %d threads at layer %d: %.1f ns of a core a position; memory %s/s, disk %s/s."
                        + " Predicted for %d cores like these with %s of memory (%s/s) and a disk of %s/s:",
                plan.solver().description(),
                calibration.threads(),
                calibration.layer(),
                calibration.nanos(),
                Units.bytes(calibration.memoryBandwidth()),
                Units.bytes(calibration.diskBandwidth()),
                machine.cores(),
                Units.bytes(machine.memory()),
                Units.bytes(machine.memoryBandwidth()),
                Units.bytes(machine.diskBandwidth()));
        List<Column> columns = List.of(
                new Column(plan.game().type().layerUnit(), Integer::toString),
                new Column("time", n -> Units.seconds(layers.get(n).seconds)),
                new Column("time, all", n -> Units.seconds(seconds(n))),
                new Column("memory, heap", n -> Units.bytes(layers.get(n).memory)),
                new Column("disk, all", n -> Units.bytes(plan.filesTo(n))),
                new Column("bottleneck", n -> bottleneck(layers.get(n))));
        String after = String.format(
                Locale.ROOT,
                "The disk holds %s of files and up to %s of working memory at a time. %.1f TB are written to it, which"
                        + " wears it; %.1f TB of working memory are read. A position of layer %d is assumed to take"
                        + " %.2f times as long as one of layer %d, by measurements on another machine. The prediction"
                        + " leaves out the start of Java, more sweeps in larger layers, threads that wait for each"
                        + " other, and cores that slow down each other's caches and clock.",
                Units.bytes(plan.filesTo(top)),
                Units.bytes(layers.stream().mapToDouble(Layer::scratch).max().orElse(0)),
                (plan.filesTo(top) + layers.stream().mapToDouble(Layer::written).sum()) / 1e12,
                layers.stream().mapToDouble(Layer::read).sum() / 1e12,
                top,
                growth(top),
                calibration.layer());
        return String.join("%n%n".formatted(), Plan.wrapped(before), Column.table(top, columns), Plan.wrapped(after));
    }

    private static String bottleneck(Layer layer) {
        return !layer.fits ? "does not fit" : layer.scratch > 0 ? "reads " + Units.bytes(layer.read) : layer.bottleneck;
    }

    private double seconds(int top) {
        return layers.stream().limit(top + 1L).mapToDouble(Layer::seconds).sum();
    }

    /** Returns the prediction by name, without units. */
    public Map<String, Object> values() {
        return new TreeMap<>(Map.of("calibration", calibration, "machine", machine, "layers", layers));
    }
}
