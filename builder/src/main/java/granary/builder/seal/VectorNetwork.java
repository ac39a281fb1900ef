package granary.builder.seal;

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

    private final Weights weights;
    private final int units;
    private final short[] run;
    private final int[] seen;

    /** The rows of a model one after another, which any number of threads share. */
    static final class Weights {
        private final Model model;
        private final short[] rows;
        private final int[] nodes;

        Weights(Model model) {
            this.model = model;
            int units = model.units();
            this.rows = new short[model.rows() * units];
            for (int row = 0; row < model.rows(); row++) {
                System.arraycopy(model.row(row), 0, rows, row * units, units);
            }
            this.nodes = new int[model.nodes() * units];
            for (int node = 0; node < model.nodes(); node++) {
                for (int i = 0; i < units; i++) {
                    nodes[node * units + i] = model.nodeRow(node)[i];
                }
            }
        }
    }

    VectorNetwork(Weights weights) {
        super(weights.model);
        this.weights = weights;
        this.units = weights.model.units();
        this.run = new short[units];
        this.seen = new int[units];
    }

    /** Returns whether vectors of this processor divide the units of a model. */
    static boolean isPossible(int units) {
        return units % SHORTS.length() == 0;
    }

    @Override
    protected void begin() {
        System.arraycopy(weights.model.bias(), 0, run, 0, units);
    }

    @Override
    protected void add(int input) {
        for (int i = 0; i < units; i += SHORTS.length()) {
            ShortVector.fromArray(SHORTS, run, i)
                    .add(ShortVector.fromArray(SHORTS, weights.rows, input * units + i))
                    .intoArray(run, i);
        }
    }

    @Override
    protected void replace(int before, int after) {
        for (int i = 0; i < units; i += SHORTS.length()) {
            ShortVector.fromArray(SHORTS, run, i)
                    .sub(ShortVector.fromArray(SHORTS, weights.rows, before * units + i))
                    .add(ShortVector.fromArray(SHORTS, weights.rows, after * units + i))
                    .intoArray(run, i);
        }
    }

    @Override
    protected void sum(int[] inputs, int count) {
        short[] rows = weights.rows;
        for (int i = 0; i < units; i += SHORTS.length()) {
            ShortVector sum = ShortVector.fromArray(SHORTS, run, i);
            for (int input = 0; input < count; input++) {
                sum = sum.add(ShortVector.fromArray(SHORTS, rows, inputs[input] * units + i));
            }
            ShortVector cut = sum.max((short) 0);
            for (int part = 0; part < 2; part++) {
                ((IntVector) cut.convertShape(VectorOperators.S2I, INTS, part))
                        .intoArray(seen, i + part * INTS.length());
            }
        }
    }

    @Override
    protected int product(int node) {
        int at = node * units;
        IntVector sum = IntVector.zero(INTS);
        for (int i = 0; i < units; i += INTS.length()) {
            sum = sum.add(IntVector.fromArray(INTS, seen, i).mul(IntVector.fromArray(INTS, weights.nodes, at + i)));
        }
        return sum.reduceLanes(VectorOperators.ADD);
    }
}
