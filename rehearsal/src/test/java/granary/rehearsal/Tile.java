package granary.rehearsal;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The positions of 64 sides of the mover and 64 of the opponent, or fewer at the end of either.
 *
 * @param moverSeeds seeds on the mover's side
 * @param moverTile which 64 of the mover's sides
 * @param opponentTile which 64 of the opponent's sides
 */
record Tile(int moverSeeds, int moverTile, int opponentTile) {
    static final int WIDTH = 64;
    /** Positions in a whole tile. */
    static final int SIZE = WIDTH * WIDTH;

    interface Visitor {
        /** Takes it: its line and column in the tile, and its board, which is reused. */
        void visit(int mover, int opponent, int[] board);
    }

    int movers(PlainPlaces places) {
        return (int) Math.min(WIDTH, places.sides(moverSeeds) - (long) moverTile * WIDTH);
    }

    int opponents(PlainPlaces places) {
        return (int) Math.min(WIDTH, places.sides(places.seeds - moverSeeds) - (long) opponentTile * WIDTH);
    }

    /** Returns the place of a position's value. */
    long value(PlainPlaces places, int mover, int opponent) {
        return places.value(moverSeeds, (long) moverTile * WIDTH + mover, (long) opponentTile * WIDTH + opponent);
    }

    /** Returns the place of a position's conversion value. */
    long conversion(PlainPlaces places, int mover, int opponent) {
        return places.conversion(moverSeeds, (long) moverTile * WIDTH + mover, (long) opponentTile * WIDTH + opponent);
    }

    void forEach(PlainPlaces places, Visitor visitor) {
        int[] board = new int[2 * places.pits];
        for (int mover = 0; mover < movers(places); mover++) {
            long side = (long) moverTile * WIDTH + mover;
            PlainPlaces.setSide(board, 0, places.pits, moverSeeds, side);
            for (int opponent = 0; opponent < opponents(places); opponent++) {
                long other = (long) opponentTile * WIDTH + opponent;
                PlainPlaces.setSide(board, places.pits, places.pits, places.seeds - moverSeeds, other);
                visitor.visit(mover, opponent, board);
            }
        }
    }

    /** Returns the corners of all blocks, and tiles of positions taken by chance, this number in all or more; all if there are no more. */
    static List<Tile> sample(Stage stage, int count) {
        PlainPlaces places = stage.places;
        Set<Tile> tiles = new LinkedHashSet<>();
        long all = 0;
        for (int seeds = 0; seeds <= places.seeds; seeds++) {
            int movers = (int) places.strips(seeds);
            int opponents = (int) places.strips(places.seeds - seeds);
            all += (long) movers * opponents;
            for (int mover : new int[] {0, movers - 1}) {
                for (int opponent : new int[] {0, opponents - 1}) {
                    tiles.add(new Tile(seeds, mover, opponent));
                }
            }
        }
        for (int i = 0; tiles.size() < Math.min(all, count); i++) {
            long rank = stage.random(1, i, stage.shape.positions());
            int[] board = stage.board(rank);
            tiles.add(new Tile(
                    places.moverSeeds(board),
                    PlainPlaces.side(board, 0, places.pits) / WIDTH,
                    PlainPlaces.side(board, places.pits, places.pits) / WIDTH));
        }
        return new ArrayList<>(tiles);
    }
}
