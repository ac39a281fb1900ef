package granary.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.Uninterrupted;
import granary.command.testing.AtTerminal;
import granary.command.testing.Cli;
import granary.testing.BitFlip;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every long command at a terminal. */
@Thorough
class TerminalTest {
    private static final int SEEDS = 11;
    private static final int COMPRESSED_SEEDS = 18;

    @TempDir
    private static Path directory;

    private static Path packed;
    private static Path compressed;

    @TempDir
    private Path work;

    @BeforeAll
    static void build() {
        packed = directory.resolve("packed");
        compressed = directory.resolve("compressed");
        Cli.run("build", "--seeds", SEEDS, "--dir", packed).assertSuccess();
        Path small = directory.resolve("small");
        Cli.run("build", "--pits", 3, "--seeds", COMPRESSED_SEEDS, "--dir", small)
                .assertSuccess();
        Cli.run("compress", "--dir", small, "--out", compressed).assertSuccess();
    }

    /** Returns the screen without what differs from run to run. */
    private static List<String> shown(Object... arguments) throws IOException, InterruptedException {
        return AtTerminal.runLong(arguments).stream()
                .map(TerminalTest::withoutTimes)
                .toList();
    }

    private static String withoutTimes(String line) {
        return line.replaceAll("^[-0-9T:]+Z |, [0-9.]+ s.*|in [0-9.]+ s.*", "");
    }

    private static List<String> piped(Object... arguments) {
        return Cli.run(arguments)
                .printed()
                .lines()
                .map(TerminalTest::withoutTimes)
                .toList();
    }

    @Test
    void buildsShowWhatTheyDo() throws IOException, InterruptedException {
        List<String> shown = shown("build", "--seeds", SEEDS, "--dir", work, "--distances");
        for (int layer = 0; layer <= SEEDS; layer++) {
            assertTrue(shown.get(layer).startsWith("layer " + layer + " of 11: "), shown.get(layer));
        }
        assertTrue(shown.get(SEEDS + 1).startsWith("built 12 layers, "), shown.toString());
    }

    @Test
    void distancesAreAddedInSight() throws IOException, InterruptedException {
        Uninterrupted.copy(packed, work);
        List<String> shown = shown("build", "--seeds", SEEDS, "--dir", work, "--distances");
        assertEquals("layer 0 of 11: 1 positions", shown.getFirst());
        assertTrue(shown.getLast().startsWith("built 12 layers, "), shown.toString());
    }

    @Test
    void readersShowWhatTheyDo() throws IOException, InterruptedException {
        assertEquals(piped("verify", "--dir", packed), shown("verify", "--dir", packed));
        assertEquals(piped("verify", "--dir", compressed), shown("verify", "--dir", compressed));
        assertEquals(piped("verify", "--dir", packed, "--checksums"), shown("verify", "--dir", packed, "--checksums"));
        assertEquals(
                piped("export", "--dir", packed, "--out", work.resolve("a")),
                shown("export", "--dir", packed, "--out", work.resolve("b")));
    }

    @Test
    void copiesShowWhatTheyDo() throws IOException, InterruptedException {
        Path decompressed = work.resolve("decompressed");
        for (List<String> shown : List.of(
                shown("decompress", "--dir", compressed, "--out", decompressed),
                shown("compress", "--dir", decompressed, "--out", work.resolve("compressed")))) {
            assertEquals("layer 18 of 18: 33,649 positions", shown.get(COMPRESSED_SEEDS));
        }
        List<String> fetched = shown("fetch", packed, "--dir", work.resolve("fetched"));
        assertEquals("layer 0 of 11: 1 positions", fetched.getFirst());
    }

    @Test
    void comparisonsShowWhatTheyDo() throws IOException, InterruptedException {
        assertEquals(4, AtTerminal.runLong("chain", "compare", "--chips", 3).size());
        assertEquals(
                5,
                AtTerminal.runLong("chexers", "compare", "--boards", 2, "--pieces", 1)
                        .size());
    }

    @Test
    void repairsShowWhatTheyDo() throws IOException, InterruptedException {
        Path damaged = Files.createDirectory(work.resolve("damaged"));
        Uninterrupted.copy(packed, damaged);
        BitFlip.flip(damaged.resolve("layer-010.granary"), 80_000);
        List<String> shown = shown("repair", "--dir", damaged);
        assertEquals("will list 11 files that are whole and belong together", shown.get(shown.size() - 2));
        assertTrue(shown.getLast().startsWith("repaired; "), shown.toString());
    }
}
