package granary.command.read;

import granary.command.kit.Json;
import granary.command.kit.Subcommand;
import granary.game.GameType;
import granary.game.Games;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the registered games. */
@Command(name = "games", description = "Lists the games, their parameters and an example of each.")
public final class GamesCommand extends Subcommand {
    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** An option of a game. The members are the columns. The option of the last layer has no default. */
    private record GameOption(String game, String option, String defaultValue, String description) {}

    @Override
    protected void run() {
        if (json) {
            out().println(Json.line(
                    Games.types().stream().flatMap(GamesCommand::options).toList()));
        } else {
            out().println(Games.types().stream().map(GamesCommand::describe).collect(Collectors.joining("\n")));
        }
    }

    private static Stream<GameOption> options(GameType type) {
        return Stream.concat(
                type.parameters().stream()
                        .map(parameter -> new GameOption(
                                type.id(), parameter.name(), parameter.defaultValue(), parameter.description())),
                Stream.of(new GameOption(
                        type.id(),
                        type.layerUnit(),
                        null,
                        "the last layer" + (type.isBounded() ? " (all of them)" : ""))));
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
