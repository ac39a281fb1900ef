package granary.builder.verify;

import granary.database.Database;

/** The plain check, for any game: position by position in the order of the file. */
final class PlainPieces implements LayerPieces {
    private static final long LENGTH = 1 << 14;

    private final Database database;
    private final int layer;
    private final long size;

    PlainPieces(Database database, int layer) {
        this.database = database;
        this.layer = layer;
        this.size = database.game().size(layer);
    }

    @Override
    public long count() {
        return (size + LENGTH - 1) / LENGTH;
    }

    @Override
    public long positions(long piece) {
        return Math.min(LENGTH, size - piece * LENGTH);
    }

    @Override
    public Check check(Errors errors) {
        PositionCheck check = new PositionCheck(database, layer, errors);
        return piece -> {
            long from = piece * LENGTH;
            check.check(from, from + positions(piece));
        };
    }

    @Override
    public void close() {}
}
