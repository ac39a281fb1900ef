package granary.builder.store;

import granary.game.Game;

/** The finished layers that a solver computes the next from. Any number of threads may use it. */
public interface LayerSource {
    /** Returns the game. */
    Game game();

    /**
     * Returns the scores of a layer.
     *
     * @throws granary.error.DatabaseException when they are missing or damaged, or their file cannot be mapped
     */
    PackedLayer scores(int layer);

    /**
     * Returns the bounds of a layer.
     *
     * @throws granary.error.DatabaseException when they are missing or damaged, or their file cannot be mapped
     */
    PackedLayer bounds(int layer);

    /**
     * Returns the digest of a layer's file of scores, which identifies these scores.
     *
     * @throws granary.error.MissingLayerException when the layer is missing
     */
    String digest(int layer);
}
