package granary.explorer.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.OperationInterruptedException;
import granary.database.Listing;
import granary.explorer.WebCli;
import granary.format.FileKind;
import granary.format.Manifest;
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

/** What is published about layers is the same for sealed layers as for packed ones, and after interruptions. */
class PublicationTest {
    /** Its upper layers are sealed, and some of their scores derived. */
    private static final Path SEALED = Path.of("..", "conformance", "awari-3-abapa-sealed");

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
    void countsAndExamplesOfSealedLayersAreThoseOfPackedOnes() throws IOException {
        Path packed = work.resolve("packed");
        WebCli.run("unseal", "--dir", SEALED, "--out", packed).assertSuccess();
        Path site = publish(SEALED, "sealed-site");
        assertEquals(layers(publish(packed, "packed-site")), layers(site));
        assertFalse(Files.exists(site.resolve("unfinished")));
    }

    @Test
    void temporaryFilesOfAPageAreCountedUntilTheyAreBegun() throws IOException {
        Path packed = work.resolve("packed");
        WebCli.run("unseal", "--dir", SEALED, "--out", packed).assertSuccess();
        long bytes = 0;
        for (Manifest.Entry file :
                new Listing(packed).manifest().files(FileKind.SCORES).values()) {
            bytes += file.length();
        }
        Path site = work.resolve("site");
        assertEquals(bytes, scratchBytes(SEALED, site));
        assertEquals(0, scratchBytes(packed, site));
        Files.createDirectories(work.resolve("unfinished").resolve("unsealed"));
        assertEquals(0, scratchBytes(SEALED, site));
        Files.delete(work.resolve("unfinished").resolve("unsealed"));
        assertEquals(0, scratchBytes(SEALED, publish(SEALED, "site")), "all is written");
    }

    private long scratchBytes(Path database, Path site) {
        Listing listing = new Listing(database);
        return new PublishedPage().scratchBytes(listing.game(), listing.manifest(), site, work.resolve("unfinished"));
    }

    @Test
    void whateverStopsItNoLayerIsUnsealedOrCountedTwice() throws IOException {
        Map<String, String> expected = layers(publish(SEALED, "site"));
        Path site = Files.createDirectory(work.resolve("stopped"));
        Path unfinished = Files.createDirectory(work.resolve("unfinished"));
        List<String> printed = new ArrayList<>();
        for (boolean isDone = false; !isDone; ) {
            try {
                new PublishedPage().write(SEALED, site, unfinished, new Stopping(printed, 4));
                isDone = true;
            } catch (OperationInterruptedException e) {
                assertEquals("stopped", e.getMessage());
                assertTrue(printed.size() < 200, () -> "it begins again and again: " + printed);
            }
        }
        assertEquals(expected, layers(site));
        assertTrue(
                printed.lastIndexOf("unsealing, to count and find examples:")
                        < printed.indexOf("counting and finding examples:"),
                printed::toString);
        for (int layer = 0; layer < expected.size(); layer++) {
            String line = "layer " + layer + " of ";
            long lines = printed.stream().filter(one -> one.startsWith(line)).count();
            assertEquals(2, lines, () -> line + printed); // unsealed once, counted once
        }
    }

    @Test
    void aSiteOfSomeLayersIsWholeAndKnowsNoOthers() throws IOException {
        Path packed = work.resolve("packed");
        WebCli.run("unseal", "--dir", SEALED, "--out", packed).assertSuccess();
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
    void aPageOfLayersWithoutThoseBelowIsRefusedBeforeAnythingIsWritten() {
        Path site = work.resolve("above");
        String line = WebCli.run("publish", "--dir", SEALED, "--layers", "1..3", "--out", site, "--page")
                .assertFailure(2);
        assertTrue(line.contains("--page takes layers from 0 on"), line);
        assertFalse(Files.exists(site));
    }
}
