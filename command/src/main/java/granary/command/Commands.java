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
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * The commands of the command line. Only the called command is created: picocli reads the annotations of every command
 * that it is given, and reading all of them takes longer than a probe.
 */
final class Commands {
    /** In the order of the help. */
    private static final List<String> NAMES = List.of(("build status verify repair compress decompress plan games info"
                    + " probe stats plot export compare fetch play analyse uci strategy graph chain chexers")
            .split(" "));

    private Commands() {}

    private static Subcommand create(String name) {
        return switch (name) {
            case "build" -> new BuildCommand();
            case "status" -> new StatusCommand();
            case "verify" -> new VerifyCommand();
            case "repair" -> new RepairCommand();
            case "compress" -> new CompressCommand();
            case "decompress" -> new DecompressCommand();
            case "plan" -> new PlanCommand();
            case "games" -> new GamesCommand();
            case "info" -> new InfoCommand();
            case "probe" -> new ProbeCommand();
            case "stats" -> new StatsCommand();
            case "plot" -> new PlotCommand();
            case "export" -> new ExportCommand();
            case "compare" -> new CompareCommand();
            case "fetch" -> new FetchCommand();
            case "play" -> new PlayCommand();
            case "analyse" -> new AnalyseCommand();
            case "uci" -> new UciCommand();
            case "strategy" -> new StrategyCommand();
            case "graph" -> new GraphCommand();
            case "chain" -> new ChainCommand();
            case "chexers" -> new ChexersCommand();
            default -> null;
        };
    }

    /**
     * Adds the command that the first word names. If the word names none, adds all commands, to list them or to suggest
     * one.
     *
     * @param more makes the commands of other modules, by name
     */
    static void addTo(CommandLine line, Map<String, Supplier<Subcommand>> more, String first) {
        if (first.equals("--version")) {
            return;
        }
        Subcommand called = more.containsKey(first) ? more.get(first).get() : create(first);
        if (called != null) {
            line.addSubcommand(called);
            return;
        }
        NAMES.forEach(name -> line.addSubcommand(create(name)));
        more.values().forEach(command -> line.addSubcommand(command.get()));
        line.addSubcommand(new CommandLine.HelpCommand());
        line.addSubcommand(new CommandLine(new AutoComplete.GenerateCompletion()).setCommandName("completion"));
    }
}
