package granary.engine;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Estimates a position at the horizon of a search, in hundredths of a seed, for the mover. The search adds the seeds captured.
 *
 * <p>For six pits a side, an estimate is the sum of 26 table entries, one for each of the {@link PitTriples}. The tables were learnt
 * from databases and games. For other boards, it is a formula. Safe for use by any number of threads; an estimate allocates nothing.
 */
final class Evaluation {
    /** The pits a side of the boards that the tables are for. */
    static final int PITS = 6;

    /** By number of seeds on the board, the most seeds that a set of tables is for. */
    private static final int[] STAGES = {12, 18, 24, 30, 38, MoveStack.MAX_SEEDS};

    private static final String RESOURCE = "evaluation.bin";
    private static final int LEVELS = PitTriples.LEVELS;

    /** A seed on the own side: it is nearer to the own store than to the opponent's. */
    private static final int SEED = 10;
    /** A pit with seeds is a move to choose from. */
    private static final int MOVE = 80;
    /** A pit with one or two seeds: a move that gives little away. That outweighs the risk that the seeds are captured. */
    private static final int SMALL_MOVE = 110;

    /** The least power of two that is at least as large as the number of entries. */
    private static final int LENGTH = 2 * Integer.highestOneBit(PitTriples.ENTRIES - 1);

    private static final Evaluation FORMULA = new Evaluation();

    /** By number of seeds on the board: the tables of its stage, of a length that is a power of two; null for the formula. */
    private final short[][] tables;

    private Evaluation() {
        this.tables = null;
    }

    /** Estimates by the tables of all stages. */
    Evaluation(short... weights) {
        this.tables = new short[MoveStack.MAX_SEEDS + 1][];
        for (int seeds = 0; seeds <= MoveStack.MAX_SEEDS; seeds++) {
            int from = stage(seeds) * PitTriples.ENTRIES;
            tables[seeds] = seeds > 0 && stage(seeds - 1) == stage(seeds)
                    ? tables[seeds - 1]
                    : Arrays.copyOf(Arrays.copyOfRange(weights, from, from + PitTriples.ENTRIES), LENGTH);
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

    /** Returns the estimate by a formula. */
    static Evaluation formula() {
        return FORMULA;
    }

    /** Loaded when it is first used. */
    private static final class Learnt {
        private static final Evaluation EVALUATION = new Evaluation(read());

        private static short[] read() {
            short[] weights = new short[STAGES.length * PitTriples.ENTRIES];
            try (InputStream resource = Evaluation.class.getResourceAsStream(RESOURCE);
                    DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(resource))) {
                for (int i = 0; i < weights.length; i++) {
                    weights[i] = in.readShort();
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

    private static int level(long side, int pit) {
        return PitTriples.level((int) (side >>> 8 * pit) & 0xff);
    }

    /** Adds up the entries of all sets, in the order of {@link PitTriples#sets}. */
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
        int own0x13 = own0 * LEVELS;
        int own1x13 = own1 * LEVELS;
        int own2x13 = own2 * LEVELS;
        int own3x13 = own3 * LEVELS;
        int own4x13 = own4 * LEVELS;
        int own5x13 = own5 * LEVELS;
        int opp0x13 = opp0 * LEVELS;
        int opp1x13 = opp1 * LEVELS;
        int opp2x13 = opp2 * LEVELS;
        int opp3x13 = opp3 * LEVELS;
        int opp4x13 = opp4 * LEVELS;
        int own0x169 = own0x13 * LEVELS;
        int own1x169 = own1x13 * LEVELS;
        int own2x169 = own2x13 * LEVELS;
        int own3x169 = own3x13 * LEVELS;
        int own4x169 = own4x13 * LEVELS;
        int own5x169 = own5x13 * LEVELS;
        int opp0x169 = opp0x13 * LEVELS;
        int opp1x169 = opp1x13 * LEVELS;
        int sum0 = table[own0x169 + own1x13 + own4 & mask]
                + table[2197 + own1x169 + own2x13 + own5 & mask]
                + table[4394 + own2x169 + own3x13 + opp0 & mask]
                + table[6591 + own3x169 + own4x13 + opp1 & mask]
                + table[8788 + own4x169 + own5x13 + opp2 & mask]
                + table[10985 + own5x169 + opp0x13 + opp3 & mask]
                + table[13182 + opp0x169 + opp1x13 + opp4 & mask]
                + table[15379 + opp1x169 + opp2x13 + opp5 & mask];
        int sum1 = table[17576 + opp2x13 + opp3 & mask]
                + table[17745 + own0x169 + opp3x13 + opp4 & mask]
                + table[19942 + own1x169 + opp4x13 + opp5 & mask]
                + table[22139 + own2x13 + opp5 & mask]
                + table[22308 + own0x13 + own3 & mask]
                + table[22477 + own0x169 + own2x13 + opp1 & mask]
                + table[24674 + own1x169 + own3x13 + opp2 & mask]
                + table[26871 + own2x169 + own4x13 + opp3 & mask]
                + table[29068 + own3x169 + own5x13 + opp4 & mask];
        int sum2 = table[31265 + own4x169 + opp0x13 + opp5 & mask]
                + table[33462 + own5x13 + opp1 & mask]
                + table[33631 + own0x169 + opp0x13 + opp2 & mask]
                + table[35828 + own1x169 + opp1x13 + opp3 & mask]
                + table[38025 + own2x169 + opp2x13 + opp4 & mask]
                + table[40222 + own3x169 + opp3x13 + opp5 & mask]
                + table[42419 + own4x13 + opp4 & mask]
                + table[42588 + own0x169 + own5x13 + opp5 & mask]
                + table[44785 + own1x13 + opp0 & mask];
        return sum0 + sum1 + sum2;
    }
}
