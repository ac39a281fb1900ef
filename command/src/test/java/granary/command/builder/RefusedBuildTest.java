package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.store.DatabaseDirectory;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.game.Game;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedBuildTest {
    private static final Game GAME = new Awari(3, RuleSet.OLYMPIAD);

    @TempDir
    private Path directory;

    @BeforeEach
    void build() throws IOException {
        Databases.build(directory, GAME, 3, 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--pits=4|--pits 4",
                "--pits=3 --rules=strict|--rules strict",
                "--pits 3 --rules abapa --game awari|--rules abapa",
                "--rules abapa --pits 2|--rules abapa, --pits 2",
                "--game chain --rules direct|--game chain"
            })
    void otherRulesOrPitsInADirectoryAreRefused(String options, String named) throws IOException {
        var before = Databases.contents(directory);
        String line = Cli.run((Object[]) ("build --dir " + directory + " --seeds 4 " + options).split(" "))
                .assertFailure(2);
        assertEquals(
                "granary: " + directory + " holds awari pits=3 rules=olympiad, which contradicts " + named
                        + ": leave that out, or choose another directory",
                line);
        assertEquals(before, Databases.contents(directory));
    }

    @Test
    void optionsOfAwariContradictTheDirectoryOfAnotherGame(@TempDir Path ofChain) throws IOException {
        Cli.run("build", "--dir", ofChain, "--game", "chain", "--rules", "direct", "--chips", 3)
                .assertSuccess();
        assertEquals(
                "granary: " + ofChain + " holds chain rules=direct, which contradicts --seeds 4, --pits 3:"
                        + " leave that out, or choose another directory",
                Cli.run("build", "--dir", ofChain, "--seeds", 4, "--pits", 3, "--rules", "direct")
                        .assertFailure(2));
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
