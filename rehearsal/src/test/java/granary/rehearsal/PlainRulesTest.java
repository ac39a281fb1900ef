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

/** The reference of rehearsals is right: from the scores of a real build, it gives the real files and the real scores. */
final class PlainRulesTest {
    private static final int SEEDS = 8;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void valuesOfABuildGiveItsFilesAndItsScores(RuleSet rules) throws IOException {
        Awari awari = new Awari(6, rules);
        Path built = directory.resolve("built");
        Databases.buildWithDistances(built, awari, SEEDS);
        Path made = Files.createDirectory(directory.resolve("made"));
        try (Database database = Database.open(built);
                Stage stage = new Stage(awari, SEEDS, 1, 1, made)) {
            for (FileKind kind : List.of(FileKind.SCORES, FileKind.DISTANCES)) {
                byte[] bytes = Files.readAllBytes(built.resolve(kind.fileName(SEEDS)));
                Path copy = directory.resolve(kind.fileName(SEEDS));
                try (SyntheticFile file = new SyntheticFile(copy, Header.read(bytes), 1)) {
                    for (long rank = 0; rank < awari.size(SEEDS); rank++) {
                        int[] board = stage.board(rank);
                        boolean scores = kind == FileKind.SCORES;
                        file.set(rank, scores ? database.score(board) : database.distance(board));
                    }
                    for (long rank = 0; rank < awari.size(SEEDS); rank++) {
                        file.fillChunks(rank);
                    }
                    assertArrayEquals(bytes, Files.readAllBytes(copy));
                }
            }
            for (int layer = 0; layer < SEEDS; layer++) {
                for (long rank = 0; rank < awari.size(layer); rank++) {
                    int[] board = Boards.board(awari.cells(), layer, rank);
                    stage.database.scores(layer).set(rank, database.score(board));
                }
            }
            for (long rank = 0; rank < awari.size(SEEDS); rank++) {
                int[] board = stage.board(rank);
                int[] best = {Integer.MIN_VALUE};
                int conversion =
                        stage.play(board, successor -> best[0] = Math.max(best[0], -database.score(successor)));
                assertEquals(database.score(board), Math.max(conversion, best[0]));
            }
        }
    }
}
