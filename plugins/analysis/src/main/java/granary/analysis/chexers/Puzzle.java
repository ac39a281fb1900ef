package granary.analysis.chexers;

import granary.games.chexers.Chexers;

/**
 * A board to clear.
 *
 * @param game the colour and the blocks
 * @param pieces the pieces, a position of that game; the caller owns the array
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Puzzle(Chexers game, int[] pieces) {}
