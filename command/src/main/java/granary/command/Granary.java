package granary.command;

import granary.builder.CheckFailedException;
import granary.builder.Units;
import granary.command.kit.ExitCode;
import granary.command.kit.Interruption;
import granary.command.kit.Message;
import granary.command.kit.OutputException;
import granary.command.kit.Subcommand;
import granary.command.kit.TerminalWriter;
import granary.command.option.PathWord;
import granary.error.DatabaseException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jline.utils.Levenshtein;
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
        footer = {
            "",
            "Begin with:",
            "  granary build --seeds 12 --dir db",
            "  granary probe --dir db 1 0 0 2 0 1 0 2 0 0 1 2",
            "  granary help build"
        })
public final class Granary implements Runnable {
    /** Matches coordinates, which look like options. No option begins with a digit. */
    private static final String COORDINATE = "-[0-9].*";

    @Spec
    private CommandSpec spec;

    @Option(names = "--debug", description = "Print stack traces.", scope = ScopeType.INHERIT)
    private boolean debug;

    private Granary() {}

    /** Runs a command of this module and exits with its {@link ExitCode}. */
    public static void main(String[] arguments) {
        main(Map.of(), arguments);
    }

    /** Runs a command of this module, or one of the commands that other modules add, by name, and exits with its {@link ExitCode}. */
    public static void main(Map<String, Supplier<Subcommand>> more, String... arguments) {
        // System.out would hide that a disk is full.
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        int code = run(
                more,
                TerminalWriter.over(out, System.out.charset()),
                TerminalWriter.over(System.err, System.err.charset()),
                arguments);
        Interruption.end();
        System.exit(code);
    }

    /** Runs a command of this module, or one of the commands that other modules add, by name, and returns its exit code. */
    public static int run(
            Map<String, Supplier<Subcommand>> more, PrintWriter out, PrintWriter err, String... arguments) {
        Granary granary = new Granary();
        CommandLine line = granary.commandLine(more, out, err, arguments);
        if (isCoordinatesOnly(line, arguments)) {
            line.setUnmatchedOptionsArePositionalParams(true);
        }
        try {
            return line.execute(arguments);
        } catch (OutOfMemoryError e) {
            err.println(outOfMemory(e, Runtime.getRuntime().maxMemory()));
            return ExitCode.FAILURE.number();
        } catch (Error e) {
            return granary.failure(new IllegalStateException(e.toString(), e), line);
        } finally {
            err.flush();
        }
    }

    /** Returns advice: to double a heap that is too small; else fewer threads. */
    static String outOfMemory(OutOfMemoryError error, long heap) {
        String message = String.valueOf(error.getMessage());
        boolean isHeap = message.contains("heap") || message.contains("GC");
        return "granary: "
                + (isHeap
                        ? "the Java heap of " + Units.bytes(heap) + " is too small; GRANARY_JAVA_OPTIONS=-Xmx"
                                + (heap >> 19) + "m doubles it"
                        : message)
                + "; fewer --threads take less";
    }

    /** Returns the command line with the commands that other modules add. It can be executed repeatedly, one call at a time. */
    static CommandLine line(Map<String, Supplier<Subcommand>> more, PrintWriter out, PrintWriter err) {
        return new Granary().commandLine(more, out, err);
    }

    private CommandLine commandLine(
            Map<String, Supplier<Subcommand>> more, PrintWriter out, PrintWriter err, String... arguments) {
        CommandLine line = new CommandLine(this);
        Commands.addTo(line, more, arguments.length == 0 ? "" : arguments[0]);
        line.setUsageHelpAutoWidth(true)
                .setExpandAtFiles(false) // a word may begin with @
                .setExecutionStrategy(parsed -> execute(parsed, out))
                .setParameterExceptionHandler((e, args) -> mistake(e))
                .setExecutionExceptionHandler((e, command, result) -> failure(e, command));
        line.registerConverter(Path.class, PathWord::local);
        // Colours are control characters, which the writers escape.
        line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        line.setOut(out).setErr(err);
        Map<String, String> codes = new LinkedHashMap<>();
        for (ExitCode code : ExitCode.values()) {
            codes.put(Integer.toString(code.number()), code.meaning());
        }
        spec.usageMessage().exitCodeListHeading("%nExit codes:%n").exitCodeList(codes);
        return line;
    }

