package granary.builder.sweep.table;

/** One sowing seen from the mover's side: what is left there, and what crosses over to the opponent. */
public final class SideSowing {
    private final int pits;
    /** The mover's side after the sowing. */
    final int[] left;

    /** What crosses over: see {@link Crossing}. */
    int crossing;

    SideSowing(int pits) {
        this.pits = pits;
        left = new int[pits];
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
        crossing = Crossing.of(crossed, pit < pits);
    }

    /**
     * Undoes a sowing: sets {@code before} to the side from which sowing {@code origin} leaves {@code after}, with
     * the last of the crossed seeds ending the move.
     *
     * @return whether there is such a side
     */
    public static boolean unsow(int[] after, int origin, int crossed, int[] before) {
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
