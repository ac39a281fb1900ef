package granary.command.copy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.statistics.StatisticsFiles;
import granary.testing.BitFlip;
import granary.testing.FileServer;
import granary.testing.Outcome;
import granary.testing.Thorough;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a database whose last layer, the first that sealing makes smaller, is sealed. */
class SealCommandTest {
    private static final int TOP = 11;

    @TempDir
    private static Path shared;

    @TempDir
    private Path own;

    private static Path packed;
    private static Path small;
    private static String sealing;

    @BeforeAll
    static void seal() throws IOException {
        packed = shared.resolve("packed");
        small = shared.resolve("small");
        Databases.build(packed, new Awari(6, RuleSet.ABAPA), TOP, 2);
        sealing =
                Cli.run("seal", "--dir", packed, "--out", small).assertSuccess().out();
    }

    @Test
    void statisticsAreCopiedToo() throws IOException {
        Path from = own.resolve("from");
        Databases.build(from, new Awari(3, RuleSet.STRICT), 4, 1);
        String name = StatisticsFiles.name(3);
        Files.writeString(from.resolve(name), "counted");
        Cli.run("seal", "--dir", from, "--out", own.resolve("to")).assertSuccess();
        assertEquals("counted", Files.readString(own.resolve("to").resolve(name)));
    }

    private static String last(Outcome outcome) {
        return outcome.assertSuccess().out().lines().toList().getLast();
    }

    private static Path sealedFile(Path directory) {
        return directory.resolve(FileKind.SEALED.fileName(TOP));
    }

    /** Copies the sealed database, to be damaged. */
    private Path copy() throws IOException {
        try (Stream<Path> files = Files.list(small)) {
            for (Path file : files.toList()) {
                Files.copy(file, own.resolve(file.getFileName()));
            }
        }
        return own;
    }

    @Test
    void itSaysWhatItSavesAndWhatIsSealed() {
        assertTrue(sealing.lines().toList().getLast().matches("sealed .* in .*%"), sealing);
        assertTrue(Cli.run("info", "--dir", small)
                .assertSuccess()
                .out()
                .contains(" positions, " + FileKind.SEALED.fileName(TOP) + ", "));
        assertTrue(last(Cli.run("seal", "--dir", packed, "--out", small)).startsWith("nothing to do"));
    }

    @Test
    void unsealingMakesThePackedDatabaseAgain() throws IOException {
        Path again = own.resolve("again");
        assertTrue(last(Cli.run("unseal", "--dir", small, "--out", again)).startsWith("unsealed "));
        for (String file : new String[] {Manifest.FILE_NAME, Manifest.fileName(TOP), Manifest.fileName(0)}) {
            assertArrayEquals(Files.readAllBytes(packed.resolve(file)), Files.readAllBytes(again.resolve(file)));
        }
        assertTrue(last(Cli.run("unseal", "--dir", small, "--out", again)).startsWith("nothing to do"));
        Path copy = own.resolve("copy");
        assertTrue(last(Cli.run("unseal", "--dir", packed, "--out", copy)).endsWith("; none of the layers is sealed"));
    }

    @Test
    void unsealingThatIsInterruptedSaysThatTheSameCommandGoesOn() throws IOException, InterruptedException {
        Path again = own.resolve("again");
        Path err = own.resolve("err");
        Process unseal = new ProcessBuilder(Cli.command("unseal", "--dir", small, "--out", again))
                .redirectError(err.toFile())
                .start();
        try (BufferedReader out = unseal.inputReader()) {
            String line = out.readLine();
            while (line != null && !line.startsWith("layer 8 of ")) {
                line = out.readLine();
            }
            unseal.toHandle().destroy();
            out.lines().forEach(rest -> {});
        }
        unseal.waitFor();
        assertEquals(
                "granary: interrupted; finished layers are kept. Run the same command to resume.\n",
                Files.readString(err));
        assertTrue(last(Cli.run("unseal", "--dir", small, "--out", again)).startsWith("unsealed "));
    }

    @Test
    void positionsAreAnsweredAsByThePackedDatabase() {
        assertEquals(
                Cli.run(probe(packed)).assertSuccess().out(),
                Cli.run(probe(small)).assertSuccess().out());
    }

    /** Returns the words that look up a board of the sealed layer. */
    private static Object[] probe(Object database) {
        return new Object[] {"probe", "--dir", database, 1, 2, 0, 0, 1, 2, 0, 3, 1, 0, 0, 1};
    }

    @Test
    void aSealedDatabaseIsVerifiedAndExported() throws IOException {
        assertTrue(last(Cli.run("verify", "--dir", small, "--checksums")).startsWith("read 12 layers: no errors"));
        assertTrue(Cli.run("verify", "--dir", small).assertSuccess().out().contains("verified 12 layers: no errors"));
        for (Path database : new Path[] {packed, small}) {
            Cli.run("export", "--dir", database, "--seeds", TOP, "--out", own.resolve(database.getFileName() + ".raw"))
                    .assertSuccess();
        }
        assertArrayEquals(Files.readAllBytes(own.resolve("packed.raw")), Files.readAllBytes(own.resolve("small.raw")));
    }

