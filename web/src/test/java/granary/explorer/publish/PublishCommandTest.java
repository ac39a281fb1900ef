package granary.explorer.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.explorer.WebCli;
import granary.format.Manifest;
import granary.testing.ChildJvm;
import granary.testing.Mounts;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database is published, and files that cannot be published are named. */
class PublishCommandTest {
    private static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);

    @TempDir
    private Path source;

    @TempDir
    private Path work;

    @Test
    void publishingChecksCopiesAndNamesLinks() throws IOException, InterruptedException {
        TestDatabase.write(source, GAME, 5);
        Path site = work.resolve("site");
        String linked = WebCli.run("publish", "--dir", source, "--out", site).printed();
        assertTrue(linked.contains("links") && linked.contains("verify --checksums"), linked);
        var database = Databases.contents(source);
        assertTrue(WebCli.run("publish", "--dir", source, "--out", source)
                .assertFailure(2)
                .contains("is the database itself"));
        Path inside = source.resolve("new").resolve("site");
        assertTrue(WebCli.run("publish", "--dir", source, "--out", inside)
                .assertFailure(2)
                .contains(inside + " is inside the database " + source.toRealPath()));
        assertEquals(database, Databases.contents(source));
        Path copies = Files.createDirectory(work.resolve("copies"));
        assumeTrue(Mounts.memory(copies, 4096), Mounts.SKIPPED);
        try {
            String copied = WebCli.run("publish", "--dir", source, "--out", copies.resolve("a"))
                    .printed();
            assertFalse(copied.contains("links"), copied);
            byte[] bytes = Files.readAllBytes(source.resolve(Manifest.fileName(5)));
            bytes[5000] ^= 1;
            Files.write(source.resolve(Manifest.fileName(5)), bytes);
            String line = WebCli.run("publish", "--dir", source, "--out", copies.resolve("b"))
                    .assertFailure(1);
            assertTrue(line.contains(Manifest.fileName(5)) && line.contains("byte 4096: expected chunk 0"), line);
            assertFalse(Files.exists(copies.resolve("b").resolve(Manifest.FILE_NAME)), "a site without a manifest");
        } finally {
            Mounts.unmount(copies);
        }
    }

    @Test
    void aDiskWithoutAByteIsOneClearLineThatNamesThePath() throws IOException, InterruptedException {
        TestDatabase.write(source, GAME, 3);
        assumeTrue(Mounts.memory(work, 8), Mounts.SKIPPED);
        try {
            assertThrows(IOException.class, () -> Files.write(work.resolve("filler"), new byte[1 << 16]));
            String line = ChildJvm.run(WebCli.command("publish", "--dir", source, "--out", work.resolve("site")))
                    .assertFailure(1);
            assertTrue(line.contains(work.toString()) && line.contains("No space left on device"), line);
        } finally {
            Mounts.unmount(work);
        }
    }

    @Test
    void withoutADirectoryToLayOutItIsRefused() {
        WebCli.run("publish", "--dir", source).assertFailure(2);
    }

    @Test
    void helpTeachesByExample() {
        for (String command : new String[] {"publish", "serve"}) {
            String text = WebCli.run(command, "--help").printed();
            assertTrue(text.contains("Example") && text.contains("granary " + command + " --"), text);
            assertEquals(text, WebCli.run("help", command).printed());
        }
    }
}
