package granary.game;

/** The default iterator, which unranks each position. Games with a faster way have an iterator of their own. */
final class UnrankIterator implements PositionIterator {
    private final Game game;
    private final int layer;
    private final long size;
    private long offset;

    UnrankIterator(Game game, int layer, long fromOffset) {
        this.game = game;
        this.layer = layer;
        this.size = game.size(layer);
        this.offset = fromOffset;
    }

    @Override
    public boolean next(int[] position) {
        if (offset >= size) {
            return false;
        }
        game.unrank(layer, offset++, position);
        return true;
    }
}
