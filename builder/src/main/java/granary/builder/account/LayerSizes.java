package granary.builder.account;

import granary.database.DatabaseFiles;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.game.Game;
import java.util.stream.IntStream;

/** The files of a game's layers before they are made. Immutable. */
public final class LayerSizes {
    /** The longest distance that is assumed before distances are computed. */
    private static final int LIKELY_LONGEST = 255;

    private final Game game;

    /** Names the game. */
    public LayerSizes(Game game) {
        this.game = game;
    }

    /** Returns a header of a layer's scores, which tells their packing and the length of their file. */
    public LayerHeader scores(int layer) {
        return DatabaseFiles.scoresHeader(game, layer, FileDigest.NONE);
    }

    /** Returns a header of a layer's distances as they are likely to be: each fits a byte. */
    public LayerHeader distances(int layer) {
        return DatabaseFiles.distancesHeader(game, layer, LIKELY_LONGEST, FileDigest.NONE);
    }

    /** Returns the bytes of a layer's files. */
    public long bytes(int layer, boolean ofScores, boolean ofDistances) {
        return (ofScores ? scores(layer).fileLength() : 0)
                + (ofDistances ? distances(layer).fileLength() : 0);
    }

    /** Returns the bytes of the scores of some layers. */
    public long scores(int from, int to) {
        return IntStream.rangeClosed(Math.max(0, from), to)
                .mapToLong(layer -> scores(layer).fileLength())
                .sum();
    }
}
