package granary.game;

/**
 * A parameter that, with the game's id, tells one family of databases from another: a board size or a rule set.
 *
 * @param name the name, also that of the command-line option, in lower case
 * @param defaultValue the value when none is given
 * @param description one line for the command line's help
 * @param evident whether a reader of a position sees the value at once (such as the number of pits)
 */
public record Parameter(String name, String defaultValue, String description, boolean evident) {}
