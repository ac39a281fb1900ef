package granary.analysis.chexers;

import granary.games.chexers.Chexers;

/**
 * A board to clear.
 *
 * @param game the colour and the blocks
 * @param pieces the pieces, a position of that game; the caller owns the array
 */
@SuppressWarnings("ArrayRecordComponent") // carried about, never compared or used as a key
record Puzzle(Chexers game, int[] pieces) {}
