package granary.analysis.chexers;

/** Finds a shortest sequence of actions that clears a board. Not safe for use by more than one thread. */
interface PuzzleSearch {
    /** Searches; each call begins afresh. */
    Solution solve(Puzzle puzzle);
}
