package granary.exchange.oware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Cli;
import granary.testing.Outcome;
import granary.testing.Tsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwareFormatTest {
    /** {@code -Dgranary.oware=18} compares all that are listed. */
    private static final int SEEDS = Integer.getInteger("granary.oware", 12);

    private static final int FEW = 6;
    private static final String PUBLISHED = Tsv.rows(OwareFormatTest.class, "digests.tsv").stream()
            .map(row -> row.get("sha256") + "  out/oware_n%03d.lh\n".formatted(Integer.valueOf(row.get("layer"))))
            .collect(Collectors.joining());

    @TempDir
    private Path directory;

    private Path database;

    /** Builds layers with bounds, and the last one without. */
    private void build(int last) {
        database = directory.resolve("db");
        Cli.run("build", "--rules", "abapa", "--dir", database, "--seeds", last - 1)
                .assertSuccess();
        Cli.run("build", "--dir", database, "--seeds", last, "--no-bounds").assertSuccess();
    }

    private Outcome compare(Path with) {
        return Cli.run("compare", "--with", with, "--dir", database);
    }

    private Outcome compareList(String lines) throws IOException {
        return compare(Files.writeString(directory.resolve("SHA256SUMS"), lines));
    }

    private static void assertAgree(Outcome outcome, int layers) {
        String out = outcome.printed();
        assertEquals(
                layers, out.lines().filter(line -> line.startsWith("  agrees")).count(), out);
    }

    @Test
    void layersAgreeWithThePublishedDigests() throws IOException {
        build(SEEDS + 1);
        assertAgree(compareList(PUBLISHED), SEEDS + 1);
    }

    @Test
    void exportedFilesAgreeUntilOneIsChanged() throws IOException {
        build(FEW);
        Path files = directory.resolve("files");
        Cli.run("export", "--format", "oware", "--dir", database, "--layers", "0..5", "--out", files)
                .assertSuccess();
        assertAgree(compare(files), FEW);
        Path changed = files.resolve("oware_n004.lh");
        byte[] bytes = Files.readAllBytes(changed);
        bytes[100] ^= 1;
        Files.write(changed, bytes);
        Outcome outcome = compare(files);
        assertEquals("granary: 1 layer differs from that in " + files, outcome.assertFailure(1));
        assertTrue(outcome.out().contains("    theirs "), outcome.out());
        Files.delete(changed);
        assertAgree(compare(files), FEW - 1);
    }

    @Test
    void listWithAWrongDigestDiffers() throws IOException {
        build(FEW);
        Outcome outcome = compareList("0".repeat(64) + " *oware_n002.lh\n"
                + PUBLISHED.lines().limit(2).collect(Collectors.joining("\n")));
        assertTrue(outcome.assertFailure(1).startsWith("granary: 1 layer differs from that in "));
        assertAgree(new Outcome(0, outcome.out(), ""), 2);
    }

    @Test
    void othersAreMistakesOfTheUser() throws IOException {
        build(FEW);
        compareList("0".repeat(64) + "  scores.2\n").assertMistake("has no line of sha256sum");
        compareList("0".repeat(64) + "  oware_n048.lh\n").assertMistake("have no layer in common");
        Path out = directory.resolve("files");
        assertTrue(Cli.run("export", "--format", "oware", "--dir", database, "--out", out)
                .assertFailure(2)
                .endsWith("holds no bounds of layer 6; compute them: granary build --bounds"));
        Path without = directory.resolve("without");
        Cli.run("build", "--dir", without, "--seeds", 1, "--rules", "abapa", "--no-bounds")
                .assertSuccess();
        assertTrue(Cli.run("compare", "--with", directory.resolve("SHA256SUMS"), "--dir", without)
                .assertFailure(2)
                .endsWith("holds no bounds; compute them: granary build --bounds"));
        Path strict = directory.resolve("strict");
        Cli.run("build", "--dir", strict, "--seeds", 1, "--rules", "strict").assertSuccess();
        Cli.run("export", "--format", "oware", "--dir", strict, "--out", out)
                .assertMistake("the solution of oware is of awari pits=6 rules=abapa; this database is of");
        assertTrue(Files.notExists(out));
    }

    /** With 26 seeds on the board 22 are in the stores, of which a side has none to 22: 2 seeds may be enough to draw, 25 win. */
    @Test
    void numbersOfSeedsThatDecideNoGameShareTheirCode() {
        short[] values = new OwareFile(26).values();
        assertEquals(27 * 28 / 2, values.length);
        for (int[] same : new int[][] {{0, 0}, {1, 0}, {0, 1}, {1, 1}}) {
            assertEquals(0, value(values, same));
        }
        assertEquals(2, value(values, 2, 0));
        assertEquals(1, value(values, 1, 2));
        for (int[] same : new int[][] {{25, 0}, {25, 1}, {26, 0}}) {
            assertEquals(324, value(values, same));
        }
    }

    private static int value(short[] values, int... forced) {
        int both = forced[0] + forced[1];
        return values[both * (both + 1) / 2 + forced[0]];
    }
}
