package granary.analysis.chexers;

import granary.games.chexers.Chexers;

/**
 * A board to clear.
 *
 * @param game the colour and the blocks
 * @param pieces the pieces, as a position of that game; the array is not copied
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Puzzle(Chexers game, int[] pieces) {}
