package granary.builder.testing;

import granary.builder.Monitor;
import granary.builder.database.Build;
import granary.builder.database.Solvers;
import granary.builder.solve.LayerSolver;
import granary.builder.store.BuilderLock;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.kernel.KernelChoice;
import granary.format.FileKind;
import granary.game.Game;
import granary.game.Games;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A small database of one of the games, built uninterrupted, to compare others with.
 *
 * @param identity the game's identity line
 * @param top the last layer
 * @param distances whether it has distances
 */
public record Uninterrupted(String identity, int top, boolean distances) {
    /** Returns databases of all games and all rules of awari, of a few kilobytes each. */
    public static Stream<Uninterrupted> ofAllGames() {
        return Stream.of(
                new Uninterrupted("awari pits=3 rules=olympiad", 9, true),
                new Uninterrupted("awari pits=3 rules=strict", 9, true),
                new Uninterrupted("awari pits=2 rules=abapa", 12, true),
                new Uninterrupted("awari pits=6 rules=olympiad", 6, false),
                new Uninterrupted("chain rules=direct", 16, false),
                new Uninterrupted("chain rules=inverse", 16, false),
                new Uninterrupted("chomp rows=4 columns=5", 20, false),
                new Uninterrupted("chexers colour=blue blocks=0,0;1,-2", 2, false));
    }

    /** Returns the game. */
    public Game game() {
        String[] words = identity.split(" ", -1);
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
            parameters.put(words[i].split("=", 2)[0], words[i].split("=", 2)[1]);
        }
        return Games.create(words[0], parameters);
    }

    /** Returns the options of the command line that name the game and the last layer. */
    public List<String> options() {
        Game game = game();
        Stream<String> parameters = game.parameters().entrySet().stream()
                .flatMap(parameter -> Stream.of("--" + parameter.getKey(), parameter.getValue()));
        Stream<String> rest =
                Stream.of("--game", game.type().id(), "--" + game.type().layerUnit(), Integer.toString(top));
        return Stream.concat(Stream.concat(parameters, rest), distances ? Stream.of("--distances") : Stream.empty())
                .toList();
    }

    /** Builds it in a directory. */
    public void build(Path directory) throws IOException {
        Game game = game();
        try (DatabaseDirectory database = new DatabaseDirectory(directory, game)) {
            LayerSolver solver = Solvers.of(null, game, 1, KernelChoice.automatic());
            Build build = new Build(database, solver, Monitor.SILENT);
            if (distances) {
                build.with(FileKind.DISTANCES);
            }
            if (game.hasBounds() && !game.settlesEndlessPlay()) {
                build.with(FileKind.BOUNDS); // as the command does without being told
            }
            build.run(top);
        }
    }

    /** Copies a database into a directory, but for its builder's mark, in place of what is there. */
    public static void copy(Path database, Path directory) throws IOException {
        try (Stream<Path> old = Files.list(directory)) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
        }
        try (Stream<Path> files = Files.list(database)) {
            for (Path file : files.toList()) {
                if (!file.endsWith(BuilderLock.FILE_NAME)) {
                    Files.copy(file, directory.resolve(file.getFileName()));
                }
            }
        }
    }
}
