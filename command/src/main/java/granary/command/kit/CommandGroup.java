package granary.command.kit;

import picocli.CommandLine.ParameterException;

/** A command that only leads to others, such as {@code granary chain}. */
public abstract class CommandGroup extends Subcommand {
    /** Makes a group of commands. */
    protected CommandGroup() {}

    @Override
    public final Integer call() {
        throw new ParameterException(spec().commandLine(), "which command?");
    }
}
