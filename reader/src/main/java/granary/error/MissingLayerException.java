package granary.error;

import java.nio.file.NoSuchFileException;
import java.util.SortedSet;

/** The database does not hold a layer that is needed, or the options left it out. Build the layer, or copy its file. */
public final class MissingLayerException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    private final int layer;

    /**
     * Makes the exception.
     *
     * @param where the directory
     * @param prefix empty if the layer's scores are missing, {@code "distances of "} if its distances are
     * @param layer the layer that was asked for
     * @param layers the layers that are not missing
     * @param likelyCause what probably happened, or what to do
     */
    public MissingLayerException(
            String where, String prefix, int layer, SortedSet<Integer> layers, String likelyCause) {
        this(where, layer, "no " + prefix + "layer " + layer + "; it has " + found(layers) + " (" + likelyCause + ")");
    }

    private MissingLayerException(String where, int layer, String fault) {
        super(where, -1, fault);
        this.layer = layer;
    }

    /** Returns the exception for a file of a layer that should be there and is not. */
    public static MissingLayerException ofFile(String where, int layer, NoSuchFileException cause) {
        MissingLayerException missing = new MissingLayerException(
                where,
                layer,
                "the file is missing (deleted, or not copied with the others; copy it again or run granary repair)");
        missing.initCause(cause);
        return missing;
    }

    private static String found(SortedSet<Integer> layers) {
        if (layers.isEmpty()) {
            return "none";
        }
        int first = layers.first();
        int last = layers.last();
        return "layers " + (last - first + 1 == layers.size() ? first + " to " + last : layers.toString());
    }

    /** Returns the layer that was asked for. */
    public int layer() {
        return layer;
    }
}
