package granary.analysis.chexers;

import granary.games.chexers.Chexers;

/**
 * Numbers the sets of pieces of a board without gaps, those with fewer pieces first, to index arrays. There are at most
 * 74,519. Immutable.
 */
final class PieceSets {
    private final Chexers game;
    /** The first number of each layer; last, the number of sets. */
    private final int[] first;

    /** Numbers the sets of up to some number of pieces. */
    PieceSets(Chexers game, int pieces) {
        this.game = game;
        this.first = new int[pieces + 2];
        for (int layer = 0; layer <= pieces; layer++) {
            first[layer + 1] = first[layer] + Math.toIntExact(game.size(layer));
        }
    }

    /** Returns how many sets there are. */
    int count() {
        return first[first.length - 1];
    }

    /** Returns the number of a set. */
    int number(int[] position) {
        return first[game.layer(position)] + (int) game.offset(position);
    }

    /** Writes the set of a number. */
    void set(int number, int[] position) {
        int layer = 0;
        while (number >= first[layer + 1]) {
            layer++;
        }
        game.unrank(layer, number - first[layer], position);
    }
}
