package granary.compressed;

/**
 * The arithmetic of a model: what the board of a walk makes of its numbers. All sums wrap, so that any order of additions gives the
 * same. One thread uses a network.
 */
public abstract class Network {
    private final Model model;
    /** The inputs of the run whose rows are summed up. */
    private final int[] summed;

    /** Makes a network that uses a model. */
    protected Network(Model model) {
        this.model = model;
        this.summed = new int[model.inputs()];
    }

    /** Begins a block: sums up all inputs of its first run. */
    public final void start(BlockWalk walk) {
        int[] inputs = walk.inputs();
        begin();
        for (int group = walk.fastInputs(); group < inputs.length; group++) {
            add(inputs[group]);
            summed[group] = inputs[group];
        }
    }

    /** Goes on to another run: most of its inputs are those of the last one that was summed up. */
    public final void change(BlockWalk walk) {
        int[] inputs = walk.inputs();
        for (int group = walk.fastInputs(); group < inputs.length; group++) {
            if (inputs[group] != summed[group]) {
                replace(summed[group], inputs[group]);
                summed[group] = inputs[group];
            }
        }
    }

    /** Works out the hidden units of the board. */
    public final void see(BlockWalk walk) {
        walk.look();
        sum(walk.inputs(), walk.fastInputs());
    }

    /** Returns the probability of the upper branch of a node, of 65536. */
    public final int probability(int node) {
        return model.probability(node, product(node));
    }

    /** Begins the sums of a run with the bias. */
    protected abstract void begin();

    /** Adds the row of an input to the sums of the run. */
    protected abstract void add(int input);

    /** Takes the row of an input from the sums of the run and adds another. */
    protected abstract void replace(int before, int after);

    /**
     * Works out the units: the sums of the run and of some rows, and 0 where that is negative.
     *
     * @param inputs the rows
     * @param count their number, 8 or 12
     */
    protected abstract void sum(int[] inputs, int count);

    /** Returns the product of the units with the weights of a node. */
    protected abstract int product(int node);
}
