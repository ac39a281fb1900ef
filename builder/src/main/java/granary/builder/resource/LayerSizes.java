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

    /** The highest layer whose compressed size was measured. */
    private static final int MEASURED = 24;

    /** Bits a position of larger measured layers of 6-awari, and how many more for each layer above them: docs/compression.md. */
    private static final double COMPRESSED_BITS = 1.34;

    private static final double COMPRESSED_GROWTH = 0.0075;

    private final Game game;

    /** Names the game. */
    public LayerSizes(Game game) {
        this.game = game;
    }

    /** Returns a header of a layer's packed file, with its packing and length. Distances are assumed to fit a byte. */
    public LayerHeader header(FileKind kind, int layer) {
        return switch (kind) {
            case SCORES -> LayerFile.scoresHeader(game, layer, FileDigest.NONE);
            case DISTANCES -> LayerFile.distancesHeader(game, layer, LIKELY_LONGEST, FileDigest.NONE);
            case BOUNDS -> LayerFile.boundsHeader(game, layer, FileDigest.NONE);
            case COMPRESSED -> throw new IllegalArgumentException("compressed files have another header");
        };
    }

    /** Returns the bytes of a layer's packed files of some kinds. */
    public long bytes(int layer, Set<FileKind> kinds) {
        return kinds.stream()
                .filter(kind -> kind != FileKind.COMPRESSED)
                .mapToLong(kind -> header(kind, layer).fileLength())
                .sum();
    }

    /**
     * Returns the estimated bytes of a layer of awari in a compressed database. Layers of 6-awari to 24 seeds were measured. The
     * extrapolation beyond them may be wrong by a tenth at 48.
     */
    public long compressed(int layer) {
        if (layer < CompressedHeader.LOWEST || !(game instanceof Awari awari)) {
            return header(FileKind.SCORES, layer).fileLength();
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