    @Test
    @Thorough
    void aDamagedLayerIsFoundAndReplacedFromASealedOrAPackedCopy() throws IOException {
        Path damaged = copy();
        byte[] whole = Files.readAllBytes(sealedFile(damaged));
        for (Path from : new Path[] {small, packed}) {
            BitFlip.flip(sealedFile(damaged), 8L * (whole.length / 2));
            assertTrue(Cli.run("verify", "--dir", damaged, "--checksums")
                    .assertFailure(1)
                    .contains(FileKind.SEALED.fileName(TOP)));
            Cli.run("verify", "--dir", damaged).assertFailure(1);
            assertTrue(Cli.run("build", "--dir", damaged, "--seeds", TOP, "--check")
                    .assertFailure(1)
                    .contains(FileKind.SEALED.fileName(TOP)));
            String report = Cli.run("repair", "--dir", damaged).assertSuccess().out();
            assertTrue(report.contains("will not list " + FileKind.SEALED.fileName(TOP)), report);
            assertTrue(report.endsWith("granary fetch COPY --dir " + damaged + "\n"), report);
            if (from.equals(small)) {
                Cli.run("fetch", from, "--dir", damaged).assertSuccess();
            } else {
                Cli.run("seal", "--dir", from, "--out", damaged).assertSuccess();
            }
            assertArrayEquals(whole, Files.readAllBytes(sealedFile(damaged)));
        }
    }

    @Test
    void aByteThatNothingReadsIsDamageToo() throws IOException {
        Path damaged = copy();
        byte[] whole = Files.readAllBytes(sealedFile(damaged));
        int model = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(128);
        int last = (2 * 4096 + model - 1) / 4096 * 4096 - 1;
        assertTrue(last >= 4096 + model, "something follows the model");
        BitFlip.flip(sealedFile(damaged), 8L * last);
        Files.delete(damaged.resolve(Manifest.FILE_NAME)); // whose digest would tell
        String report = Cli.run("repair", "--dir", damaged).assertSuccess().out();
        assertTrue(report.contains("byte " + last + ": expected 0 behind the model, found 1"), report);
    }

    @Test
    void repairSaysThatASealedLayerIsDamagedAndADryRunTellsScripts() throws IOException {
        Path damaged = copy();
        assertEquals(
                "nothing to repair: 12 files that are whole and belong together",
                last(Cli.run("repair", "--dir", damaged, "--dry-run")));
        BitFlip.flip(sealedFile(damaged), 8L * (Files.size(sealedFile(damaged)) / 2));
        Map<String, String> before = Databases.contents(damaged);
        Outcome dry = Cli.run("repair", "--dir", damaged, "--dry-run");
        String said = dry.out() + dry.assertFailure(1);
        assertTrue(said.contains("will not list " + FileKind.SEALED.fileName(TOP)), said);
        assertFalse(said.contains("nothing to repair"), said);
        assertEquals(before, Databases.contents(damaged));
    }

    private static Set<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    @Test
    void sealAndUnsealSayThatDistancesStayBehind() throws IOException {
        Path with = own.resolve("with");
        Cli.run("build", "--dir", with, "--pits", 3, "--seeds", 5, "--distances")
                .assertSuccess();
        for (String command : new String[] {"seal", "unseal"}) {
            assertEquals(
                    "the distances of layers 0 to 5 stay behind in " + with,
                    last(Cli.run(command, "--dir", with, "--out", own.resolve(command))));
        }
    }

    @Test
    void aBuildThatReadsSealedLayersIsRefusedBeforeItBegins() {
        for (Object[] build : new Object[][] {
            {"build", "--dir", small, "--seeds", TOP + 1}, {"build", "--dir", small, "--seeds", TOP, "--distances"}
        }) {
            Outcome outcome = Cli.run(build);
            String line = outcome.assertFailure(2);
            assertTrue(line.contains("layer 11 is sealed") && line.contains("granary unseal --dir " + small), line);
            assertEquals("", outcome.out());
        }
    }

    @Test
    void aLostManifestIsRecovered() throws IOException {
        Path damaged = copy();
        Map<String, String> whole = Databases.contents(damaged);
        Files.delete(damaged.resolve(Manifest.FILE_NAME));
        assertTrue(
                Cli.run("repair", "--dir", damaged, "--dry-run").out().contains("will list 12 files that are whole"));
        Cli.run("repair", "--dir", damaged).assertSuccess();
        assertEquals(whole, Databases.contents(damaged));
    }

    @Test
    void aSealedDatabaseIsReadFromAServerAndFetched() throws IOException {
        Path fetched = own.resolve("fetched");
        try (FileServer server = new FileServer(small)) {
            assertEquals(
                    Cli.run(probe(packed)).assertSuccess().out(),
                    Cli.run(probe(server.uri())).assertSuccess().out());
            Cli.run("fetch", server.uri(), "--dir", fetched).assertSuccess();
        }
        for (String file : new String[] {Manifest.FILE_NAME, FileKind.SEALED.fileName(TOP)}) {
            assertArrayEquals(Files.readAllBytes(small.resolve(file)), Files.readAllBytes(fetched.resolve(file)));
        }
    }

    @Test
    void whatCannotBeSealedIsRefused() throws IOException {
        assertTrue(Cli.run("seal", "--dir", packed, "--out", packed)
                .assertFailure(2)
                .contains("another directory"));
        assertTrue(Cli.run("unseal", "--dir", small, "--out", own, "--layers", "3..5")
                .assertFailure(2)
                .contains("from layer 0 on"));
    }
}
