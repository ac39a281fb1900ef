package granary.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.testing.BitFlip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands say of a database that lies in two directories what they say of one that lies in one. */
class SeveralDirectoriesTest {
    /** The first layer that is checked by rows. */
    private static final int TOP = 9;

    @TempDir
    private static Path whole;

    @TempDir
    private Path directory;

    private Path even;
    private Path odd;

    @BeforeAll
    static void build() throws IOException {
        Awari game = new Awari(6, RuleSet.OLYMPIAD);
        Databases.buildWithDistances(whole, game, TOP, new SweepSolver(game, 2, KernelChoice.automatic()));
    }

    @BeforeEach
    void spread() throws IOException {
        even = directory.resolve("even");
        odd = directory.resolve("odd");
        Databases.spread(whole, even, odd);
    }

    /** Returns what a command prints of the database in one directory. */
    private static String ofWhole(Object... words) {
        return print(List.of(words), "--dir", whole);
    }

    /** Returns what a command prints of the database in two. */
    private String ofSpread(Object... words) {
        return print(List.of(words), "--dir", even, "--dir", odd);
    }

    private static String print(List<Object> words, Object... directories) {
        List<Object> all = new ArrayList<>(words);
        all.addAll(List.of(directories));
        return Cli.run(all.toArray()).assertSuccess().out();
    }

    @Test
    void itIsVerifiedAndProved() throws IOException {
        String proved = "verified 10 layers: no errors; all scores are proved";
        assertEquals(proved, ofSpread("verify").lines().toList().getLast());
        assertEquals(
                "read 10 layers: no errors; positions were not checked",
                ofSpread("verify", "--checksums").lines().toList().getLast());
        for (int layer = 0; layer <= TOP; layer++) {
            Files.delete((layer % 2 == 0 ? even : odd).resolve(FileKind.DISTANCES.fileName(layer)));
        }
        assertEquals(proved, ofSpread("verify", "--prove").lines().toList().getLast());
    }

    @ParameterizedTest
    @ValueSource(ints = {TOP - 1, TOP})
    void damageIsFoundInEither(int layer) throws IOException {
        Path file = (layer % 2 == 0 ? even : odd).resolve(FileKind.SCORES.fileName(layer));
        BitFlip.flip(file, 8L * LayerHeader.LENGTH + 77);
        String line = Cli.run("verify", "--dir", even, "--dir", odd).assertFailure(1);
        assertTrue(line.startsWith("granary: " + file + ", byte 4096: expected block "), line);
    }

    @Test
    void itIsShownProbedAndExported() throws IOException {
        assertEquals(ofWhole("info"), ofSpread("info"));
        assertEquals(ofWhole("info", "--json"), ofSpread("info", "--json"));
        for (String board : new String[] {"1 0 0 2 0 1 0 3 0 0 1 1", "1 0 0 2 0 1 0 3 0 0 1 0"}) {
            assertEquals(ofWhole("probe", board), ofSpread("probe", board));
        }
        for (int layer = 0; layer <= TOP; layer++) {
            ofWhole("export", "--layers", layer, "--out", directory.resolve("whole" + layer));
            ofSpread("export", "--layers", layer, "--out", directory.resolve("spread" + layer));
            assertArrayEquals(
                    Files.readAllBytes(directory.resolve("whole" + layer)),
                    Files.readAllBytes(directory.resolve("spread" + layer)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"build --seeds 3", "repair", "status"})
    void whatBuildsTakesOneDirectory(String command) {
        List<Object> words = new ArrayList<>(List.of((Object[]) command.split(" ", -1)));
        words.addAll(List.of("--dir", even, "--dir", odd));
        String line = Cli.run(words.toArray()).assertFailure(2);
        assertTrue(line.contains("--dir"), line);
    }
}
