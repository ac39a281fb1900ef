package granary.command.read;

import granary.command.kit.Subcommand;
import granary.game.GameType;
import granary.game.Games;
import granary.game.Parameter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Lists the registered games. */
@Command(name = "games", description = "Lists the games, their parameters and an example of each.")
public final class GamesCommand extends Subcommand {
    @Override
    protected void run() {
        out().println(Games.types().stream().map(GamesCommand::describe).collect(Collectors.joining("\n")));
    }

    private static String describe(GameType type) {
        StringBuilder text = new StringBuilder(type.id() + ": " + type.description() + "\n");
        for (Parameter parameter : type.parameters()) {
            addOption(text, parameter.name(), parameter.description() + " (" + parameter.defaultValue() + ")");
        }
        boolean bounded = Games.create(type.id(), Map.of()).isBounded();
        addOption(text, type.layerUnit(), "the last layer" + (bounded ? " (all of them)" : ""));
        String dir = "--dir db-" + type.id();
        text.append("  granary build --game " + type.id() + " " + dir + " "
                + type.example().get(0) + "\n");
        text.append("  granary probe " + dir + " " + type.example().get(1) + "\n");
        return text.toString();
    }

    private static void addOption(StringBuilder text, String name, String description) {
        text.append(String.format(Locale.ROOT, "  --%-8s %s%n", name, description));
    }
}
