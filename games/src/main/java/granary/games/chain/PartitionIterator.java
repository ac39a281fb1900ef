package granary.games.chain;

import granary.game.PositionIterator;

/**
 * Iterates over the partitions of one sum in rank order without unranking each.
 *
 * <p>In the next partition in lexicographic order, the last part that can grow is larger by one. The rest of the sum follows, spread
 * as evenly as possible: that is the smallest continuation. Steps allocate nothing. Not safe for use by more than one thread.
 */
public final class PartitionIterator implements PositionIterator {
    private final int largest;
    private final int[] current;
    private long left;

    /**
     * Creates an iterator that begins at a rank.
     *
     * @param partitions the ranking
     * @param sum the sum of the partitions
     * @param fromRank 0 .. size; at size there is nothing left to visit
     * @throws IllegalArgumentException when sum or rank is out of range
     */
    public PartitionIterator(Partitions partitions, int sum, long fromRank) {
        this.largest = partitions.largest();
        this.current = new int[partitions.maxParts()];
        this.left = partitions.size(sum) - fromRank;
        if (left != 0) {
            partitions.unrank(sum, fromRank, current);
        }
    }

    @Override
    public boolean next(int[] vector) {
        if (left == 0) {
            return false;
        }
        System.arraycopy(current, 0, vector, 0, current.length);
        if (--left > 0) {
            advance();
        }
        return true;
    }

    private void advance() {
        int parts = 0;
        while (parts < current.length && current[parts] > 0) {
            parts++;
        }
        int grows = parts - 2;
        int behind = current[parts - 1];
        while (current[grows] == largest || (grows > 0 && current[grows - 1] == current[grows])) {
            behind += current[grows--];
        }
        current[grows]++;
        behind--;
        for (int i = grows + 1; i < parts || behind > 0; i++) {
            int places = current.length - i;
            int part = (behind + places - 1) / places;
            current[i] = part;
            behind -= part;
        }
    }
}