    /** Runs the parsed command. Success and failure alike count only after the whole output is written. */
    private static int execute(CommandLine.ParseResult parsed, PrintWriter out) {
        CommandLine last = parsed.asCommandLineList().getLast();
        if (!last.getUnmatchedArguments().isEmpty()) { // picocli lets it pass with --help
            throw new CommandLine.UnmatchedArgumentException(last, last.getUnmatchedArguments());
        }
        try {
            try {
                return new CommandLine.RunLast().execute(parsed);
            } finally {
                out.flush();
            }
        } catch (OutputException e) {
            throw new CommandLine.ExecutionException(parsed.commandSpec().commandLine(), e.getMessage(), e);
        }
    }

    /** Returns whether all unknown options are coordinates such as {@code -2,1}. */
    private static boolean isCoordinatesOnly(CommandLine line, String... arguments) {
        if (Arrays.stream(arguments).noneMatch(word -> word.matches(COORDINATE))) {
            return false;
        }
        try {
            line.parseArgs(arguments);
            return false;
        } catch (CommandLine.UnmatchedArgumentException e) {
            return e.getUnmatched().stream().allMatch(word -> word.matches(COORDINATE));
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
        e.getCommandLine().getErr().println("granary: " + complaint(e));
        return ExitCode.INVALID_REQUEST.number();
    }

    /** Returns the error, the word that may be meant, and the command that shows the help. */
    private static String complaint(ParameterException e) {
        CommandLine command = e.getCommandLine();
        // A required word may be missing only because another is mistyped, so report the mistyped one first.
        List<String> unknown = e instanceof CommandLine.UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched()
                : e instanceof CommandLine.MissingParameterException
                        ? command.getUnmatchedArguments()
                        : e.getArgSpec() == null && e.getValue() != null // of picocli's help command
                                ? List.of(e.getValue())
                                : List.of();
        return (unknown.isEmpty() ? Message.of(e) : complaint(mistyped(unknown), command)) + " (see: "
                + command.getCommandSpec().qualifiedName() + " --help)";
    }

    /** Returns the first unknown word, skipping coordinates such as {@code -2,1}: they are rarely the mistake. */
    private static String mistyped(List<String> unknown) {
        return unknown.stream()
                .filter(word -> !word.matches(COORDINATE))
                .findFirst()
                .orElse(unknown.get(0));
    }

    private static String complaint(String word, CommandLine command) {
        Set<String> commands = command.getSubcommands().keySet();
        boolean isOption = word.startsWith("-");
        String kind = isOption ? "unknown option '" : commands.isEmpty() ? "unexpected word '" : "unknown command '";
        Set<String> known = isOption ? command.getCommandSpec().optionsMap().keySet() : commands;
        return kind + word + "'"
                + known.stream()
                        .filter(each -> Levenshtein.distance(word, each) <= 1 + word.length() / 4)
                        .min(Comparator.comparingInt((String each) -> Levenshtein.distance(word, each))
                                .thenComparing(Comparator.naturalOrder()))
                        .map(nearest -> "; did you mean " + nearest + "?")
                        .orElse("");
    }

    private int failure(Exception e, CommandLine command) {
        ExitCode code = ExitCode.of(e);
        if (code == ExitCode.CLOSED_PIPE) {
            return code.number();
        }
        PrintWriter err = command.getErr();
        if (debug) {
            e.printStackTrace(err);
        }
        err.println("granary: " + Message.of(e));
        if (!debug && code == ExitCode.FAILURE && !isExpected(e)) {
            err.println("granary: internal error; run again with --debug and report the output");
        }
        return code.number();
    }

    private static boolean isExpected(Exception e) {
        return e instanceof CheckFailedException
                || e instanceof DatabaseException
                || e instanceof IOException
                || e instanceof OutputException;
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
