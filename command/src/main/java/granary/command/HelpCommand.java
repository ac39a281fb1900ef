package granary.command;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the help of a command or of a subcommand, as in {@code granary help strategy extract}. */
@Command(
        name = "help",
        description = "Shows the help of a command.",
        footer = {"", "Examples:", "  granary help build", "  granary help strategy extract"})
final class HelpCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command. By default, granary itself.")
    private List<String> path = List.of();

    @Override
    public void run() {
        CommandLine command = spec.commandLine().getParent();
        for (String word : path) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                throw new CommandLine.UnmatchedArgumentException(command, List.of(word));
            }
            command = next;
        }
        command.usage(spec.commandLine().getOut());
    }
}
