package granary.builder.command;

import granary.builder.Units;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.format.Manifest;
import granary.game.Game;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows what a database holds. */
@Command(
        name = "info",
        description = "Shows what a database holds.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  granary info --dir db"})
final class InfoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Override
    public Integer call() {
        try (Database database = databaseOption.open()) {
            Manifest manifest = DatabaseFiles.readManifest(database.directory());
            Game game = database.game();
            PrintWriter out = spec.commandLine().getOut();
            out.println("game: " + game.type().id());
            game.parameters().forEach((name, value) -> out.println(name + ": " + value));
            long positions = 0;
            long bytes = 0;
            for (var layer : manifest.layers().entrySet()) {
                long size = game.size(layer.getKey());
                positions += size;
                bytes += layer.getValue().length();
                Manifest.Entry distances = manifest.distances().get(layer.getKey());
                boolean withDistances = database.distanceLayers().contains(layer.getKey());
                bytes += withDistances ? distances.length() : 0;
                out.println("layer " + layer.getKey() + ": " + Units.count(size) + " positions, "
                        + Manifest.fileName(layer.getKey()) + ", "
                        + Units.bytes(layer.getValue().length())
                        + (withDistances
                                ? "; distances to "
                                        + database.distances(layer.getKey()).longest() + ", "
                                        + Units.bytes(distances.length())
                                : ""));
            }
            out.println("all: " + Units.count(positions) + " positions, " + Units.bytes(bytes));
            return 0;
        }
    }
}
