package granary.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the intended word for a mistyped one. */
final class Spelling {
    private Spelling() {}

    /** Returns the candidate with the fewest slips from the word, if the slips are few for the word's length. */
    static Optional<String> nearest(String word, Collection<String> candidates) {
        return candidates.stream()
                .filter(candidate -> slips(word, candidate) <= 1 + word.length() / 4)
                .min(Comparator.comparingInt((String candidate) -> slips(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Counts omitted, added, replaced and transposed letters: the optimal string alignment distance. */
    static int slips(String a, String b) {
        int[][] slips = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    slips[i][j] = i + j;
                    continue;
                }
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                slips[i][j] =
                        Math.min(slips[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(slips[i - 1][j], slips[i][j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    slips[i][j] = Math.min(slips[i][j], slips[i - 2][j - 2] + 1);
                }
            }
        }
        return slips[a.length()][b.length()];
    }
}
