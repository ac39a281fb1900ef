package granary.database;

import granary.format.ScoreTable;
import granary.game.Game;
import java.util.Objects;

/**
 * Looks many boards up at once, of any layers. The cache misses of up to {@value #BLOCK} lookups overlap, so that on a
 * database much larger than the processor's caches each costs a fraction of a {@link Database#score}.
 *
 * <p>Made by {@link Database#batch}. Holds working memory of less than a kilobyte and allocates nothing afterwards, so
 * keep one for each thread; it is not safe for use by more than one.
 */
public final class Batch {
    /** More than the ten or so misses that a core can wait for, few enough that what was fetched is still there. */
    static final int BLOCK = 32;

    private final Database database;
    private final Game game;
    private final int cells;
    private final long[] offsets = new long[BLOCK];
    private final ScoreTable[] tables = new ScoreTable[BLOCK];

    Batch(Database database) {
        this.database = database;
        this.game = database.game();
        this.cells = game.cells();
    }

    /**
     * Looks boards up that stand one behind another in an array.
     *
     * @param boards the positions, {@code count} times {@link granary.game.Game#cells} cells, each the mover's side first
     * @param from index of the first cell
     * @param count how many positions
     * @param scores where their scores for the mover go; what was written before an exception is undefined
     * @param at index of the first score
     * @throws IllegalArgumentException with the reason when a vector is not a position of the game
     * @throws IndexOutOfBoundsException when a range is out of bounds
     * @throws granary.error.MissingLayerException when the database does not hold the layer of a position
     * @throws granary.error.ReadFaultException when a file can no longer be read
     * @throws IllegalStateException when the database is closed
     */
    public void scores(int[] boards, int from, int count, int[] scores, int at) {
        Objects.checkFromIndexSize(from, Math.multiplyExact(count, cells), boards.length);
        Objects.checkFromIndexSize(at, count, scores.length);
        for (int done = 0; done < count; done += BLOCK) {
            int size = Math.min(BLOCK, count - done);
            block(boards, from + done * cells, size, scores, at + done);
        }
    }

    private void block(int[] boards, int from, int size, int[] scores, int at) {
        try {
            for (int i = 0; i < size; i++) {
                int board = from + i * cells;
                tables[i] = database.table(game.layer(boards, board));
                offsets[i] = game.offset(boards, board);
                scores[at + i] = tables[i].touch(offsets[i]);
            }
            for (int i = 0; i < size; i++) {
                scores[at + i] = tables[i].score(offsets[i]);
            }
        } catch (InternalError e) {
            // A mapped page that cannot be read: the plain lookup knows how to say it.
            for (int i = 0; i < size; i++) {
                scores[at + i] = database.score(boards, from + i * cells);
            }
        }
    }
}
