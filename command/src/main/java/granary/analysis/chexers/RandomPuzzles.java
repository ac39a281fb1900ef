package granary.analysis.chexers;

import granary.builder.InvalidRequestException;
import granary.games.chexers.Chexers;
import granary.games.chexers.Colour;
import granary.games.chexers.Hexes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Makes random boards. The pieces are red. Boards of other colours are rotations of these. */
final class RandomPuzzles {
    private final Random random;
    private final int pieces;
    private final int blocks;

    /**
     * Makes the source.
     *
     * @throws InvalidRequestException when the numbers are out of range
     */
    RandomPuzzles(Random random, int pieces, int blocks) {
        if (pieces < 1 || pieces > Chexers.MAX_PIECES) {
            throw new InvalidRequestException("--pieces must be 1 to " + Chexers.MAX_PIECES + ", not " + pieces);
        }
        if (blocks < 0 || blocks > Hexes.COUNT - pieces) {
            throw new InvalidRequestException("--blocks must be 0 to " + (Hexes.COUNT - pieces) + ", not " + blocks);
        }
        this.random = random;
        this.pieces = pieces;
        this.blocks = blocks;
    }

    /** Returns the next board. */
    Puzzle next() {
        List<Integer> hexes =
                new ArrayList<>(IntStream.range(0, Hexes.COUNT).boxed().toList());
        Collections.shuffle(hexes, random);
        long blocked = 0;
        for (int hex : hexes.subList(0, blocks)) {
            blocked |= 1L << hex;
        }
        int[] position = new int[Chexers.MAX_PIECES];
        Arrays.fill(position, -1);
        for (int i = 0; i < pieces; i++) {
            position[i] = hexes.get(blocks + i);
        }
        Arrays.sort(position, 0, pieces);
        return new Puzzle(new Chexers(Colour.RED, blocked), position);
    }
}
