package granary.builder.command;

/**
 * A command of one game, such as {@code granary chexers}, with the game's own subcommands.
 *
 * <p>Implementations carry picocli's annotations, have a public constructor without arguments and are found by
 * {@link java.util.ServiceLoader}, so that a game adds commands without the command line knowing it. They report to the
 * user as the others do: {@link granary.builder.UserMistake} and {@link granary.builder.CheckFailed}.
 */
public interface GameCommand {}
