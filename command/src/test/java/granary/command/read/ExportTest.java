package granary.command.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.testing.BitFlip;
import granary.testing.Mounts;
import granary.testing.Outcome;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ExportTest {
    @TempDir
    private Path directory;

    private Path database;
    private Path file;
    private byte[] scores;

    @BeforeEach
    void build() throws IOException {
        database = Files.createDirectory(directory.resolve("db"));
        Databases.build(database, new Awari(6, RuleSet.OLYMPIAD), 3, 1);
        file = directory.resolve("scores");
        export(file).assertSuccess();
        scores = Files.readAllBytes(file);
        assertEquals(364, scores.length);
        Files.delete(file);
    }

    private Outcome export(Object target, Object... more) {
        return Cli.run("export", "--dir", database, "--layers", 3, "--out", target, more);
    }

    @Test
    void aPathInsideADatabaseIsRefusedEvenByForce() throws IOException {
        Map<String, String> before = Databases.contents(database);
        Path inside = Files.createDirectory(database.resolve("inside"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), database);
        for (Path target : new Path[] {
            database.resolve(Manifest.fileName(3)), database.resolve("new"), inside.resolve("new"), link.resolve("new")
        }) {
            export(target, "--force").assertFailure(2, " is inside the database ");
        }
        Files.delete(inside);
        assertEquals(before, Databases.contents(database));
    }

    @Test
    void aFileThatExistsIsReplacedByForceOnly() throws IOException {
        Files.writeString(file, "precious");
        String line = export(file).assertFailure(2);
        assertEquals("granary: " + file + " exists; --force replaces it", line);
        assertEquals("precious", Files.readString(file));
        export(file, "--force").assertSuccess();
        assertArrayEquals(scores, Files.readAllBytes(file));
    }

    @Test
    void aLinkIsFollowedAndStays() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Files.writeString(file, "old"));
        export(link, "--force").assertSuccess();
        assertTrue(Files.isSymbolicLink(link));
        assertArrayEquals(scores, Files.readAllBytes(file));
    }

    @Test
    void aLinkToNothingIsNotReplaced() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        String line = export(link, "--force").assertFailure(2);
        assertTrue(line.endsWith(" is a link to a file that does not exist; name that file"), line);
        assertTrue(Files.isSymbolicLink(link));
    }

    @Test
    void temporaryFileOfAKilledExportIsOverwritten() throws IOException {
        Files.write(directory.resolve("scores.granary.part"), new byte[100_000]);
        export(file).assertSuccess();
        assertArrayEquals(scores, Files.readAllBytes(file));
        assertFalse(Files.exists(directory.resolve("scores.granary.part")));
    }

    @Test
    void twoExportsToOneFileAtOnceAreRefused() throws IOException {
        Path part = directory.resolve("scores.granary.part");
        try (RandomAccessFile other = new RandomAccessFile(part.toFile(), "rw");
                FileLock lock = other.getChannel().tryLock()) {
            assertTrue(lock.isValid());
            export(file).assertFailure(2, "another process writes to ");
            assertTrue(Files.exists(part));
        }
    }

    @Test
    void aDirectoryIsNotReplacedAndAMissingOneIsNamed() {
        assertTrue(export(directory, "--force").assertFailure(2).endsWith("is a directory; name a file"));
        Path nowhere = directory.resolve("nowhere").resolve("file");
        export(nowhere).assertFailure(2, "nowhere");
    }

    @Test
    void aDeviceIsWrittenToAndStays() {
        Path device = Path.of("/dev/null");
        assumeTrue(Files.exists(device));
        export(device).assertSuccess();
        assertFalse(Files.isRegularFile(device));
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        String line = export(full).assertFailure(1);
        assertTrue(line.startsWith("granary: /dev/full cannot be written: "), line);
    }

    @Test
    void aMinusIsStandardOutput() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Cli.command("export", "--dir", database, "--layers", 3, "--out", "-"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertArrayEquals(scores, process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor());
        assertFalse(Files.exists(Path.of("-")));
    }

    @Test
    void aDamagedLayerIsNotExported() throws IOException {
        BitFlip.flip(database.resolve(Manifest.fileName(3)), 8L * (LayerHeader.LENGTH + 20));
        export(file).assertFailure(1, "with checksum ");
        assertFalse(Files.exists(file));
    }

    @Test
    void exportThatDoesNotFitTheDiskIsRemoved() throws IOException, InterruptedException {
        Path small = Files.createDirectory(directory.resolve("small"));
        assumeTrue(Mounts.memory(small, 4), Mounts.SKIPPED);
        try {
            Databases.build(database, new Awari(6, RuleSet.OLYMPIAD), 6, 1);
            Path target = small.resolve("scores");
            String line = Cli.run("export", "--dir", database, "--layers", 6, "--out", target)
                    .assertFailure(1);
            assertTrue(line.startsWith("granary: " + target + " cannot be written: "), line);
            try (var files = Files.list(small)) {
                assertEquals(0, files.count());
            }
        } finally {
            Mounts.unmount(small);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void standardOutputByTheNameOfItsDeviceHoldsTheExportAlone() throws IOException, InterruptedException {
        Object[] export = {"export", "--dir", Databases.twelveSeeds(), "--layers", "0", "--out"};
        List<Object> named = new ArrayList<>(List.of(export));
        named.add("/dev/stdout");
        List<Object> dash = new ArrayList<>(List.of(export));
        dash.add("-");
        Cli.child(named.toArray()).assertPrints(Cli.child(dash.toArray()).printed());
    }
}
