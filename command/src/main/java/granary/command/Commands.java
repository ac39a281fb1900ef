package granary.command;

import granary.analysis.chain.ChainCommand;
import granary.analysis.chexers.ChexersCommand;
import granary.analysis.graph.GraphCommand;
import granary.analysis.oware.AnalyseCommand;
import granary.analysis.oware.UciCommand;
import granary.analysis.play.PlayCommand;
import granary.analysis.strategy.StrategyCommand;
import granary.command.builder.BuildCommand;
import granary.command.builder.PlanCommand;
import granary.command.builder.RepairCommand;
import granary.command.builder.StatusCommand;
import granary.command.builder.VerifyCommand;
import granary.command.copy.CompressCommand;
import granary.command.copy.DecompressCommand;
import granary.command.copy.FetchCommand;
import granary.command.kit.Subcommand;
import granary.command.read.CompareCommand;
import granary.command.read.ExportCommand;
import granary.command.read.GamesCommand;
import granary.command.read.InfoCommand;
import granary.command.read.ProbeCommand;
import granary.statistics.command.PlotCommand;
import granary.statistics.command.StatsCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The commands of the command line. Only the called command is created: picocli reads the annotations of every command
 * that it is given, and reading all of them takes longer than a probe.
 */
final class Commands {
    /** By name, in the order of the help. */
    private final Map<String, Supplier<Subcommand>> all = new LinkedHashMap<>();

    /** Makes the list of this module's commands and of more. */
    Commands(Map<String, Supplier<Subcommand>> more) {
        all.put("build", BuildCommand::new);
        all.put("status", StatusCommand::new);
        all.put("verify", VerifyCommand::new);
        all.put("repair", RepairCommand::new);
        all.put("compress", CompressCommand::new);
        all.put("decompress", DecompressCommand::new);
        all.put("plan", PlanCommand::new);
        all.put("games", GamesCommand::new);
        all.put("info", InfoCommand::new);
        all.put("probe", ProbeCommand::new);
        all.put("stats", StatsCommand::new);
        all.put("plot", PlotCommand::new);
        all.put("export", ExportCommand::new);
        all.put("compare", CompareCommand::new);
        all.put("fetch", FetchCommand::new);
        all.put("play", PlayCommand::new);
        all.put("analyse", AnalyseCommand::new);
        all.put("uci", UciCommand::new);
        all.put("strategy", StrategyCommand::new);
        all.put("graph", GraphCommand::new);
        all.put("chain", ChainCommand::new);
        all.put("chexers", ChexersCommand::new);
        all.putAll(more);
    }

    /**
     * Adds the command that the first word names. If the word names none, adds all commands, to list them or to suggest
     * one.
     */
    void addTo(CommandLine line, String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        if (first.equals("--version")) {
            return;
        }
        Supplier<Subcommand> called = all.get(first);
        if (called != null) {
            line.addSubcommand(called.get());
            return;
        }
        all.values().forEach(command -> line.addSubcommand(command.get()));
        line.addSubcommand(help());
        line.addSubcommand("completion", new AutoComplete.GenerateCompletion());
    }

    /** Returns the command {@code help}, which completes the commands' names. */
    private CommandLine help() {
        CommandLine help = new CommandLine(new HelpCommand());
        CommandSpec spec = help.getCommandSpec();
        PositionalParamSpec path = spec.positionalParameters().getFirst();
        spec.remove(path);
        spec.add(path.toBuilder().completionCandidates(all.keySet()).build());
        return help;
    }
}
