package granary.builder.command;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.OperationInterruptedException;
import granary.error.MissingLayerException;
import granary.error.NotADatabaseException;
import granary.error.UnsupportedVersionException;
import granary.error.WrongGameException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line. */
@Command(
        name = "granary",
        description = "Endgame databases for awari and a few other combinatorial games.",
        mixinStandardHelpOptions = true,
        versionProvider = Granary.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            BuildCommand.class,
            StatusCommand.class,
            ProbeCommand.class,
            InfoCommand.class,
            VerifyCommand.class,
            ExportCommand.class,
            PlanCommand.class,
            GamesCommand.class
        },
        footer = {
            "",
            "Begin with:",
            "  granary build --seeds 12 --dir db",
            "  granary probe --dir db 1 0 0 2 0 1 0 3 0 0 1 2",
            "  granary help build"
        })
public final class Granary implements Runnable {
    /** Exceptions that mean an invalid request; all others mean a damaged database or a failing machine. */
    private static final Set<Class<? extends Exception>> MISTAKES = Set.of(
            InvalidRequestException.class,
            NotADatabaseException.class,
            WrongGameException.class,
            UnsupportedVersionException.class,
            MissingLayerException.class);

    /** What is wrong with a path that the user gave. */
    private static final Map<Class<? extends IOException>, String> WRONG_PATHS = Map.of(
            FileAlreadyExistsException.class, "exists and is not a directory",
            NotDirectoryException.class, "is not a directory",
            NoSuchFileException.class, "no such file or directory",
            AccessDeniedException.class, "permission denied");

    @Spec
    private CommandSpec spec;

    @Option(names = "--debug", description = "Print stack traces.", scope = ScopeType.INHERIT)
    private boolean debug;

    private Granary() {}

    /**
     * Runs a command and exits: 0 for success, 1 when a check failed or the machine could not do its part, 2 for an
     * invalid request.
     */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /** Runs a command and returns its exit code. */
    public static int run(String... arguments) {
        Granary granary = new Granary();
        CommandLine line = new CommandLine(granary)
                .addSubcommand(new CommandLine.HelpCommand())
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler((e, args) -> mistake(e))
                .setExecutionExceptionHandler((e, command, result) -> granary.failure(e, command));
        ServiceLoader.load(Subcommand.class).forEach(line::addSubcommand);
        GameOptions.addToAll(line);
        PositionArgument.addToAll(line);
        if (isCoordinatesOnly(line, arguments)) {
            line.setUnmatchedOptionsArePositionalParams(true);
        }
        return line.execute(arguments);
    }

    /**
     * Returns whether the only unknown options are words such as {@code -2,1}, which are coordinates. No option begins
     * with a digit.
     */
    private static boolean isCoordinatesOnly(CommandLine line, String... arguments) {
        try {
            line.parseArgs(arguments);
            return false;
        } catch (CommandLine.UnmatchedArgumentException e) {
            return e.getUnmatched().stream().allMatch(word -> word.matches("-[0-9].*"));
        } catch (ParameterException e) {
            // Reported when the command is executed.
            return false;
        }
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command?");
    }

    private static int mistake(ParameterException e) {
        CommandLine command = e.getCommandLine();
        // A mistyped option may be why a required one is missing, so report it first.
        List<String> unknown = command.getUnmatchedArguments();
        boolean isMistyped = e instanceof CommandLine.MissingParameterException && !unknown.isEmpty();
        command.getErr()
                .println("granary: " + (isMistyped ? "Unknown: " + String.join(" ", unknown) + "; " : "") + oneLine(e)
                        + " (see: "
                        + command.getCommandSpec().qualifiedName() + " --help)");
        return CommandLine.ExitCode.USAGE;
    }

    private int failure(Exception e, CommandLine command) {
        PrintWriter err = command.getErr();
        if (debug) {
            e.printStackTrace(err);
        }
        err.println("granary: " + oneLine(e));
        if (e instanceof OperationInterruptedException) {
            return Interruption.EXIT_CODE;
        }
        if (!debug && !isExpected(e)) {
            err.println("granary: this should not happen; run again with --debug and report what it prints");
        }
        return MISTAKES.contains(e.getClass()) || WRONG_PATHS.containsKey(e.getClass())
                ? CommandLine.ExitCode.USAGE
                : CommandLine.ExitCode.SOFTWARE;
    }

    private static boolean isExpected(Exception e) {
        return MISTAKES.contains(e.getClass())
                || e instanceof CheckFailedException
                || e instanceof granary.error.DatabaseException
                || e instanceof IOException;
    }

    private static String oneLine(Exception e) {
        String message = e instanceof FileSystemException fault && WRONG_PATHS.containsKey(e.getClass())
                ? fault.getFile() + ": " + WRONG_PATHS.get(e.getClass())
                : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return message.replaceAll("\\s*\\R\\s*", " ");
    }

    /** Reads the version from the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Granary.class.getPackage().getImplementationVersion();
            return new String[] {"granary " + (version == null ? "(from classes)" : version)};
        }
    }
}
