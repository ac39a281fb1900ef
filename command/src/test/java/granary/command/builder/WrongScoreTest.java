package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.plain.Header;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WrongScoreTest {
    private static final Game GAME = new Awari(3, RuleSet.STRICT);

    @TempDir
    private Path directory;

    /** Every position of the layer gets every other score, one at a time, in a file whose checksums are right. */
    @Test
    void everySingleWrongScoreUnderRightChecksumsIsFoundByVerify() throws IOException {
        int layer = 2;
        Databases.build(directory, GAME, layer, 1);
        short[] scores = Databases.values(directory, FileKind.SCORES, layer);
        for (int rank = 0; rank < scores.length; rank++) {
            short right = scores[rank];
            for (short wrong = (short) -layer; wrong <= layer; wrong++) {
                if (wrong != right) {
                    scores[rank] = wrong;
                    Databases.publish(directory, GAME, FileKind.SCORES, layer, scores);
                    String line = Cli.run("verify", "--dir", directory)
                            .assertFailures(1)
                            .getFirst();
                    assertTrue(line.contains("layer 2, rank "), line);
                }
            }
            scores[rank] = right;
        }
        Databases.publish(directory, GAME, FileKind.SCORES, layer, scores);
        Cli.run("verify", "--dir", directory).assertSuccess();
    }

    @Test
    void theMessageNamesThePlaceAndBothScores() throws IOException {
        Databases.build(directory, GAME, 1, 1);
        Databases.publish(directory, GAME, FileKind.SCORES, 1, new short[] {1, -1, -1, -1, 1, 1});
        int[] position = new int[GAME.cells()];
        GAME.unrank(1, 0, position);
        String line = Cli.run("verify", "--dir", directory).assertFailures(1).getFirst();
        assertTrue(
                line.endsWith("layer 1, rank 0, position " + GAME.notation().text(position)
                        + ": score 1, but its moves give -1"),
                line);
    }

    /** Scores and checksums are right; only the manifest's digest shows that the file was replaced. */
    @Test
    void aFileThatTheManifestDoesNotListIsFoundByVerify() throws IOException {
        Databases.build(directory, GAME, 1, 1);
        Path file = directory.resolve(Manifest.fileName(1));
        byte[] bytes = Files.readAllBytes(file);
        bytes[10] = 1; // a later minor version, which readers accept
        Files.write(file, Header.sign(bytes));
        String line = Cli.run("verify", "--dir", directory).assertFailure(1);
        assertTrue(line.startsWith("granary: " + file + ": expected 4116 bytes with the digest"), line);
    }
}
