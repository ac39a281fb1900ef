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
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** False scores that support one another, in files whose checksums are right. */
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
}
