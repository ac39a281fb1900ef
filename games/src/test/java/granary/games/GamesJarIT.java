package granary.games;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.database.Database;
import granary.format.Manifest;
import granary.game.Game;
import granary.game.Games;
import granary.games.chomp.ChompType;
import granary.testing.ChildJvm;
import granary.testing.Jdks;
import granary.testing.SignedManifest;
import granary.testing.TestDatabase;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reader's finished jar, with and without the jar of the other games, on the class path and the module path. */
class GamesJarIT {
    private static final Path PROGRAM = Path.of("src", "test", "resources", "OpenProgram.java");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"17, class", "17, module", "25, class", "25, module"})
    void aGameIsFoundWhereItsJarIsBesideTheReader(int version, String kind) throws Exception {
        Game game = Games.create("chomp", Map.of("rows", "2", "columns", "3"));
        TestDatabase.write(directory, game, 3);
        String jars = ChildJvm.path(Database.class, ChompType.class);
        assertPrints(version, kind, jars, List.of(directory), List.of(game.identity()));
    }

    @ParameterizedTest
    @Thorough
    @CsvSource({"17, class", "17, module", "25, class", "25, module"})
    void aGameThatIsNotThereIsAnErrorThatNamesItsJar(int version, String kind) throws Exception {
        String reader = ChildJvm.path(Database.class);
        String jar = Path.of(reader).getFileName().toString().replace("reader", "games");
        List<Path> databases = new ArrayList<>();
        List<String> refusals = new ArrayList<>();
        for (String game : List.of("chain", "chexers", "chomp", "tiddlywinks")) {
            Path database = Files.createDirectory(directory.resolve(game));
            Path manifest = database.resolve(Manifest.FILE_NAME);
            Files.write(manifest, SignedManifest.of("granary 4", "game " + game));
            databases.add(database);
            refusals.add("UnsupportedDatabaseException: " + manifest + ": expected a game that is here (awari), found "
                    + game
                    + (game.equals("tiddlywinks")
                            ? " (the jar of the game tiddlywinks belongs on the " + kind + " path)"
                            : " (it is in " + jar + ", which belongs on the " + kind + " path)"));
        }
        assertPrints(version, kind, reader, databases, refusals);
    }

    private static void assertPrints(int version, String kind, String jars, List<Path> databases, List<String> lines)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ChildJvm.java(Jdks.require(version)));
        command.addAll(
                kind.equals("module")
                        ? List.of("--module-path", jars, "--add-modules", "granary.reader")
                        : List.of("--class-path", jars));
        command.add(PROGRAM.toString());
        databases.forEach(database -> command.add(database.toString()));
        ChildJvm.run(command).assertPrints(version + ", " + kind + " path\n" + String.join("\n", lines) + "\n");
    }

    @Test
    void theFinishedJarsAreWhatIsTested() {
        String jars = ChildJvm.path(Database.class, ChompType.class);
        assertTrue(jars.matches(".*granary-reader-[^/]*\\.jar[:;].*granary-games-[^/]*\\.jar"), jars);
    }
}
