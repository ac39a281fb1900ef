package granary.builder.seal;

import granary.builder.memory.VectorArrays;
import granary.builder.seal.training.Training;
import granary.sealed.Model;
import granary.sealed.Network;
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
            this.rows = VectorArrays.shorts(model.rows() * UNITS);
            for (int row = 0; row < model.rows(); row++) {
                System.arraycopy(model.row(row), 0, rows, row(row), UNITS);
            }
            this.nodes = VectorArrays.ints(model.nodes() * UNITS);
            for (int node = 0; node < model.nodes(); node++) {
                for (int i = 0; i < UNITS; i++) {
                    nodes[node(node) + i] = model.nodeRow(node)[i];
                }
            }
        }
    }

    private static int row(int row) {
        return VectorArrays.FIRST_SHORT + row * UNITS;
    }

    private static int node(int node) {
        return VectorArrays.FIRST_OF_FOUR_BYTES + node * UNITS;
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
            load(run, i).add(load(rows, row(input) + i)).intoArray(run, i);
        }
    }

    @Override
    protected void replace(int before, int after) {
        for (int i = 0; i < UNITS; i += SHORTS.length()) {
            load(run, i)
                    .sub(load(rows, row(before) + i))
                    .add(load(rows, row(after) + i))
                    .intoArray(run, i);
        }
    }

    @Override
    protected void sum(int[] inputs, int count) {
        for (int i = 0; i < UNITS; i += 2 * SHORTS.length()) {
            ShortVector first = load(run, i);
            ShortVector second = load(run, i + SHORTS.length());
            for (int input = 0; input < count; input++) {
                int at = row(inputs[input]) + i;
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
        int at = node(node);
        IntVector sum = IntVector.fromArray(INTS, seen, 0).mul(IntVector.fromArray(INTS, nodes, at));
        for (int i = INTS.length(); i < UNITS; i += INTS.length()) {
            sum = sum.add(IntVector.fromArray(INTS, seen, i).mul(IntVector.fromArray(INTS, nodes, at + i)));
        }
        return sum.reduceLanes(VectorOperators.ADD);
    }
}
