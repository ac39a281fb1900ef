package granary.builder.sweep.table;

/** The unit of the sweeps: 64 sides of the mover by 64 of the opponent. */
public final class Tiles {
    /** Sides along each edge of a tile. */
    public static final int WIDTH = 64;

    private Tiles() {}

    /** Returns the number of tiles, or strips, that hold a number of sides. */
    public static int count(int sides) {
        return (sides + WIDTH - 1) / WIDTH;
    }
}
