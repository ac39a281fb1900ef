package granary.explorer.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.OperationInterruptedException;
import granary.database.Listing;
import granary.explorer.WebCli;
import granary.explorer.api.LayerExamples;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Published files of layers are the same after interruptions. */
class PublicationTest {
    /** Its upper layers are compressed, and some of their scores derived. */
    private static final Path COMPRESSED = Path.of("..", "conformance", "awari-3-abapa-compressed");

    @TempDir
    private Path work;

    /** Stops the work when it has printed some lines. */
    private static final class Stopping extends PrintWriter {
        private final List<String> printed;
        private int left;

        Stopping(List<String> printed, int lines) {
            super(Writer.nullWriter());
            this.printed = printed;
            this.left = lines;
        }

        @Override
        public void println(String line) {
            printed.add(line);
            left--;
            if (left == 0) {
                throw new OperationInterruptedException("stopped");
            }
        }
    }

    private Path publish(Path database, String name) {
        Path site = work.resolve(name);
        WebCli.run("publish", "--dir", database, "--out", site, "--page").assertSuccess();
        return site;
    }

    /** Returns the published answers about layers, by the files' names. */
    private static Map<String, String> layers(Path site) throws IOException {
        Map<String, String> answers = new TreeMap<>();
        try (Stream<Path> files = Files.list(site.resolve("explorer"))) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().startsWith("layer-")) {
                    answers.put(file.getFileName().toString(), Files.readString(file));
                }
            }
        }
        return answers;
    }

    @Test
    void ofCompressedLayersThePageHasNoCountsAndSaysSo() throws IOException {
        Path site = work.resolve("site");
        String said = WebCli.run("publish", "--dir", COMPRESSED, "--out", site, "--page")
                .printed();
        assertTrue(
                said.contains(
                        "the page has no counts and no examples of compressed layers, from 6 on; for these, decompress"
                                + " first: granary decompress --dir " + COMPRESSED + " --out PACKED"),
                said);
        for (int layer = 0; layer <= 7; layer++) {
            assertEquals(layer < 6, LayerExamples.isWritten(site, layer), "layer " + layer);
        }
        assertFalse(Files.exists(site.resolve("unfinished")));
    }

    @Test
    void whateverStopsItNoLayerIsCountedTwice() throws IOException {
        Map<String, String> expected = layers(publish(COMPRESSED, "site"));
        Path site = Files.createDirectory(work.resolve("stopped"));
        List<String> printed = new ArrayList<>();
        for (boolean isDone = false; !isDone; ) {
            try {
                new PublishedPage().write(new Listing(COMPRESSED), site, new Stopping(printed, 4));
                isDone = true;
            } catch (OperationInterruptedException e) {
                assertEquals("stopped", e.getMessage());
                assertTrue(printed.size() < 200, () -> "it begins again and again: " + printed);
            }
        }
        assertEquals(expected, layers(site));
        for (int layer = 0; layer < expected.size(); layer++) {
            String line = "layer " + layer + " of ";
            long lines = printed.stream().filter(one -> one.contains(line)).count();
            assertEquals(1, lines, () -> line + printed);
        }
    }

    @Test
    void aSiteOfSomeLayersIsWholeAndKnowsNoOthers() throws IOException {
        Path packed = work.resolve("packed");
        WebCli.run("decompress", "--dir", COMPRESSED, "--out", packed).assertSuccess();
        Path some = work.resolve("some");
        WebCli.run("publish", "--dir", packed, "--layers", "0..3", "--out", some, "--page")
                .assertSuccess();
        try (Stream<Path> files = Files.list(some)) {
            assertEquals(
                    4,
                    files.filter(file -> file.toString().endsWith(".granary")).count());
        }
        assertEquals(4, layers(some).size());
        assertFalse(Files.exists(some.resolve("unfinished")));
        String description = Files.readString(some.resolve("explorer/database.json"));
        assertTrue(description.contains("\"layers\":[0,1,2,3]"), description);
        assertTrue(description.contains("\"name\":\"packed\""), description);
        WebCli.run("verify", "--dir", some).assertSuccess();
    }

    @Test
    void pageWithoutLowerLayersIsRefusedBeforeWriting() {
        Path site = work.resolve("above");
        String line = WebCli.run("publish", "--dir", COMPRESSED, "--layers", "1..3", "--out", site, "--page")
                .assertFailure(2);
        assertTrue(line.contains("--page takes layers from 0 on"), line);
        assertFalse(Files.exists(site));
    }
}
