package granary.game;

/**
 * A parameter of a game, such as a board size or a rule set. Databases of different parameters are different databases.
 *
 * @param name the name, also that of the command-line option, in lower case
 * @param defaultValue the value when none is given
 * @param description one line for the command line's help
 * @param evident whether a position shows the value, as it does the number of pits
 */
public record Parameter(String name, String defaultValue, String description, boolean evident) {}
