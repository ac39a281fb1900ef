package granary.engine;

import granary.awari.RuleSet;

/**
 * What a score of the database is worth in play. The database counts play without an end as 0 for the seeds on the board; in play it ends
 * when a position comes back. Some way to play by the database alone, the same whenever a position comes, gets the score or more unless a
 * position comes back, and also if it does, as long as nobody gets the seeds that are left then. So a score holds under rules that leave
 * them to nobody.
 *
 * <ul>
 *   <li>Where each player keeps his own row, the mover is certain only of what he must have captured by then: his score, if it is positive. The
 *       opponent may get all the rest.
 *   <li>Where a position since the last capture can come back that was reached by other play, the game may also end before the next
 *       capture.
 * </ul>
 */
final class Promise {
    private final boolean isRowKept;

    Promise(RuleSet rules) {
        this.isRowKept = rules == RuleSet.ABAPA;
    }

    /**
     * Returns the least difference of seeds that the mover can be certain of at the end.
     *
     * @param lead what he has captured minus what the opponent has
     * @param score the score of the position
     * @param seeds those on the board
     * @param isFresh whether no earlier position can come back
     */
    int least(int lead, int score, int seeds, boolean isFresh) {
        if (isRowKept) {
            return lead - seeds + (isFresh ? 2 * Math.max(0, score) : 0);
        }
        return lead + (isFresh ? score : Math.min(0, score));
    }

    /** Returns the largest difference that the opponent cannot keep the mover from; otherwise as {@link #least}. */
    int most(int lead, int score, int seeds, boolean isFresh) {
        return -least(-lead, -score, seeds, isFresh);
    }
}
