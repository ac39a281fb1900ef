package granary.builder.sweep;

/**
 * One sowing seen from the mover's side: what is left there, and what is delivered to the opponent.
 *
 * <p>What the opponent receives depends on nothing but the number of seeds that crossed over, and so does the pit
 * that the last seed falls into, unless the sowing came round and ended at home. Both are held in one small number,
 * the <em>delivery</em>.
 */
final class SideSowing {
    /** The delivery of a sowing that stays at home. */
    static final int NOTHING = delivery(0, true);

    private final int pits;
    /** The mover's side after the sowing. */
    final int[] left;

    int delivery;

    SideSowing(int pits) {
        this.pits = pits;
        left = new int[pits];
    }

    static int delivery(int crossed, boolean endsAtHome) {
        return 2 * crossed + (endsAtHome ? 1 : 0);
    }

    static int crossed(int delivery) {
        return delivery >>> 1;
    }

    static boolean endsAtHome(int delivery) {
        return (delivery & 1) != 0;
    }

    void sow(int[] side, int origin) {
        System.arraycopy(side, 0, left, 0, pits);
        int seeds = side[origin];
        left[origin] = 0;
        int crossed = 0;
        int pit = origin;
        while (seeds > 0) {
            pit = pit + 1 == 2 * pits ? 0 : pit + 1;
            if (pit == origin) {
                continue;
            }
            if (pit < pits) {
                left[pit]++;
            } else {
                crossed++;
            }
            seeds--;
        }
        delivery = delivery(crossed, pit < pits);
    }

    /**
     * Undoes a sowing: sets {@code before} to the side from which sowing {@code origin} leaves {@code after}, with
     * the last of the crossed seeds ending the move. False when there is none.
     */
    static boolean unsow(int[] after, int origin, int crossed, int[] before) {
        int pits = after.length;
        if (after[origin] != 0) {
            return false;
        }
        int laps = (crossed - 1) / pits;
        int sown = crossed;
        for (int pit = 0; pit < pits; pit++) {
            int received = pit < origin ? laps : pit > origin ? laps + 1 : 0;
            int kept = after[pit] - received;
            if (kept < 0) {
                return false;
            }
            before[pit] = kept;
            sown += received;
        }
        before[origin] = sown;
        return true;
    }
}
