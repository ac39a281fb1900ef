package granary.games.chexers;

import java.util.Arrays;

/**
 * The board of Chexers: 37 hexes in axial coordinates q and r with |q|, |r| and |q + r| at most 3. A hex has an index,
 * 0 .. 36, by ascending q and then ascending r, so that a set of hexes is a word of 37 bits.
 */
public final class Hexes {
    /** The largest coordinate. */
    public static final int RADIUS = 3;
    /** The number of hexes. */
    public static final int COUNT = 37;

    private static final int SIDE = 2 * RADIUS + 1;
    private static final int[] Q = new int[COUNT];
    private static final int[] R = new int[COUNT];
    /** Index of a hex at [(q + 3) * 7 + r + 3], -1 off the board. */
    private static final int[] INDEX = new int[SIDE * SIDE];

    private static final int[][] DIRECTIONS = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}};
    /** The steps from each hex, by ascending target: the target, and the hex jumped over or -1. */
    private static final int[][][] STEPS = new int[COUNT][][];

    static {
        Arrays.fill(INDEX, -1);
        int index = 0;
        for (int q = -RADIUS; q <= RADIUS; q++) {
            for (int r = -RADIUS; r <= RADIUS; r++) {
                if (Math.abs(q + r) <= RADIUS) {
                    Q[index] = q;
                    R[index] = r;
                    INDEX[(q + RADIUS) * SIDE + r + RADIUS] = index++;
                }
            }
        }
        for (int from = 0; from < COUNT; from++) {
            STEPS[from] = stepsFrom(from);
        }
    }

    private Hexes() {}

    private static int[][] stepsFrom(int from) {
        int[][] steps = new int[2 * DIRECTIONS.length][];
        int count = 0;
        for (int[] direction : DIRECTIONS) {
            int next = index(Q[from] + direction[0], R[from] + direction[1]);
            int second = index(Q[from] + 2 * direction[0], R[from] + 2 * direction[1]);
            if (next >= 0) {
                steps[count++] = new int[] {next, -1};
            }
            if (second >= 0) {
                steps[count++] = new int[] {second, next};
            }
        }
        int[][] found = Arrays.copyOf(steps, count);
        Arrays.sort(found, (a, b) -> Integer.compare(a[0], b[0]));
        return found;
    }

    /**
     * Returns the index of a hex, or -1 when it is not on the board.
     *
     * @param q any number
     * @param r any number
     */
    public static int index(int q, int r) {
        boolean near = q >= -RADIUS && q <= RADIUS && r >= -RADIUS && r <= RADIUS;
        return near ? INDEX[(q + RADIUS) * SIDE + r + RADIUS] : -1;
    }

    /** Returns the coordinate q of a hex with an index, 0 .. 36. */
    public static int q(int hex) {
        return Q[hex];
    }

    /** Returns the coordinate r of a hex with an index, 0 .. 36. */
    public static int r(int hex) {
        return R[hex];
    }

    /** Returns the steps from a hex, not to be changed: pairs of the target, and the hex jumped over or -1. */
    public static int[][] steps(int from) {
        return STEPS[from];
    }

    /**
     * Reads a hex.
     *
     * @param text its coordinates, {@code q,r}
     * @return its index
     * @throws IllegalArgumentException when it is not two numbers or not on the board
     */
    public static int parse(String text) {
        int hex = -1;
        if (text.matches("-?[0-9],-?[0-9]")) {
            int comma = text.indexOf(',');
            hex = index(Integer.parseInt(text.substring(0, comma)), Integer.parseInt(text.substring(comma + 1)));
        }
        if (hex < 0) {
            throw new IllegalArgumentException("'" + text + "' is not a hex of the board: two numbers q,r with"
                    + " |q|, |r| and |q + r| at most " + RADIUS);
        }
        return hex;
    }

    /** Returns the text of a hex, as {@link #parse} reads it. */
    static String text(int hex) {
        return Q[hex] + "," + R[hex];
    }
}
