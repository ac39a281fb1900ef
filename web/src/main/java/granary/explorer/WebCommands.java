package granary.explorer;

import granary.command.kit.Subcommand;
import granary.explorer.publish.PublishCommand;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The commands of this module, which the main class gives to the command line. */
public final class WebCommands {
    /** Makes each, by name. */
    public static final Map<String, Supplier<Subcommand>> ALL =
            new TreeMap<>(Map.of("publish", PublishCommand::new, "serve", ServeCommand::new));

    private WebCommands() {}
}
