package granary.compressed;

import java.util.Arrays;

/**
 * The arithmetic of a model: what the board of a walk makes of its numbers. All sums wrap, so that any order of additions gives the same.
 * The loops are written so that Java's compiler makes vector instructions of them. One thread uses a network.
 */
public final class Network {
    private static final long PAIR = 0x0000_ffff_0000_ffffL;
    private static final long ONES = 0x0001_0001_0001_0001L;
    /** The group of the first of two neighbours that are nearly always none. Their rows stay summed up like those of the run. */
    private static final int FAR = 5;

    private final Model model;
    private final Layout layout;
    /** The end of the far neighbours; small boards have none. */
    private final int behindFar;
    /** By group: the input whose row is summed up. */
    private final int[] summed;
    /** The run whose inputs are summed up. */
    private int summedRun;

    private final long[] run;
    private final long[] sums;
    /** A 1, for the bias of a node, and the hidden units. */
    private final long[] units;

    /** Makes a network that uses a model. */
    public Network(Model model) {
        this.model = model;
        this.layout = model.layout;
        this.behindFar = layout.neighbours > FAR ? FAR + 2 : FAR;
        this.summed = new int[layout.first.length];
        this.run = new long[model.bias.length];
        this.sums = new long[run.length];
        this.units = new long[model.nodeRows[0].length];
        units[0] = 1;
    }

    /** Begins a half: nothing is summed up. */
    public void start() {
        System.arraycopy(model.bias, 0, run, 0, run.length);
        Arrays.fill(summed, layout.rows);
        summedRun = -1;
    }

    private void change(int[] inputs, int from, int to) {
        for (int group = from; group < to; group++) {
            if (inputs[group] != summed[group]) {
                replace(run, model.rows[summed[group]], model.rows[inputs[group]]);
                summed[group] = inputs[group];
            }
        }
    }

    /** Works out the hidden units of the board. */
    public void see(BlockWalk walk) {
        walk.look();
        int[] in = walk.inputs();
        if (walk.run() != summedRun) { // most of its inputs are those of the last run that was summed up
            change(in, layout.fast, summed.length);
            summedRun = walk.run();
        }
        change(in, FAR, behindFar);
        long[][] rows = model.rows;
        add(sums, run, rows[in[0]], rows[in[1]], rows[in[2]], rows[in[3]], rows[in[4]]);
        int last = layout.fast - 1;
        boolean isSmall = behindFar == FAR;
        add(
                sums,
                sums,
                rows[isSmall ? layout.rows : in[behindFar]],
                rows[isSmall ? layout.rows : in[behindFar + 1]],
                rows[in[last - 2]],
                rows[in[last - 1]],
                rows[in[last]]);
        if (model.isNarrow) {
            cutOff(sums, units);
        } else {
            for (int i = 0; i < sums.length; i++) {
                units[1 + i] = Math.max(0, (short) sums[i]);
            }
        }
    }

    /** Returns the probability of the upper branch of a node, of 65536. */
    public int probability(int node) {
        return model.probability(product(units, model.nodeRows[node]));
    }

    private static void replace(long[] sum, long[] before, long[] after) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] = sum[i] - before[i] + after[i];
        }
    }

    private static void add(long[] sum, long[] base, long[] a, long[] b, long[] c, long[] d, long[] e) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] = base[i] + a[i] + b[i] + c[i] + d[i] + e[i];
        }
    }

    /** Sets sums that are negative, whose lanes are below 2^15, to 0, and puts each second lane elsewhere. */
    private static void cutOff(long[] sums, long[] units) {
        for (int i = 0; i < sums.length; i++) {
            long positive = sums[i] >>> Short.SIZE - 1 & ONES;
            sums[i] &= (positive << Short.SIZE - 1) - positive;
        }
        for (int i = 0; i < sums.length; i++) {
            units[1 + i] = sums[i] & PAIR;
        }
        int behind = 1 + sums.length;
        for (int i = 0; i < sums.length; i++) {
            units[behind + i] = sums[i] >>> Short.SIZE & PAIR;
        }
    }

    private static long product(long[] a, long[] b) {
        long sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
