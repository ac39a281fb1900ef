package granary.command.builder;

import granary.builder.InvalidRequestException;
import granary.format.FileKind;
import granary.game.Game;
import java.util.EnumSet;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options that choose the files of each layer in addition to its scores. */
final class KindOptions {
    @Option(
            names = "--distances",
            description =
                    "Also build distances to conversion. They let play make progress and 'verify' prove the scores.")
    private boolean distances;

    @Option(
            names = "--bounds",
            negatable = true,
            description =
                    "Also build bounds: what each side can force, whatever endless play is worth. This is the default"
                            + " with --rules abapa; --no-bounds omits them. Needs twice the working memory, all at once.")
    private Boolean bounds;

    /**
     * Returns the kinds of file to build for each layer.
     *
     * @throws InvalidRequestException when distances or bounds are wanted that the game does not have
     */
    Set<FileKind> of(Game game) {
        if (Boolean.TRUE.equals(bounds) && !game.hasBounds()) {
            throw new InvalidRequestException(game.type().id() + " has no bounds; leave out --bounds");
        }
        if (distances && game.scoring().tellsDistance()) {
            throw new InvalidRequestException(
                    "the scores of " + game.type().id() + " already give the distance; leave out --distances");
        }
        Set<FileKind> kinds = EnumSet.of(FileKind.SCORES);
        if (distances) {
            kinds.add(FileKind.DISTANCES);
        }
        if (bounds == null ? game.hasBounds() && !game.settlesEndlessPlay() : bounds) {
            kinds.add(FileKind.BOUNDS);
        }
        return kinds;
    }
}
