package granary.builder.solve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.format.FileKind;
import granary.plain.Checksums;
import granary.plain.Distances;
import granary.plain.Header;
import granary.plain.LayerFile;
import granary.plain.Rules;
import granary.plain.Scores;
import granary.testing.AwariBoards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The reference solver, and the sweeps for distances, make the files that follow from the plain rules and the plain format, byte for
 * byte.
 */
class PlainFilesTest {
    /** Each takes twice as long. */
    private static final int MORE_SEEDS = Integer.getInteger("granary.more-seeds", 0);

    @TempDir
    private Path directory;

    static Stream<Arguments> boards() {
        return AwariBoards.of("2, 15", "3, 10", "4, 8", "5, 7", "6, 7", "7, 5", "8, 5");
    }

    @ParameterizedTest
    @MethodSource("boards")
    void filesOfTheReferenceSolverEqualThePlainOnes(int pits, RuleSet rules, int least) throws IOException {
        int top = least + MORE_SEEDS;
        Databases.buildWithDistances(directory, new Awari(pits, rules), top);
        Scores scores = new Scores(Rules.valueOf(rules.name()), pits, top);
        Distances distances = new Distances(scores);
        String parent = Header.NOTHING;
        for (int layer = 0; layer <= top; layer++) {
            byte[] file = LayerFile.ofScores(scores, layer, parent);
            parent = Checksums.digest(file);
            assertFile(scores.layer(layer), file, FileKind.SCORES.fileName(layer));
            byte[] ofDistances = LayerFile.ofDistances(distances, layer, parent);
            assertFile(distances.layer(layer), ofDistances, FileKind.DISTANCES.fileName(layer));
        }
    }

    private void assertFile(int[] values, byte[] expected, String name) throws IOException {
        byte[] file = Files.readAllBytes(directory.resolve(name));
        if (!Arrays.equals(expected, file)) {
            assertEquals(Arrays.toString(values), Arrays.toString(LayerFile.read(file)), name);
            assertEquals(Checksums.digest(expected), Checksums.digest(file), name);
        }
    }
}
