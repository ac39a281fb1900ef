package granary.builder.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.solve.RetrogradeDistances;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerWriter;
import granary.builder.testing.Cli;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.game.Game;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** False scores that support one another, in files whose checksums are right. */
class FalseScoresTest {
    private static final Game GAME = new Awari(6, RuleSet.OLYMPIAD);
    private static final int LAYER = 2;

    @TempDir
    private Path directory;

    @Test
    void distancesTellThemAllFromTheTruth() throws IOException {
        Databases.build(directory, GAME, LAYER, 1);
        List<short[]> all;
        try (Database database = Database.open(directory)) {
            FalseScores scores = new FalseScores(database, LAYER);
            all = scores.all();
            distances(database);
        }
        assertEquals(4, all.size(), "thirteen positions on a cycle, with 1 or 2 for either side");
        for (short[] scores : all) {
            rewrite(scores);
            Cli.run("verify", "--dir", directory).assertSuccess();
            try (Database database = Database.open(directory)) {
                CheckFailedException failure = assertThrows(CheckFailedException.class, () -> distances(database));
                assertTrue(failure.getMessage().startsWith("layer 2, offset "), failure.getMessage());
            }
        }
    }

    private static void distances(Database database) {
        try (Arena arena = Arena.ofShared()) {
            new RetrogradeDistances(database, LAYER, 1, Monitor.SILENT, arena);
        }
    }

    private void rewrite(short[] scores) throws IOException {
        try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME);
                LayerWriter writer = database.begin(LAYER)) {
            writer.write(0, scores, 0, scores.length);
            database.publish(writer);
        }
    }
}
