package granary.analysis.play;

/**
 * A move of a {@link Play}.
 *
 * @param to the name of the position it leads to
 * @param reward what the move itself brings
 */
public record Step(String to, int reward) {}
