package granary.builder.plan;

import granary.builder.account.Account;
import granary.builder.account.Needs;
import granary.builder.solve.DistanceSolver;
import granary.game.Game;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * A model of a build on a machine, from a calibration on a smaller one.
 *
 * <p>The tasks of a layer take the time per position that they took in the calibration, divided among the cores, or the time that
 * the memory takes to move the bytes of the sweeps, whichever is longer. At the end of each parallel run the threads wait for the
 * last task. Each layer also has a serial part. The layers below are read from the disk as far as the main memory beside working
 * memory and tables does not hold them, and the rest of the work waits for that. Finished layers are written while the next is
 * solved.
 */
public final class Forecast {
    /** Bytes that a sweep reads and writes of each position: a value in and out, a conversion value, a value that it leads to. */
    private static final double BYTES_A_SWEEP = 4;

    /** The share of the work that reads the layers below, which comes before the rest: 0.2 to 0.25 from 20 to 26 seeds. */
    private static final double READING_SHARE = 0.2;

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
     * @param bottleneck what takes most of the time
     */
    public record Layer(double seconds, double memory, Bottleneck bottleneck) {}

    private final Calibration calibration;
    private final Machine machine;
    private final Account account;
    private final Game game;
    private final boolean distances;
    private final IntToDoubleFunction fileBytes;

    Forecast(
            Calibration calibration,
            Machine machine,
            DistanceSolver solver,
            Game game,
            boolean distances,
            IntToDoubleFunction fileBytes) {
        this.calibration = calibration;
        this.machine = machine;
        this.account = new Account(game, solver, solver, machine.workingMemory(), true);
        this.game = game;
        this.distances = distances;
        this.fileBytes = fileBytes;
    }

    /** Returns the layers from 0 to one. */
    List<Layer> layers(int top) {
        List<Layer> layers = new ArrayList<>();
        double behind = 0;
        for (int layer = 0; layer <= top; layer++) {
            Layer next = layer(layer, behind);
            behind = fileBytes.applyAsDouble(layer);
            if (layer == top) {
                double writing = behind / machine.diskBandwidth();
                next = new Layer(
                        next.seconds + writing,
                        next.memory,
                        writing > next.seconds ? Bottleneck.DISK : next.bottleneck);
            }
            layers.add(next);
        }
        return layers;
    }

    /**
     * Forecasts a layer.
     *
     * @param behind bytes of the layer below that are still to be written
     */
    private Layer layer(int layer, double behind) {
        double positions = game.size(layer);
        double compute = positions * calibration.workPerPosition() / machine.cores() / 1e9;
        double moved = positions * calibration.last().sweeps() * BYTES_A_SWEEP;
        double memory = moved / machine.memoryBandwidth();
        double serial = (calibration.serialNanos() + calibration.tailNanos()) / 1e9;
        Needs needs = account.build(layer, true, distances);
        double working = (double) needs.memory() + needs.heap();
        double read = Math.max(0, account.read(layer) - Math.max(0, machine.memory() - working));
        double disk = (read + behind) / machine.diskBandwidth();
        double waiting = Math.max(0, read / machine.diskBandwidth() - READING_SHARE * compute);
        double inMemory = Math.max(compute, memory) + Math.min(serial, serialShare(positions));
        Bottleneck bottleneck = disk > inMemory
                ? Bottleneck.DISK
                : memory > compute
                        ? Bottleneck.MEMORY
                        : compute > inMemory / 2 ? Bottleneck.COMPUTE : Bottleneck.SERIAL;
        return new Layer(Math.max(inMemory + waiting, disk), working, bottleneck);
    }

    /** Threads do not wait in small layers, which one thread solves. */
    private double serialShare(double positions) {
        return positions * calibration.nanosPerPosition() / 1e9;
    }
}
