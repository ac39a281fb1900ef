package granary.builder.compress;

import granary.builder.compress.training.Training;
import granary.compressed.Model;
import granary.compressed.Network;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** A network on the processor's vectors, through the module {@code jdk.incubator.vector}. It takes half the time of plain Java. */
final class VectorNetwork extends Network {
    private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;

    private static final int UNITS = Training.UNITS;

    private final short[] bias;
    private final short[] rows;
    private final int[] nodes;
    private final short[] run;
    private final int[] seen;

    /** The rows of a model one after another, which any number of threads share. */
    static final class Weights {
        private final Model model;
        private final short[] rows;
        private final int[] nodes;

        Weights(Model model) {
            this.model = model;
            this.rows = new short[model.rows() * UNITS];
            for (int row = 0; row < model.rows(); row++) {
                System.arraycopy(model.row(row), 0, rows, row * UNITS, UNITS);
            }
            this.nodes = new int[model.nodes() * UNITS];
            for (int node = 0; node < model.nodes(); node++) {
                for (int i = 0; i < UNITS; i++) {
                    nodes[node * UNITS + i] = model.nodeRow(node)[i];
                }
            }
        }
    }

    VectorNetwork(Weights weights) {
        super(weights.model);
        this.bias = weights.model.bias();
        this.rows = weights.rows;
        this.nodes = weights.nodes;
        this.run = new short[UNITS];
        this.seen = new int[UNITS];
    }

    /** Returns whether this class has the length of a model's rows, and pairs of this processor's vectors divide it. */
    static boolean isPossible(int units) {
        return units == UNITS && units % (2 * SHORTS.length()) == 0;
    }

    @Override
    protected void begin() {
        System.arraycopy(bias, 0, run, 0, UNITS);
    }

    @Override
    protected void add(int input) {
        for (int i = 0; i < UNITS; i += SHORTS.length()) {
            load(run, i).add(load(rows, input * UNITS + i)).intoArray(run, i);
        }
    }

    @Override
    protected void replace(int before, int after) {
        for (int i = 0; i < UNITS; i += SHORTS.length()) {
            load(run, i)
                    .sub(load(rows, before * UNITS + i))
                    .add(load(rows, after * UNITS + i))
                    .intoArray(run, i);
        }
    }

    @Override
    protected void sum(int[] inputs, int count) {
        for (int i = 0; i < UNITS; i += 2 * SHORTS.length()) {
            ShortVector first = load(run, i);
            ShortVector second = load(run, i + SHORTS.length());
            for (int input = 0; input < count; input++) {
                int at = inputs[input] * UNITS + i;
                first = first.add(load(rows, at));
                second = second.add(load(rows, at + SHORTS.length()));
            }
            store(first.max((short) 0), i);
            store(second.max((short) 0), i + SHORTS.length());
        }
    }

    private void store(ShortVector units, int at) {
        for (int part = 0; part < 2; part++) {
            ((IntVector) units.convertShape(VectorOperators.S2I, INTS, part))
                    .intoArray(seen, at + part * INTS.length());
        }
    }

    private static ShortVector load(short[] from, int at) {
        return ShortVector.fromArray(SHORTS, from, at);
    }

    @Override
    protected int product(int node) {
        int at = node * UNITS;
        IntVector sum = IntVector.fromArray(INTS, seen, 0).mul(IntVector.fromArray(INTS, nodes, at));
        for (int i = INTS.length(); i < UNITS; i += INTS.length()) {
            sum = sum.add(IntVector.fromArray(INTS, seen, i).mul(IntVector.fromArray(INTS, nodes, at + i)));
        }
        return sum.reduceLanes(VectorOperators.ADD);
    }
}
