package granary.command.builder;

import granary.command.kit.Subcommand;
import granary.command.option.DirectoryOption;
import granary.command.option.GameOptions;
import granary.game.Game;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Builds a database, or resumes an unfinished one. */
@Command(
        name = "build",
        description = "Builds a database, or resumes an unfinished one.",
        footer = {
            "",
            "Examples:",
            "  granary build --dir db --seeds 12              6-awari, up to 12 seeds",
            "  granary build --dir db --seeds 16              resumes at 13",
            "  granary build --dir db --seeds 16 --distances  adds distances to conversion",
            "  granary build --dir db4 --seeds 20 --pits 4 --rules strict",
            "",
            "A database that is there goes on under its own rules. Stop at any moment with Ctrl-C; the same command resumes."
        })
public final class BuildCommand extends Subcommand {
    @Mixin
    private DirectoryOption directoryOption = new DirectoryOption();

    @Mixin
    private GameOptions gameOptions = new GameOptions();

    @Option(
            names = "--distances",
            description = "Also compute distances to conversion. They let play make progress and 'verify' prove the"
                    + " scores.")
    private boolean distances;

    @Mixin
    private BuildOptions options = new BuildOptions();

    @Override
    protected void run() throws IOException {
        Game game = gameOptions.gameOf(directoryOption.directory());
        int topLayer = gameOptions.topLayer(game);
        if (distances && game.scoring().tellsDistance()) {
            out().println("the scores of " + game.type().id() + " already tell the distance; building the scores");
        }
        options.build(out(), directoryOption.directory(), game, topLayer, distances);
    }
}
