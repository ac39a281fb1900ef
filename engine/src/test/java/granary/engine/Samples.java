package granary.engine;

import java.util.Arrays;

/** Positions with what they are worth to the mover, in hundredths of a seed. Not safe for use by more than one thread. */
final class Samples {
    private static final int FIRST = 128;

    private long[] own = new long[FIRST];
    private long[] opponent = new long[FIRST];
    private short[] worth = new short[FIRST];
    private int count;

    void add(long ownSide, long opponentSide, int value) {
        if (count == worth.length) {
            own = Arrays.copyOf(own, 2 * count);
            opponent = Arrays.copyOf(opponent, 2 * count);
            worth = Arrays.copyOf(worth, 2 * count);
        }
        own[count] = ownSide;
        opponent[count] = opponentSide;
        worth[count++] = (short) value;
    }

    void addAll(Samples others) {
        for (int i = 0; i < others.count; i++) {
            add(others.own[i], others.opponent[i], others.worth[i]);
        }
    }

    int count() {
        return count;
    }

    long own(int i) {
        return own[i];
    }

    long opponent(int i) {
        return opponent[i];
    }

    int worth(int i) {
        return worth[i];
    }
}
