package granary.builder.compress;

import granary.awari.Awari;
import granary.builder.store.LayerFiles;
import granary.compressed.BestMove;
import granary.format.LayerTable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Works out single scores of a layer that are not stored, and those that they rest on. Threads may work out the same score at once;
 * they find the same value, and bytes are written whole. One thread uses an instance.
 */
final class PositionDerivation {
    private final Awari game;
    private final int layer;
    private final MemorySegment memory;
    private final LayerFiles lower;
    private final BestMove bestMove;
    private final int[] board;
    private final LayerTable[] tables;

    /**
     * Begins.
     *
     * @param memory score + n of each position of the layer n, {@link LayerDecompression#none} where it is not known
     * @param lower the packed layers below
     */
    PositionDerivation(Awari game, int layer, MemorySegment memory, LayerFiles lower) {
        this.game = game;
        this.layer = layer;
        this.memory = memory;
        this.lower = lower;
        this.bestMove = new BestMove(game);
        this.board = new int[game.cells()];
        this.tables = new LayerTable[layer];
    }

    /** Returns the score of a position of this layer or a lower one, which becomes known. */
    int score(int seeds, long rank) {
        if (seeds < layer) {
            return table(seeds).value(rank);
        }
        byte value = memory.get(ValueLayout.JAVA_BYTE, rank);
        return value == LayerDecompression.none(layer) ? derive(rank) : value - layer;
    }

    /** Returns the scores of a lower layer. */
    LayerTable table(int seeds) {
        if (tables[seeds] == null) {
            tables[seeds] = lower.scores(seeds).table();
        }
        return tables[seeds];
    }

    /** Works the score of a position of this layer out from its moves, and returns it. */
    int derive(long rank) {
        game.unrank(layer, rank, board);
        int score = bestMove.score(board, layer, this::score); // which copies the board
        memory.set(ValueLayout.JAVA_BYTE, rank, (byte) (score + layer));
        return score;
    }
}
