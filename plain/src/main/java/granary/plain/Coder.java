package granary.plain;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The arithmetic coder of the half of a block: takes digits out of bytes, or makes the bytes. Numbers have 32 bits without sign. */
public final class Coder {
    private static final long ONES = 0xffff_ffffL;

    /** A step down the tree: the node, its probability of the upper branch, where the range was split, the code, the branch taken. */
    public record Step(int node, int probability, long split, long code, boolean isUpper) {}

    /** The steps to the last digit. */
    public final List<Step> steps = new ArrayList<>();

    private final Model model;
    private final byte[] in;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int next;
    private long low;
    private long high = ONES;
    private long code;

    /** Begins with bytes to take digits from, behind which there are zeros; none to make bytes. */
    public Coder(Model model, byte... in) {
        this.model = model;
        this.in = in;
        while (next < 4) {
            shiftIn();
        }
    }

    private void shiftIn() {
        code = (code << 8 & ONES) + (next < in.length ? in[next] & 255 : 0);
        next++;
    }

    /** Chooses a branch. */
    private interface Choice {
        boolean isUpper(int node, long split);
    }

    /** Walks down the tree, and returns the digit at its end. */
    private int walk(Choice choice, int... units) {
        steps.clear();
        int node = 0;
        while (node >= 0) {
            int probability = model.probability(node, units);
            long split = low + (high - low) * probability / 65536;
            boolean upper = choice.isUpper(node, split);
            steps.add(new Step(node, probability, split, code, upper));
            low = upper ? low : split + 1;
            high = upper ? split : high;
            while (low >> 24 == high >> 24) {
                out.write((int) (low >> 24));
                shiftIn();
                low = low << 8 & ONES;
                high = (high << 8 & ONES) + 255;
            }
            node = model.branches[node][upper ? 1 : 0];
        }
        return -1 - node;
    }

    /** Takes a digit. */
    public int take(int... units) {
        return walk((node, split) -> code <= split, units);
    }

    /** Puts a digit. */
    void put(int digit, int... units) {
        if (walk((node, split) -> leads(model.branches[node][1], digit), units) != digit) {
            throw new IllegalArgumentException("the tree does not lead to " + digit);
        }
    }

    private boolean leads(int node, int digit) {
        return node < 0
                ? node == -1 - digit
                : leads(model.branches[node][0], digit) || leads(model.branches[node][1], digit);
    }

    /** Returns bytes that anything may follow, or the fewest that zeros may follow. */
    byte[] finish(boolean isBeforeZeros) {
        for (int shift = 24; shift >= 0 && !isBeforeZeros; shift -= 8) {
            out.write((int) (low >> shift));
        }
        if (isBeforeZeros && low > 0) {
            out.write((int) (high >> 24));
        }
        byte[] bytes = out.toByteArray();
        int length = bytes.length;
        while (isBeforeZeros && length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return Arrays.copyOf(bytes, length);
    }
}
