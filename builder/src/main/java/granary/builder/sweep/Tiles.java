package granary.builder.sweep;

/** The unit of the sweeps: 64 sides of the mover by 64 of the opponent. */
final class Tiles {
    static final int WIDTH = 64;

    private Tiles() {}

    /** Tiles, or strips, that hold so many sides. */
    static int count(int sides) {
        return (sides + WIDTH - 1) / WIDTH;
    }
}
