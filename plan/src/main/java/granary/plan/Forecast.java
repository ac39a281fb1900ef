package granary.plan;

import granary.builder.account.Account;
import granary.builder.account.Needs;
import granary.builder.database.Resources;
import granary.builder.database.Solvers;
import granary.builder.solve.LayerNeed;
import granary.builder.solve.LayerSolver;
import granary.game.Game;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * A model of a build on a machine, from a calibration on a smaller one.
 *
 * <p>The tasks of a layer take the time per position that they took in the calibration, and as much longer as tasks on larger layers'
 * tables do ({@link Growth}), divided among the cores, or the time that the memory takes to move the bytes of the sweeps, whichever
 * is longer. At the end of each parallel run the threads wait for the last task. Each layer also has a serial part. The layers that
 * the calibration built take, on any machine, as much longer as they did there: Java was cold.
 *
 * <p>The main memory beside working memory and tables holds the file of the layer before, which was just written, and then as much as it
 * can of the layers below, which captures read. The rest of these is read from the disk, once and in the order of the files, while
 * all threads wait for the same place. Finished layers are written while the next is solved, the last one while it is packed and then.
 *
 * <p>What a layer reads and writes whose working memory is a file is counted, at its true size. The
 * layer takes its time in memory and that of the disk, one after the other: cores that wait for it sweep more often than they need to.
 */
public final class Forecast {
    /** Bytes that a sweep reads and writes of each position: a value in and out, a conversion value, a value that it leads to. */
    private static final double BYTES_A_SWEEP = 4;

    /** The share of its time in which a layer is packed, and its file written already: 0.10 to 0.14 from 20 to 33 seeds. */
    private static final double PACKING_SHARE = 0.1;

    /** What limits a layer. */
    public enum Bottleneck {
        /** The cores. */
        COMPUTE,
        /** The bandwidth of the main memory. */
        MEMORY,
        /** The bandwidth of the disk. */
        DISK,
        /** The work of one thread alone, and waiting for the last task of a run. */
        SERIAL
    }

    /**
     * A layer.
     *
     * @param seconds how long it takes
     * @param memory bytes of working memory and heap
     * @param fileRead bytes that are read from the file of the working memory: 0 when there is none
     * @param fileWritten bytes that are written to it
     * @param bottleneck what takes most of the time
     */
    public record Layer(double seconds, double memory, long fileRead, long fileWritten, Bottleneck bottleneck) {
        /** Returns the layer when something that it does not do at the same time takes some seconds more. */
        Layer longer(double more, Bottleneck reason) {
            return new Layer(seconds + more, memory, fileRead, fileWritten, more > seconds ? reason : bottleneck);
        }
    }

    private final Calibration calibration;
    private final Machine machine;
    private final Account account;
    private final Game game;
    private final boolean distances;
    private final IntToDoubleFunction fileBytes;

    Forecast(
            Calibration calibration,
            Machine machine,
            LayerSolver solver,
            Game game,
            boolean distances,
            IntToDoubleFunction fileBytes) {
        this.calibration = calibration;
        this.machine = machine;
        this.account = new Account(
                game,
                solver,
                layer -> Solvers.ofDistances(solver, game).distanceNeed(layer),
                machine.workingMemory());
        this.game = game;
        this.distances = distances;
        this.fileBytes = fileBytes;
    }

    /** Returns the layers from 0 to one. */
    List<Layer> layers(int top) {
        List<Layer> layers = new ArrayList<>();
        double behind = 0;
        for (int layer = 0; layer <= top; layer++) {
            Layer next = layer(layer, behind).longer(calibration.coldSeconds(layer), Bottleneck.SERIAL);
            behind = fileBytes.applyAsDouble(layer);
            if (layer == top) {
                double unwritten = behind / machine.diskBandwidth() - PACKING_SHARE * next.seconds;
                next = next.longer(Math.max(0, unwritten), Bottleneck.DISK);
            }
            layers.add(next);
        }
        return layers;
    }

    /**
     * Forecasts a layer.
     *
     * @param behind bytes of the layer below, which are still to be written and are in memory until then
     */
    private Layer layer(int layer, double behind) {
        double positions = game.size(layer);
        double compute = calibration.workSeconds(layer, positions, machine.cores());
        double moved = positions * calibration.last().sweeps() * BYTES_A_SWEEP;
        double memory = moved / machine.memoryBandwidth();
        Needs needs = account.build(layer, true, distances);
        double working = (double) needs.memory() + needs.heap();
        double cached = Math.max(0, machine.memory() - working - behind);
        double reading = Math.max(0, account.read(layer) - cached) / machine.diskBandwidth();
        double writing = behind / machine.diskBandwidth();
        double inMemory = Math.max(compute, memory) + calibration.serialSeconds(positions);
        Bottleneck bottleneck = reading + writing > inMemory
                ? Bottleneck.DISK
                : memory > compute
                        ? Bottleneck.MEMORY
                        : compute > inMemory / 2 ? Bottleneck.COMPUTE : Bottleneck.SERIAL;
        if (needs.scratch() > 0) {
            return outOfCore(layer, inMemory, needs, behind, bottleneck);
        }
        return new Layer(Math.max(inMemory, writing) + reading, working, 0, 0, bottleneck);
    }

    private Layer outOfCore(int layer, double inMemory, Needs needs, double behind, Bottleneck otherwise) {
        if (machine.workingMemory() < needs.memory()) {
            return new Layer(inMemory, (double) needs.memory() + needs.heap(), 0, 0, otherwise); // it does not fit
        }
        Resources.require("to count what layer " + layer + " reads", needs);
        LayerNeed.Reads moved =
                account.need(layer, true, distances).window().reads().apply(machine.workingMemory());
        double read = moved.file() + (double) moved.lower() * account.read(layer);
        double disk = (read + moved.written()) / machine.windowBandwidth() + behind / machine.diskBandwidth();
        return new Layer(
                inMemory + disk,
                machine.workingMemory() + needs.heap(),
                moved.file(),
                moved.written(),
                disk > inMemory ? Bottleneck.DISK : otherwise);
    }
}
