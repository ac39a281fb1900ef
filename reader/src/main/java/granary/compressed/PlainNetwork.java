package granary.compressed;

/**
 * A network in plain Java. The loops are written so that Java's compiler makes vector instructions of them: each over arrays of its
 * own, few arrays at a time, and products in pairs.
 */
final class PlainNetwork extends Network {
    private final Model model;
    private final short[] run;
    private final short[] units;
    private final int[] products;

    PlainNetwork(Model model) {
        super(model);
        this.model = model;
        this.run = new short[model.units()];
        this.units = new short[model.units()];
        this.products = new int[model.units() / 2];
    }

    @Override
    protected void begin() {
        System.arraycopy(model.bias(), 0, run, 0, run.length);
    }

    @Override
    protected void add(int input) {
        add(run, model.row(input));
    }

    @Override
    protected void replace(int before, int after) {
        replace(run, model.row(before), model.row(after));
    }

    @Override
    protected void sum(int[] inputs, int count) {
        add(units, run, model.row(inputs[0]), model.row(inputs[1]), model.row(inputs[2]), model.row(inputs[3]));
        for (int next = 4; next < count; next += 4) {
            add(
                    units,
                    units,
                    model.row(inputs[next]),
                    model.row(inputs[next + 1]),
                    model.row(inputs[next + 2]),
                    model.row(inputs[next + 3]));
        }
        cutOff(units);
    }

    @Override
    protected int product(int node) {
        return product(units, model.nodeRow(node), products);
    }

    private static void add(short[] sum, short[] row) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += row[i];
        }
    }

    private static void replace(short[] sum, short[] before, short[] after) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] = (short) (sum[i] - before[i] + after[i]);
        }
    }

    private static void add(short[] sum, short[] base, short[] a, short[] b, short[] c, short[] d) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] = (short) (base[i] + a[i] + b[i] + c[i] + d[i]);
        }
    }

    /** Sets negative numbers to 0. (Java's compiler makes no vector instruction of Math.max for shorts.) */
    private static void cutOff(short... sum) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] = (short) (sum[i] & ~(sum[i] >> 15));
        }
    }

    private static int product(short[] a, short[] b, int[] products) {
        for (int i = 0; i < products.length; i++) {
            products[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
        }
        int sum = 0;
        for (int product : products) {
            sum += product;
        }
        return sum;
    }
}
