package granary.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.engine.GameRecord;
import granary.engine.OwareNotation;
import granary.engine.PlayedGame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scores and records of matches. */
final class MatchScoreTest {
    @TempDir
    private Path directory;

    @Test
    void threeQuartersOfThePointsAre191Elo() {
        MatchScore score = new MatchScore();
        score.add(1, 1);
        score.add(1, -1);
        score.add(1, 0);
        score.add(0, 1);
        // Pairs of 1, 0.5, 0.75 and 0.75 points: the standard deviation is 0.204, the margin 1.96 * 0.204 / 2 = 0.2.
        assertEquals("8 | 5 | 2 | 1 | 0.750 | +191 (+35 .. +512)", score.columns());
    }

    @Test
    void theRatioIsZeroHalfwayAndGrowsWithGamesAndPoints() {
        MatchScore even = new MatchScore();
        MatchScore better = new MatchScore();
        for (int i = 0; i < 100; i++) {
            even.add(i % 2 == 0 ? 1 : -1, i % 3 - 1);
            better.add(i % 4 == 0 ? -1 : 1, 0);
        }
        assertTrue(Math.abs(even.logLikelihoodRatio(-10, 10)) < 0.3, () -> "" + even.logLikelihoodRatio(-10, 10));
        // 100 * (0.5144 - 0.4856) * (0.625 - 0.5) / 0.0473
        assertEquals(7.6, better.logLikelihoodRatio(-10, 10), 0.05);
        assertEquals(-better.logLikelihoodRatio(-10, 10), better.logLikelihoodRatio(10, -10), 1e-9);
    }

    @Test
    void aRecordIsReadAsItWasPlayed() throws IOException {
        Awari game = new Awari(6, RuleSet.ABAPA);
        PlayedGame played = new PlayedGame(game);
        OwareNotation.play(played, "FeDbBd");
        MatchRecords records = new MatchRecords(directory.resolve("games"));
        records.write(played, "a \\ \"quoted\" command", "b", 6, 26, 22);
        String record = Files.readString(directory.resolve("games/game-0001.ogn"));
        GameRecord read = GameRecord.read(game, record);
        assertEquals("FeDbBd", read.letters());
        assertTrue(record.startsWith("[South \"a \\\\ \\\"quoted\\\" command\"]\n"), record);
        assertTrue(record.contains("\n[Result \"26-22\"]\n"), record);
    }
}
