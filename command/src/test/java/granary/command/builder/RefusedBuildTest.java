package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.store.DatabaseDirectory;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.testing.Mounts;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A build keeps the game of its directory, and has it for itself. */
class RefusedBuildTest {
    private static final Game GAME = new Awari(3, RuleSet.ABAPA);

    private static final byte[] EMPTY =
            Manifest.empty("chain", Map.of("rules", "direct")).toBytes();

    @TempDir
    private Path directory;

    @BeforeEach
    void build() throws IOException {
        Databases.build(directory, GAME, 3, 1, FileKind.BOUNDS);
    }

    @Test
    void buildKeepsTheRulesOfItsDirectory() {
        Cli.run("build", "--dir", directory, "--seeds", 4).assertSuccess();
        Cli.run("build", "--dir", directory, "--seeds", 5, "--rules", "abapa").assertSuccess();
        Cli.run("build", "--dir", directory, "--seeds", 5, "--game", "awari").assertSuccess();
        assertTrue(Cli.run("status", "--dir", directory)
                .printed()
                .startsWith("awari pits=3 rules=abapa: layers 0 to 5 are finished"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--pits=4|awari pits=4 rules=abapa",
                "--pits=3 --rules=strict|awari pits=3 rules=strict",
                "--pits 2 --rules strict --game awari|awari pits=2 rules=strict",
                "--game chain --rules direct|chain rules=direct"
            })
    void anotherGameInADirectoryIsRefused(String options, String other) throws IOException {
        var before = Databases.contents(directory);
        String seeds = options.contains("chain") ? "" : " --seeds 4";
        String line =
                Cli.line("build --dir " + directory + seeds + " " + options).assertFailure(2);
        assertEquals(
                "granary: " + directory + " holds awari pits=3 rules=abapa, not " + other
                        + ": leave out the options of the game, or choose another directory",
                line);
        assertEquals(before, Databases.contents(directory));
    }

    @Test
    void optionsOfAwariAreUnknownInTheDirectoryOfAnotherGame(@TempDir Path ofChain) {
        Cli.line("build --game chain --rules direct --chips 3 --dir " + ofChain).assertSuccess();
        String line = Cli.line("build --seeds 4 --pits 3 --dir " + ofChain).assertFailure(2);
        assertEquals("granary: --seeds is not an option of chain, which has --chips, --rules", line);
    }

    @Test
    void aManifestThatListsNothingBindsNoDirectory(@TempDir Path empty) throws IOException {
        Files.write(empty.resolve(Manifest.FILE_NAME), EMPTY);
        Cli.run("build", "--dir", empty, "--seeds", 2).assertSuccess();
        assertTrue(Cli.run("status", "--dir", empty).printed().startsWith("awari"));
    }

    @Test
    void layersThatAnEmptyManifestOfAnotherGameDoesNotListStay() throws IOException {
        Files.write(directory.resolve(Manifest.FILE_NAME), EMPTY);
        Path unlisted = directory.resolve(Manifest.fileName(0));
        byte[] before = Files.readAllBytes(unlisted);
        Cli.run("build", "--dir", directory, "--seeds", 2).assertFailure(2, "holds a database of chain");
        assertArrayEquals(before, Files.readAllBytes(unlisted));
    }

    @Test
    void completeDatabaseMayBeReadOnly(@TempDir Path elsewhere) throws IOException, InterruptedException {
        assumeTrue(Mounts.readOnly(directory, elsewhere), Mounts.SKIPPED);
        try {
            assertEquals(
                    "nothing to do: " + elsewhere + " holds all layers to 3\n",
                    Cli.run("build", "--dir", elsewhere, "--seeds", 3).printed());
            Cli.run("build", "--dir", elsewhere, "--seeds", 4).assertFailures(1);
        } finally {
            Mounts.unmount(elsewhere);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"build --pits 3 --seeds 2", "build --game chain --chips 3", "fetch %s"})
    void aDatabaseIsNotMadeInsideAnother(String command) throws IOException {
        var before = Databases.contents(directory);
        Path inside = directory.resolve("new").resolve("db");
        String words = String.format(command, directory) + " --dir " + inside;
        assertEquals(
                "granary: " + inside + " is inside the database " + directory.toRealPath() + "; choose another place",
                Cli.run((Object[]) words.split(" ")).assertFailure(2));
        assertEquals(before, Databases.contents(directory));
    }

    @Test
    void secondBuilderInProcessIsRefusedWithIdAndAgeOfFirst() throws IOException {
        try (DatabaseDirectory first = new DatabaseDirectory(directory, GAME)) {
            assertRefused(first, Cli.run("build", "--dir", directory, "--pits", 3, "--seeds", 4));
        }
        Cli.run("build", "--dir", directory, "--pits", 3, "--seeds", 4).assertSuccess();
    }

    @Test
    void secondBuilderProcessIsRefusedWithIdAndAgeOfFirst() throws IOException, InterruptedException {
        try (DatabaseDirectory first = new DatabaseDirectory(directory, GAME)) {
            assertRefused(first, Cli.child("build", "--dir", directory, "--pits", 3, "--seeds", 4));
        }
    }

    private static void assertRefused(DatabaseDirectory first, Outcome second) {
        String line = second.assertFailure(2);
        assertTrue(
                line.matches("granary: another builder is running in \\Q" + first.path() + "\\E: process "
                        + ProcessHandle.current().pid() + ", for [\\d.]+ s"),
                line);
    }

    @Test
    void databaseIsReadableWhileABuilderRuns() throws IOException {
        try (DatabaseDirectory first = new DatabaseDirectory(directory, GAME)) {
            Cli.run("probe", "--dir", first.path(), 1, 0, 0, 0, 0, 1).assertSuccess();
            Cli.run("verify", "--dir", first.path()).assertSuccess();
        }
    }
}
