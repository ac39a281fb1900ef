package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.builder.verify.FalseScores;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.plain.Header;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** False scores, also such as support one another, in files whose checksums are right. */
class FalseScoresTest {
    @TempDir
    private Path directory;

    @Test
    void thirteenScoresOfLayerTwoCanBeFalseAndConsistent() throws IOException {
        Game game = new Awari(6, RuleSet.OLYMPIAD);
        Databases.build(directory, game, 2, 1);
        try (Database database = Database.open(directory)) {
            FalseScores scores = new FalseScores(database, 2);
            List<short[]> all = scores.all();
            assertEquals(4, all.size(), "1 or 2 for either side");
            for (short[] each : all) {
                int wrong = 0;
                for (int rank = 0; rank < each.length; rank++) {
                    wrong += each[rank] != scores.truth()[rank] ? 1 : 0;
                }
                assertEquals(13, wrong);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"6, OLYMPIAD, 2", "6, STRICT, 2", "6, ABAPA, 2", "3, OLYMPIAD, 2", "5, STRICT, 3", "4, ABAPA, 3"})
    void theyAreFoundWithDistancesAndOnlyWithThem(int pits, RuleSet rules, int layer) throws IOException {
        Game game = new Awari(pits, rules);
        Databases.buildWithDistances(directory, game, layer);
        List<short[]> all;
        short[] trueDistances = Databases.values(directory, FileKind.DISTANCES, layer);
        try (Database database = Database.open(directory)) {
            all = new FalseScores(database, layer).all();
        }
        assertTrue(!all.isEmpty(), "there are some");
        Object[] distances = {"build", "--dir", directory, "--seeds", layer, "--distances"};
        for (short[] scores : all) {
            Databases.publish(directory, game, FileKind.SCORES, layer, scores);
            String last = Cli.run("verify", "--dir", directory).printed();
            String proved =
                    "the scores to layer " + (layer - 1) + " are proved,\nthose above are consistent, but not proved:";
            assertTrue(last.contains(proved), last);
            assertFound(layer, "verify", "--dir", directory, "--prove");
            assertFound(layer, distances);
            List<Object> retrograde = new ArrayList<>(List.of(distances));
            retrograde.addAll(List.of("--solver", "retrograde"));
            assertFound(layer, retrograde.toArray());
            Databases.publish(directory, game, FileKind.DISTANCES, layer, trueDistances);
            assertFound(layer, "verify", "--dir", directory);
        }
    }

    private static void assertFound(int layer, Object... arguments) {
        String line = Cli.run(arguments).assertFailures(1).getFirst();
        assertTrue(line.startsWith("granary: layer " + layer + ", rank "), line);
    }

    /** Every position of the layer gets every other score, one at a time, in a file whose checksums are right. */
    @Test
    void everySingleWrongScoreUnderRightChecksumsIsFoundByVerify() throws IOException {
        Game game = new Awari(3, RuleSet.STRICT);
        int layer = 2;
        Databases.build(directory, game, layer, 1);
        short[] scores = Databases.values(directory, FileKind.SCORES, layer);
        for (int rank = 0; rank < scores.length; rank++) {
            short right = scores[rank];
            for (short wrong = (short) -layer; wrong <= layer; wrong++) {
                if (wrong != right) {
                    scores[rank] = wrong;
                    Databases.publish(directory, game, FileKind.SCORES, layer, scores);
                    String line = Cli.run("verify", "--dir", directory)
                            .assertFailures(1)
                            .getFirst();
                    assertTrue(line.contains("layer 2, rank "), line);
                }
            }
            scores[rank] = right;
        }
        Databases.publish(directory, game, FileKind.SCORES, layer, scores);
        Cli.run("verify", "--dir", directory).assertSuccess();
    }

    @Test
    void theMessageNamesThePlaceAndBothScores() throws IOException {
        Game game = new Awari(3, RuleSet.STRICT);
        Databases.build(directory, game, 1, 1);
        Databases.publish(directory, game, FileKind.SCORES, 1, new short[] {1, -1, -1, -1, 1, 1});
        int[] position = new int[game.cells()];
        game.unrank(1, 0, position);
        String line = Cli.run("verify", "--dir", directory).assertFailures(1).getFirst();
        assertTrue(
                line.endsWith("layer 1, rank 0, position " + game.notation().text(position)
                        + ": score 1, but its moves give -1"),
                line);
    }

    /** Scores and checksums are right; only the manifest's digest shows that the file was replaced. */
    @Test
    void aFileThatTheManifestDoesNotListIsFoundByVerify() throws IOException {
        Databases.build(directory, new Awari(3, RuleSet.STRICT), 1, 1);
        Path file = directory.resolve(Manifest.fileName(1));
        byte[] bytes = Files.readAllBytes(file);
        bytes[10] = 1; // a later minor version, which readers accept
        Files.write(file, Header.sign(bytes));
        String line = Cli.run("verify", "--dir", directory).assertFailure(1);
        assertTrue(line.startsWith("granary: " + file + ": expected 4116 bytes with the digest"), line);
    }
}
