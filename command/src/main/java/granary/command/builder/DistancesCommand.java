package granary.command.builder;

import granary.builder.InvalidRequestException;
import granary.command.kit.Subcommand;
import granary.command.option.DirectoryOption;
import granary.database.Database;
import granary.game.Game;
import java.io.IOException;
import java.util.SortedSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Adds distances to a database of scores. */
@Command(
        name = "distances",
        description = "Adds distances to conversion to a database, or resumes adding them.",
        footer = {
            "",
            "Example:",
            "  granary distances --dir db",
            "",
            "The distance of a position is the number of plies to the next capture or the end of the game under optimal",
            "play: the side that gains hurries, the other side delays. With distances, play makes progress,",
            "and 'granary verify' proves the scores. 'granary build --distances' computes them along with the scores.",
            "Stop at any moment with Ctrl-C; the same command resumes."
        })
public final class DistancesCommand extends Subcommand {
    @Mixin
    private DirectoryOption directoryOption = new DirectoryOption();

    @Mixin
    private BuildOptions options = new BuildOptions();

    @Override
    protected void run() throws IOException {
        Game game;
        int top;
        try (Database database = Database.open(directoryOption.directory())) {
            game = database.game();
            if (game.scoring().tellsDistance()) {
                throw new InvalidRequestException(tellsDistance(game) + ": there is nothing to add");
            }
            top = top(database);
        }
        options.build(out(), directoryOption.directory(), game, top, true, null);
    }

    public static String tellsDistance(Game game) {
        return "the scores of " + game.type().id() + " already tell the distance";
    }

    private static int top(Database database) {
        SortedSet<Integer> layers = database.layers();
        int top = layers.isEmpty() ? -1 : layers.last();
        if (layers.size() != top + 1 || top < 0) {
            throw new InvalidRequestException("distances need all layers from 0 on; " + database.directory() + " holds "
                    + (layers.isEmpty() ? "none" : layers.toString()));
        }
        return top;
    }
}
