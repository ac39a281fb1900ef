package granary.command.read;

import granary.command.kit.Subcommand;
import granary.command.option.TableFormat;
import granary.game.GameType;
import granary.game.Games;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the registered games. */
@Command(name = "games", description = "Lists the games, their parameters and an example of each.")
public final class GamesCommand extends Subcommand {
    @Mixin
    private TableFormat format = new TableFormat();

    /** An option of a game. The members are the columns. The option of the last layer has no default. */
    private record Option(String game, String option, String defaultValue, String description) {}

    @Override
    protected void run() {
        if (!format.print(
                out(), Games.types().stream().flatMap(GamesCommand::options).toList())) {
            out().println(Games.types().stream().map(GamesCommand::describe).collect(Collectors.joining("\n")));
        }
    }

    private static Stream<Option> options(GameType type) {
        boolean bounded = Games.create(type.id(), Map.of()).isBounded();
        return Stream.concat(
                type.parameters().stream()
                        .map(parameter -> new Option(
                                type.id(), parameter.name(), parameter.defaultValue(), parameter.description())),
                Stream.of(new Option(
                        type.id(), type.layerUnit(), null, "the last layer" + (bounded ? " (all of them)" : ""))));
    }

    private static String describe(GameType type) {
        StringBuilder text = new StringBuilder(type.id() + ": " + type.description() + "\n");
        options(type)
                .forEach(option -> text.append(String.format(
                        Locale.ROOT,
                        "  --%-8s %s%s%n",
                        option.option,
                        option.description,
                        option.defaultValue == null ? "" : " (" + option.defaultValue + ")")));
        String dir = "--dir db-" + type.id();
        text.append("  granary build --game " + type.id() + " " + dir + " "
                + type.example().get(0) + "\n");
        text.append("  granary probe " + dir + " " + type.example().get(1) + "\n");
        return text.toString();
    }
}
