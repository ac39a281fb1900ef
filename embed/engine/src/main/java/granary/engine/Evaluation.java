package granary.engine;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

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

    private static final Evaluation FORMULA = new Evaluation((short[]) null);

    /** The tables of all stages; null for the formula. */
    private final short[] weights;
    /** By number of seeds on the board: the first entry of its tables. */
    private final int[] start = new int[MoveStack.MAX_SEEDS + 1];

    /** Estimates by tables. */
    Evaluation(short... weights) {
        this.weights = weights;
        for (int seeds = 0, stage = 0; seeds <= MoveStack.MAX_SEEDS; seeds++) {
            stage += seeds > STAGES[stage] ? 1 : 0;
            start[seeds] = stage * PitTriples.ENTRIES;
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
        return weights == null ? side(own) - side(opponent) : learnt(own, opponent, start[seeds]);
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
    private int learnt(long own, long opponent, int at) {
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
        return weights[at + (own0 * LEVELS + own1) * LEVELS + own4]
                + weights[at + 2197 + (own1 * LEVELS + own2) * LEVELS + own5]
                + weights[at + 4394 + (own2 * LEVELS + own3) * LEVELS + opp0]
                + weights[at + 6591 + (own3 * LEVELS + own4) * LEVELS + opp1]
                + weights[at + 8788 + (own4 * LEVELS + own5) * LEVELS + opp2]
                + weights[at + 10985 + (own5 * LEVELS + opp0) * LEVELS + opp3]
                + weights[at + 13182 + (opp0 * LEVELS + opp1) * LEVELS + opp4]
                + weights[at + 15379 + (opp1 * LEVELS + opp2) * LEVELS + opp5]
                + weights[at + 17576 + opp2 * LEVELS + opp3]
                + weights[at + 17745 + (own0 * LEVELS + opp3) * LEVELS + opp4]
                + weights[at + 19942 + (own1 * LEVELS + opp4) * LEVELS + opp5]
                + weights[at + 22139 + own2 * LEVELS + opp5]
                + weights[at + 22308 + own0 * LEVELS + own3]
                + weights[at + 22477 + (own0 * LEVELS + own2) * LEVELS + opp1]
                + weights[at + 24674 + (own1 * LEVELS + own3) * LEVELS + opp2]
                + weights[at + 26871 + (own2 * LEVELS + own4) * LEVELS + opp3]
                + weights[at + 29068 + (own3 * LEVELS + own5) * LEVELS + opp4]
                + weights[at + 31265 + (own4 * LEVELS + opp0) * LEVELS + opp5]
                + weights[at + 33462 + own5 * LEVELS + opp1]
                + weights[at + 33631 + (own0 * LEVELS + opp0) * LEVELS + opp2]
                + weights[at + 35828 + (own1 * LEVELS + opp1) * LEVELS + opp3]
                + weights[at + 38025 + (own2 * LEVELS + opp2) * LEVELS + opp4]
                + weights[at + 40222 + (own3 * LEVELS + opp3) * LEVELS + opp5]
                + weights[at + 42419 + own4 * LEVELS + opp4]
                + weights[at + 42588 + (own0 * LEVELS + own5) * LEVELS + opp5]
                + weights[at + 44785 + own1 * LEVELS + opp0];
    }
}
