package granary.builder.resource;

import granary.awari.Awari;
import granary.builder.compress.training.Training;
import granary.compressed.Model;
import granary.database.LayerFile;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.game.Game;
import java.util.Set;
import java.util.stream.IntStream;

/** The files of a game's layers before they are made. Immutable. */
public final class LayerSizes {
    /** The longest distance that is assumed before distances are computed. */
    private static final int LIKELY_LONGEST = 255;

    private final Game game;

    /** The layer to which compressed layers were measured. */
    public static final int MEASURED = 24;

    /** Bits a position of larger measured layers of 6-awari, and how many more for each layer above them: docs/compression.md. */
    private static final double COMPRESSED_BITS = 1.34;

    private static final double COMPRESSED_GROWTH = 0.0075;

    /** Names the game. */
    public LayerSizes(Game game) {
        this.game = game;
    }

    /** Returns a header of a layer's scores, which tells their packing and the length of their file. */
    public LayerHeader scores(int layer) {
        return LayerFile.scoresHeader(game, layer, FileDigest.NONE);
    }

    /** Returns a header of a layer's distances as they are likely to be: each fits a byte. */
    public LayerHeader distances(int layer) {
        return LayerFile.distancesHeader(game, layer, LIKELY_LONGEST, FileDigest.NONE);
    }

    /** Returns a header of a layer's bounds. */
    public LayerHeader bounds(int layer) {
        return LayerFile.boundsHeader(game, layer, FileDigest.NONE);
    }

    /** Returns the bytes of a layer's packed files of some kinds. */
    public long bytes(int layer, Set<FileKind> kinds) {
        return (kinds.contains(FileKind.SCORES) ? scores(layer).fileLength() : 0)
                + (kinds.contains(FileKind.DISTANCES) ? distances(layer).fileLength() : 0)
                + (kinds.contains(FileKind.BOUNDS) ? bounds(layer).fileLength() : 0);
    }

    /**
     * Returns about the bytes of a layer of awari in a compressed database. This rests on the layers of 6-awari to 24 seeds; all above
     * is an extrapolation, which may be wrong by a tenth at 48.
     */
    public long compressed(int layer) {
        if (layer < CompressedHeader.LOWEST || !(game instanceof Awari awari)) {
            return scores(layer).fileLength();
        }
        double bits = COMPRESSED_BITS + COMPRESSED_GROWTH * Math.max(0, layer - MEASURED);
        long model = Model.length(awari.cells(), layer, Training.UNITS);
        return LayerHeader.LENGTH + model + (long) (bits * game.size(layer) / Byte.SIZE);
    }

    /** Returns the bytes of the packed files of some kinds of the layers from one to another. */
    public long bytes(int from, int to, Set<FileKind> kinds) {
        return IntStream.rangeClosed(Math.max(0, from), to)
                .mapToLong(layer -> bytes(layer, kinds))
                .sum();
    }
}
