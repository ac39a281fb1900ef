package granary.benchmarks.chomp;

import java.util.function.Consumer;

/**
 * A representation of what is left of a bar of chocolate, with its own generation of moves. {@link granary.games.chomp.Chomp} keeps
 * the lengths of the rows. The three forms here are those of the program <i>chocobarlite</i> (G. Rolland and Indrawati, 2009),
 * which compared their speed and space.
 *
 * <p>Implementations are immutable and safe for use by any number of threads.
 *
 * @param <T> represents a bar; treat it as immutable
 */
public interface BarForm<T> {
    /** Returns the whole bar. */
    T whole();

    /**
     * Visits the bars after each move, by ascending row and then ascending column of the square eaten.
     *
     * @param bar a bar of this form
     * @param visitor receives a new bar for each move
     */
    void successors(T bar, Consumer<? super T> visitor);

    /** Returns the length of each row of a bar: a position of {@link granary.games.chomp.Chomp}. */
    int[] rowLengths(T bar);
}
