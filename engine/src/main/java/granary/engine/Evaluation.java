package granary.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Estimates a position at the horizon of a search, in hundredths of a seed, for the mover. The search adds the seeds captured.
 *
 * <p>For six pits a side, an estimate is the sum of 26 table entries. Each belongs to a set of two or three of the twelve pits, the mover's
 * 0 .. 5 and the opponent's 6 .. 11, and has a table with an entry for every combination of levels. Any two pits are together in exactly one
 * set: the sets are the blocks of the cyclic Steiner triple system of 13 points, without point 12. The tables were learnt from databases
 * and games. For other boards, the estimate is a formula. Safe for use by any number of threads; an estimate allocates nothing.
 */
final class Evaluation {
    /** The pits a side of the boards that the tables are for. */
    static final int PITS = 6;

    /** The contents of a pit that tables distinguish: 0 .. 11 seeds, and more. */
    static final int LEVELS = 13;

    private static final int PAIR = LEVELS * LEVELS;

    /** The entries of the tables of a stage: of 20 sets of three pits and 6 of two. */
    static final int ENTRIES = (20 * LEVELS + 6) * PAIR;

    /** By number of seeds on the board, the most seeds that a set of tables is for. */
    private static final int[] STAGES = {12, 18, 24, 30, 38, MoveStack.MAX_SEEDS};

    /** The upper bytes of all entries, rounded, and then the lower ones: an order that compresses well. */
    private static final String RESOURCE = "evaluation.bin";

    /** A seed on the own side: it is nearer to the own store than to the opponent's. */
    private static final int SEED = 10;
    /** A pit with seeds is a move to choose from. */
    private static final int MOVE = 80;
    /** A pit with one or two seeds: a move that gives little away. That outweighs the risk that the seeds are captured. */
    private static final int SMALL_MOVE = 110;

    /** The least power of two that is at least as large as the number of entries. */
    private static final int LENGTH = 2 * Integer.highestOneBit(ENTRIES - 1);

    /** The estimate by a formula. */
    static final Evaluation FORMULA = new Evaluation();

    /** By number of seeds on the board: the tables of its stage, of a length that is a power of two; null for the formula. */
    private final short[][] tables;

    private Evaluation() {
        this.tables = null;
    }

    /** Estimates by the tables of all stages. */
    Evaluation(short... weights) {
        this.tables = new short[MoveStack.MAX_SEEDS + 1][];
        for (int seeds = 0; seeds <= MoveStack.MAX_SEEDS; seeds++) {
            int from = stage(seeds) * ENTRIES;
            tables[seeds] = seeds > 0 && stage(seeds - 1) == stage(seeds)
                    ? tables[seeds - 1]
                    : Arrays.copyOf(Arrays.copyOfRange(weights, from, from + ENTRIES), LENGTH);
        }
    }

    /** Returns the number of stages. */
    static int stages() {
        return STAGES.length;
    }

    /** Returns the stage of a number of seeds on the board. */
    static int stage(int seeds) {
        int stage = 0;
        while (seeds > STAGES[stage]) {
            stage++;
        }
        return stage;
    }

    /** Returns the estimate for boards with some pits a side. */
    static Evaluation of(int pits) {
        return pits == PITS ? Learnt.EVALUATION : FORMULA;
    }

    /** Loaded when it is first used. */
    private static final class Learnt {
        private static final Evaluation EVALUATION = new Evaluation(read());

        private static short[] read() {
            short[] weights = new short[STAGES.length * ENTRIES];
            try (InputStream in = Evaluation.class.getResourceAsStream(RESOURCE)) {
                byte[] bytes = in.readAllBytes();
                for (int i = 0; i < weights.length; i++) {
                    weights[i] = (short) ((bytes[i] << Byte.SIZE) + bytes[weights.length + i]);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return weights;
        }
    }

    /** Returns the estimate of a position, packed as in {@link MoveStack}, with some seeds in all. */
    int of(long own, long opponent, int seeds) {
        return tables == null ? side(own) - side(opponent) : learnt(own, opponent, tables[seeds]);
    }

    private static int side(long side) {
        int value = SEED * MoveStack.seeds(side);
        for (long rest = side; rest != 0; rest >>>= 8) {
            int seeds = (int) rest & 0xff;
            value += seeds == 0 ? 0 : seeds <= 2 ? SMALL_MOVE : MOVE;
        }
        return value;
    }

    /** Returns the level of a pit of a side. */
    static int level(long side, int pit) {
        return Math.min((int) (side >>> 8 * pit) & 0xff, LEVELS - 1);
    }

    /** Adds up the entries of all sets, in the order of their tables. */
    private static int learnt(long own, long opponent, short... table) {
        // Java need not check an index that is masked. One sum would wait for each addition.
        int mask = table.length - 1;
        int own0 = level(own, 0);
        int own1 = level(own, 1);
        int own2 = level(own, 2);
        int own3 = level(own, 3);
        int own4 = level(own, 4);
        int own5 = level(own, 5);
        int opp0 = level(opponent, 0);
        int opp1 = level(opponent, 1);
        int opp2 = level(opponent, 2);
        int opp3 = level(opponent, 3);
        int opp4 = level(opponent, 4);
        int opp5 = level(opponent, 5);
        int sum0 = table[own0 * PAIR + own1 * LEVELS + own4 & mask]
                + table[2197 + own1 * PAIR + own2 * LEVELS + own5 & mask]
                + table[4394 + own2 * PAIR + own3 * LEVELS + opp0 & mask]
                + table[6591 + own3 * PAIR + own4 * LEVELS + opp1 & mask]
                + table[8788 + own4 * PAIR + own5 * LEVELS + opp2 & mask]
                + table[10985 + own5 * PAIR + opp0 * LEVELS + opp3 & mask]
                + table[13182 + opp0 * PAIR + opp1 * LEVELS + opp4 & mask]
                + table[15379 + opp1 * PAIR + opp2 * LEVELS + opp5 & mask];
        int sum1 = table[17576 + opp2 * LEVELS + opp3 & mask]
                + table[17745 + own0 * PAIR + opp3 * LEVELS + opp4 & mask]
                + table[19942 + own1 * PAIR + opp4 * LEVELS + opp5 & mask]
                + table[22139 + own2 * LEVELS + opp5 & mask]
                + table[22308 + own0 * LEVELS + own3 & mask]
                + table[22477 + own0 * PAIR + own2 * LEVELS + opp1 & mask]
                + table[24674 + own1 * PAIR + own3 * LEVELS + opp2 & mask]
                + table[26871 + own2 * PAIR + own4 * LEVELS + opp3 & mask]
                + table[29068 + own3 * PAIR + own5 * LEVELS + opp4 & mask];
        int sum2 = table[31265 + own4 * PAIR + opp0 * LEVELS + opp5 & mask]
                + table[33462 + own5 * LEVELS + opp1 & mask]
                + table[33631 + own0 * PAIR + opp0 * LEVELS + opp2 & mask]
                + table[35828 + own1 * PAIR + opp1 * LEVELS + opp3 & mask]
                + table[38025 + own2 * PAIR + opp2 * LEVELS + opp4 & mask]
                + table[40222 + own3 * PAIR + opp3 * LEVELS + opp5 & mask]
                + table[42419 + own4 * LEVELS + opp4 & mask]
                + table[42588 + own0 * PAIR + own5 * LEVELS + opp5 & mask]
                + table[44785 + own1 * LEVELS + opp0 & mask];
        return sum0 + sum1 + sum2;
    }
}
