package granary.analysis.chexers;

import granary.games.chexers.Chexers;

/**
 * Numbers the sets of pieces of a board without gaps, to index arrays. Sets with fewer pieces have lower numbers. There
 * are at most 74,519 sets. Immutable.
 */
final class PieceSets {
    private final Chexers game;
    /** The lowest number of each layer, and at the end the number of all sets. */
    private final int[] first;

    /** Numbers the sets with at most the given number of pieces. */
    PieceSets(Chexers game, int pieces) {
        this.game = game;
        this.first = new int[pieces + 2];
        for (int layer = 0; layer <= pieces; layer++) {
            first[layer + 1] = first[layer] + Math.toIntExact(game.size(layer));
        }
    }

    /** Returns the number of sets. */
    int count() {
        return first[first.length - 1];
    }

    /** Returns the number of a set. */
    int number(int[] position) {
        return first[game.layer(position)] + (int) game.rank(position);
    }

    /** Writes the set with a number into an array. */
    void set(int number, int[] position) {
        int layer = 0;
        while (number >= first[layer + 1]) {
            layer++;
        }
        game.unrank(layer, number - first[layer], position);
    }
}
