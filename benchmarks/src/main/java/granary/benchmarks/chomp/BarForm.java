package granary.benchmarks.chomp;

import java.util.function.Consumer;

/**
 * A way to write down what is left of a bar of chocolate, with its own generation of moves. {@link granary.games.chomp.Chomp} keeps the
 * lengths of the rows; the three forms here are those of the program <i>chocobarlite</i> (G. Rolland and Indrawati,
 * 2009), which compared their speed and space.
 *
 * <p>Implementations are immutable and safe for use by any number of threads.
 *
 * @param <T> what a bar is written as; treat it as immutable
 */
public interface BarForm<T> {
    /** Returns the bar of which nothing is eaten. */
    T whole();

    /**
     * Visits the bars after each move, by ascending row and then ascending column of the square eaten.
     *
     * @param bar a bar of this form
     * @param visitor receives a new bar for each move
     */
    void successors(T bar, Consumer<? super T> visitor);

    /** Returns the length of each row of a bar, as {@link granary.games.chomp.Chomp} has it. */
    int[] rowLengths(T bar);
}
