package granary.command.builder;

import granary.builder.InvalidRequestException;
import granary.format.FileKind;
import granary.game.Game;
import java.util.EnumSet;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options for the files that are built of each layer besides its scores. */
final class KindOptions {
    @Option(
            names = "--distances",
            description = "Distances to conversion, too. They let play make progress and 'verify' prove the scores.")
    private boolean distances;

    @Option(
            names = "--bounds",
            negatable = true,
            description =
                    "What each side can force, too, whatever endless play is worth: the default with --rules abapa,"
                            + " unless --no-bounds leaves them out. This needs twice the working memory, all of it at once.")
    private Boolean bounds;

    /**
     * Returns the kinds of file that are built of a game's layers.
     *
     * @throws InvalidRequestException when bounds are wanted that the game does not have
     */
    Set<FileKind> of(Game game) {
        if (Boolean.TRUE.equals(bounds) && !game.hasBounds()) {
            throw new InvalidRequestException(game.type().id() + " has no bounds; leave out --bounds");
        }
        Set<FileKind> kinds = EnumSet.of(FileKind.SCORES);
        if (distances && !game.scoring().tellsDistance()) {
            kinds.add(FileKind.DISTANCES);
        }
        if (bounds == null ? game.hasBounds() && !game.settlesEndlessPlay() : bounds) {
            kinds.add(FileKind.BOUNDS);
        }
        return kinds;
    }

    /** Returns whether distances are wanted that the scores of the game tell. */
    boolean wantsWhatScoresTell(Game game) {
        return distances && game.scoring().tellsDistance();
    }
}
