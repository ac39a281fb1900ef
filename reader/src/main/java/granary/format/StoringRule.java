package granary.format;

import java.util.Locale;

/** Which positions of a sealed layer are stored. The score of any other is the best of its moves. */
public enum StoringRule {
    /** Those that a move can lead to: some pit of the opponent, who has just sown, is empty. */
    REACHABLE(1),
    /**
     * Of these, the positions in which some pit of the mover that has seeds leaves him, when it is sown, a row that is not
     * lexicographically smaller than the opponent's.
     */
    DERIVED(2);

    private final int code;

    StoringRule(int code) {
        this.code = code;
    }

    /** Returns the number that stands for it in a header. */
    int code() {
        return code;
    }

    /** Returns its name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
