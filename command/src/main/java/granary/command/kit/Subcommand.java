package granary.command.kit;

/**
 * A command that another module adds to the command line, such as {@code granary play}, with its own subcommands.
 *
 * <p>Implementations carry picocli's annotations, have a public constructor without arguments and are found by
 * {@link java.util.ServiceLoader}, so that a module adds commands without the command line knowing it. They report to the
 * user as the others do: {@link granary.builder.InvalidRequestException} and
 * {@link granary.builder.CheckFailedException}.
 */
public interface Subcommand {}
