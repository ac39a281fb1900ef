package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.game.Game;
import granary.testing.BitFlip;
import granary.testing.ChildJvm;
import granary.testing.HeaderBytes;
import granary.testing.Mounts;
import granary.testing.Outcome;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyCommandTest {
    private static final Game GAME = new Awari(6, RuleSet.OLYMPIAD);
    private static final int TOP = 9;
    private static final long CHUNK = LayerHeader.CHUNK_LENGTH;

    @TempDir
    private Path directory;

    @BeforeEach
    void build() throws IOException {
        Databases.build(directory, GAME, TOP, 1);
    }

    private Outcome verify(Object... more) {
        return Cli.run("verify", "--dir", directory, more);
    }

    private static String last(Outcome outcome) {
        return outcome.assertSuccess().lines().getLast();
    }

    private Path file(int layer) {
        return directory.resolve(Manifest.fileName(layer));
    }

    @Test
    void checksumsAloneAreCheckedWithoutGameLogic() throws IOException {
        assertEquals("read 10 layers: no errors; this checked files, not scores", last(verify("--checksums")));
        BitFlip.flip(file(TOP), 8 * Files.size(file(TOP)) - 1);
        verify("--checksums").assertFailure(1, "with checksum ");
    }

    @Test
    void aRangeOfLayersIsVerifiedAndNoOther() throws IOException {
        BitFlip.flip(file(7), 8L * LayerHeader.LENGTH);
        verify("--layers", "4..6").printed("\nverified 3 layers: no errors; ");
        assertTrue(last(verify("--layers", "9", "--checksums")).startsWith("read 1 layer: no errors; "));
        assertTrue(verify("--layers", "6..7").assertFailure(1).startsWith("granary: " + file(7)));
    }

    @Test
    void exhaustiveCheckAgreesWithTheCheckByRows() throws IOException {
        assertEquals(last(verify()), last(verify("--exhaustive")));
        BitFlip.flip(file(TOP - 2), 8L * LayerHeader.LENGTH); // in what captures lead to
        Outcome byRows = verify("--layers", TOP);
        assertEquals(byRows.err(), verify("--layers", TOP, "--exhaustive").err());
        assertTrue(byRows.assertFailure(1).startsWith("granary: " + file(TOP - 2) + ", byte 4096: "), byRows::err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10..12", "x", "4..2", "-1", "1...2", "1..", "99999"})
    void aRangeThatIsNoneOrHoldsNothingIsAMistake(String range) {
        String line = verify("--layers=" + range).assertFailure(2);
        assertTrue(line.startsWith("granary: "), line);
    }

    @Test
    void allDamagedPlacesAreListed() throws IOException {
        BitFlip.flip(file(5), 8L * LayerHeader.LENGTH);
        BitFlip.flip(file(TOP), 8L * LayerHeader.LENGTH);
        BitFlip.flip(file(TOP), 8 * (LayerHeader.LENGTH + CHUNK));
        Files.delete(file(7));
        for (String option : new String[] {"--checksums", "--threads=2"}) {
            Outcome outcome = verify(option);
            assertEquals(1, outcome.exitCode());
            List<String> lines = outcome.err().lines().toList();
            assertEquals(5, lines.size(), outcome::err);
            assertTrue(lines.get(0).startsWith("granary: " + file(5) + ", byte 4096: "), outcome::err);
            assertTrue(lines.get(1).startsWith("granary: " + file(7) + ": "), outcome::err);
            assertTrue(lines.get(2).startsWith("granary: " + file(TOP) + ", byte 4096: "), outcome::err);
            assertTrue(lines.get(3).startsWith("granary: " + file(TOP) + ", byte " + (4096 + CHUNK)), outcome::err);
            assertEquals("granary: 4 errors in " + directory, lines.get(4));
        }
        Outcome json = verify("--checksums", "--json");
        assertEquals("granary: 4 errors in " + directory, json.assertFailure(1));
        assertEquals(1, json.out().lines().count(), json::out);
        assertEquals(
                4,
                JsonParser.parseString(json.out())
                        .getAsJsonObject()
                        .getAsJsonArray("errors")
                        .size());
    }

    @Test
    void anEmptyDatabaseIsNothingToVerify() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Files.write(
                empty.resolve(Manifest.FILE_NAME),
                Manifest.empty("awari", GAME.parameters()).toBytes());
        assertEquals("nothing to verify: " + empty + " holds no layer", last(Cli.run("verify", "--dir", empty)));
    }

    /** Cheap checks come first, so that no terabyte of holes is read. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void aFileThatWasExtendedToATerabyteIsRefusedAtOnce() throws IOException {
        long length = 1L << 40;
        byte[] header = HeaderBytes.with(
                Files.readAllBytes(file(TOP)), bytes -> bytes.putLong(HeaderBytes.FILE_LENGTH, length));
        Files.write(file(TOP), header);
        try (RandomAccessFile file = new RandomAccessFile(file(TOP).toFile(), "rw")) {
            file.setLength(length);
        }
        for (String command : List.of("verify --checksums", "verify", "info", "probe 1 0 0 0 0 0 0 0 0 0 0 0")) {
            String line = Cli.line(command + " --dir " + directory).assertFailure(1);
            assertTrue(line.startsWith("granary: " + file(TOP) + ", byte 16: expected a file of "), line);
        }
        try (RandomAccessFile file = new RandomAccessFile(file(TOP).toFile(), "rw")) {
            file.setLength(0);
        }
    }

    @Test
    void aDirectoryOrPipeInPlaceOfAFileIsNamedWithoutJavasWords() throws IOException, InterruptedException {
        for (boolean pipe : new boolean[] {false, true}) {
            Files.delete(file(TOP));
            if (pipe) {
                if (!Mounts.pipe(file(TOP))) {
                    return;
                }
            } else {
                Files.createDirectory(file(TOP));
            }
            for (String command : new String[] {"verify", "info"}) {
                String line = Cli.run(command, "--dir", directory).assertFailure(1);
                assertTrue(line.startsWith("granary: " + file(TOP)), line);
                assertFalse(line.contains("java"), line);
                assertFalse(line.contains("Exception"), line);
            }
        }
    }

    @Test
    void asManyThreadsVerifyAsTheHeapHolds() throws IOException, InterruptedException {
        List<String> words =
                new ArrayList<>(Cli.command("verify", "--dir", Databases.twelveSeeds(), "--threads", 1024));
        words.add(1, "-Xmx120m");
        ChildJvm.run(words).assertSuccess();
    }
}
