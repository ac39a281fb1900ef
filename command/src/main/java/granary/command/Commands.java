package granary.command;

import granary.command.builder.BuildCommand;
import granary.command.builder.PlanCommand;
import granary.command.builder.RehearseCommand;
import granary.command.builder.RepairCommand;
import granary.command.builder.StatusCommand;
import granary.command.builder.VerifyCommand;
import granary.command.host.FetchCommand;
import granary.command.host.PublishCommand;
import granary.command.kit.Subcommand;
import granary.command.read.ExportCommand;
import granary.command.read.GamesCommand;
import granary.command.read.InfoCommand;
import granary.command.read.ProbeCommand;
import granary.command.seal.SealCommand;
import granary.command.seal.UnsealCommand;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands of the command line. Only the called command is created: picocli reads the annotations of every command
 * that it is given, and reading all of them takes longer than a probe.
 */
final class Commands {
    /** This module's commands, in the order of the help. Other modules add theirs. */
    private static final List<String> NAMES = List.of(
            "build",
            "status",
            "probe",
            "info",
            "verify",
            "repair",
            "export",
            "publish",
            "fetch",
            "plan",
            "rehearse",
            "games",
            "seal",
            "unseal");

    private Commands() {}

    /** The names of all commands, for completion. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(
                            NAMES.stream(),
                            ServiceLoader.load(Subcommand.class).stream().map(provider -> name(provider.type())))
                    .iterator();
        }
    }

    /**
     * Adds the command that the first word names. If the word names none, adds all commands, to list them or to suggest
     * one.
     */
    static void add(CommandLine line, String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        if (first.equals("--version")) {
            return;
        }
        Optional<Subcommand> called = NAMES.contains(first) ? Optional.of(make(first)) : added(first);
        if (called.isPresent()) {
            line.addSubcommand(called.get());
            return;
        }
        NAMES.forEach(name -> line.addSubcommand(make(name)));
        line.addSubcommand(new HelpCommand());
        line.addSubcommand("completion", new AutoComplete.GenerateCompletion());
        ServiceLoader.load(Subcommand.class).forEach(line::addSubcommand);
    }

    private static Subcommand make(String name) {
        return switch (name) {
            case "build" -> new BuildCommand();
            case "status" -> new StatusCommand();
            case "probe" -> new ProbeCommand();
            case "info" -> new InfoCommand();
            case "verify" -> new VerifyCommand();
            case "repair" -> new RepairCommand();
            case "export" -> new ExportCommand();
            case "publish" -> new PublishCommand();
            case "fetch" -> new FetchCommand();
            case "plan" -> new PlanCommand();
            case "rehearse" -> new RehearseCommand();
            case "games" -> new GamesCommand();
            case "seal" -> new SealCommand();
            case "unseal" -> new UnsealCommand();
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Optional<Subcommand> added(String name) {
        return ServiceLoader.load(Subcommand.class).stream()
                .filter(provider -> name(provider.type()).equals(name))
                .findFirst()
                .map(ServiceLoader.Provider::get);
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }
}
