package granary.builder.sweep.table;

import granary.awari.RuleSet;

/** What becomes of the opponent's side when seeds cross over to it: they arrive, and some may be captured. */
final class CaptureResult {
    private final int pits;
    private final RuleSet rules;
    /** The opponent's side after the move; meaningless after a {@link #grandSlam}. */
    final int[] after;

    int captured;
    /** The capture would take everything, and the rules do not allow that while there is another move. */
    boolean grandSlam;

    CaptureResult(int pits, RuleSet rules) {
        this.pits = pits;
        this.rules = rules;
        after = new int[pits];
    }

    void receive(int[] side, int crossing) {
        int crossed = Crossing.seeds(crossing);
        int each = crossed / pits;
        int extra = crossed % pits;
        int total = 0;
        for (int pit = 0; pit < pits; pit++) {
            after[pit] = side[pit] + each + (pit < extra ? 1 : 0);
            total += after[pit];
        }
        captured = 0;
        grandSlam = false;
        if (Crossing.endsAtHome(crossing)) {
            return;
        }
        int last = extra == 0 ? pits - 1 : extra - 1;
        int end = last;
        while (end >= 0 && (after[end] == 2 || after[end] == 3)) {
            captured += after[end];
            end--;
        }
        if (captured == total) {
            if (rules == RuleSet.ABAPA) {
                captured = 0;
            } else {
                grandSlam = true;
            }
            return;
        }
        for (int pit = end + 1; pit <= last; pit++) {
            after[pit] = 0;
        }
    }
}
