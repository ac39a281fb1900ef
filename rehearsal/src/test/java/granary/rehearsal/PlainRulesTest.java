package granary.rehearsal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.format.FileKind;
import granary.plain.Boards;
import granary.plain.Header;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What rehearsals compare with is right: over the scores of a real build it gives the real files and the real scores. */
final class PlainRulesTest {
    private static final int SEEDS = 8;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void filesWithTheValuesOfABuildAreItsFiles(RuleSet rules) throws IOException {
        Awari awari = new Awari(6, rules);
        Path built = directory.resolve("built");
        Databases.buildWithDistances(built, awari, SEEDS);
        try (Database database = Database.open(built)) {
            for (FileKind kind : List.of(FileKind.SCORES, FileKind.DISTANCES)) {
                Path path = built.resolve(kind.fileName(SEEDS));
                byte[] bytes = Files.readAllBytes(path);
                Header header = Header.read(bytes);
                Path copy = directory.resolve(kind.fileName(SEEDS));
                try (MadeUpFile file = new MadeUpFile(copy, header, 1)) {
                    for (long offset = 0; offset < awari.size(SEEDS); offset++) {
                        int[] board = Boards.board(awari.cells(), SEEDS, offset);
                        boolean scores = kind == FileKind.SCORES;
                        file.set(offset, scores ? database.score(board) : database.distance(board));
                    }
                    for (long offset = 0; offset < awari.size(SEEDS); offset++) {
                        file.fillBlocks(offset);
                    }
                    assertArrayEquals(bytes, Files.readAllBytes(copy));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void playOverTheScoresOfABuildGivesItsScores(RuleSet rules) throws IOException {
        Awari awari = new Awari(6, rules);
        Path built = directory.resolve("built");
        Databases.build(built, awari, SEEDS, 1);
        Path made = Files.createDirectory(directory.resolve("made"));
        try (Database database = Database.open(built);
                Stage stage = new Stage(awari, SEEDS, 1, 1, made)) {
            for (int layer = 0; layer < SEEDS; layer++) {
                for (long offset = 0; offset < awari.size(layer); offset++) {
                    int[] board = Boards.board(awari.cells(), layer, offset);
                    stage.database.scores(layer).set(offset, database.score(board));
                }
            }
            for (long offset = 0; offset < awari.size(SEEDS); offset++) {
                int[] board = stage.board(offset);
                int[] best = {Integer.MIN_VALUE};
                int conversion =
                        stage.play(board, successor -> best[0] = Math.max(best[0], -database.score(successor)));
                assertEquals(database.score(board), Math.max(conversion, best[0]));
            }
        }
    }
}
