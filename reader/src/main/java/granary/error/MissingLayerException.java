package granary.error;

import java.util.SortedSet;

/** A position was looked up whose layer the database does not hold or was not told to open. */
public final class MissingLayerException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    private final int layer;
    private final transient SortedSet<Integer> layers;

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
        super(where, -1, prefix + "layer " + layer, found(prefix, layers), likelyCause);
        this.layer = layer;
        this.layers = layers;
    }

    private static String found(String prefix, SortedSet<Integer> layers) {
        if (layers.isEmpty()) {
            return "none";
        }
        int first = layers.first();
        int last = layers.last();
        return prefix + "layers " + (last - first + 1 == layers.size() ? first + " to " + last : layers.toString());
    }

    /** Returns the layer that was asked for. */
    public int layer() {
        return layer;
    }

    /** Returns the layers whose scores (or distances, if those were asked for) the database holds; null after serialization. */
    public SortedSet<Integer> layers() {
        return layers;
    }
}
