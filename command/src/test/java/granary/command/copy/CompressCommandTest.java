package granary.command.copy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.builder.testing.Uninterrupted;
import granary.command.testing.Cli;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.games.chain.Chain;
import granary.statistics.StatisticsFiles;
import granary.testing.BitFlip;
import granary.testing.FileServer;
import granary.testing.Outcome;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a database with distances whose layers from 17 on are compressed. */
class CompressCommandTest {
    private static final int TOP = 20;

    @TempDir
    private static Path shared;

    @TempDir
    private Path own;

    private static Path packed;
    private static Path small;
    private static String compression;

    @BeforeAll
    static void compress() throws IOException {
        packed = shared.resolve("packed");
        small = shared.resolve("small");
        Databases.buildWithDistances(packed, new Awari(3, RuleSet.ABAPA), TOP);
        compression = Cli.run("compress", "--dir", packed, "--out", small).printed();
    }

    @Test
    void statisticsAreCopiedToo() throws IOException {
        Path from = own.resolve("from");
        Databases.build(from, new Awari(3, RuleSet.STRICT), 4, 1);
        String name = StatisticsFiles.name(3);
        Files.writeString(from.resolve(name), "counted");
        Cli.run("compress", "--dir", from, "--out", own.resolve("to")).assertSuccess();
        assertEquals("counted", Files.readString(own.resolve("to").resolve(name)));
    }

    @Test
    void aRefusalMakesNoDirectory() throws IOException {
        Path from = own.resolve("chain");
        Databases.build(from, new Chain(true), 3, 1);
        Cli.run("compress", "--dir", from, "--out", own.resolve("to"))
                .assertFailure(2, "only awari can be compressed, with at most 6 pits a side, not chain rules=direct");
        assertFalse(Files.exists(own.resolve("to")));
    }

    @Test
    void aCopyInsideADatabaseIsRefused() throws IOException {
        Map<String, String> before = Databases.contents(packed);
        for (String command : new String[] {"compress", "decompress"}) {
            for (Path from : new Path[] {packed, small}) {
                Path out = packed.resolve("new").resolve("copy");
                Cli.run(command, "--dir", from, "--out", out)
                        .assertFailure(2, out + " is inside the database " + packed.toRealPath());
            }
        }
        assertEquals(before, Databases.contents(packed));
    }

    private static String last(Outcome outcome) {
        return outcome.assertSuccess().lines().getLast();
    }

    private static Path compressedFile(Path directory) {
        return directory.resolve(FileKind.COMPRESSED.fileName(TOP));
    }

    /** Copies the compressed database, to be damaged. */
    private Path copy() throws IOException {
        Path copy = Files.createDirectory(own.resolve("copy"));
        Uninterrupted.copy(small, copy);
        return copy;
    }

    @Test
    void itSaysWhatItSavesAndWhatIsCompressed() {
        assertTrue(compression.lines().toList().getLast().matches("compressed .* to .*%"), compression);
        Cli.run("info", "--dir", small).printed(" positions, " + FileKind.COMPRESSED.fileName(TOP) + ", ");
        assertTrue(last(Cli.run("compress", "--dir", packed, "--out", small)).startsWith("nothing to do"));
    }

    @Test
    void decompressingMakesThePackedDatabaseAgain() throws IOException {
        Path again = own.resolve("again");
        assertTrue(last(Cli.run("decompress", "--dir", small, "--out", again)).startsWith("decompressed "));
        assertEquals(Databases.contents(packed), Databases.contents(again));
        assertTrue(last(Cli.run("decompress", "--dir", small, "--out", again)).startsWith("nothing to do"));
        Path copy = own.resolve("copy");
        assertTrue(last(Cli.run("decompress", "--dir", packed, "--out", copy))
                .endsWith("; none of the layers is compressed"));
    }

    @Test
    void interruptedDecompressionSaysHowToResume() throws IOException, InterruptedException {
        Path again = own.resolve("again");
        Outcome outcome = Cli.interrupted(" layer 0 of ", "decompress", "--dir", small, "--out", again);
        assertEquals(
                "granary: interrupted; finished layers are kept. Run the same command to resume.\n", outcome.err());
        assertTrue(last(Cli.run("decompress", "--dir", small, "--out", again)).startsWith("decompressed "));
    }

    /** Returns the words that look up a board of the compressed layer. */
    private static Object[] probe(Object database) {
        return new Object[] {"probe", "--dir", database, 1, 2, 0, 5, 8, 4};
    }

    @Test
    @Thorough
    void damagedLayerIsReplacedFromCompressedOrPackedCopy() throws IOException {
        Path damaged = copy();
        byte[] whole = Files.readAllBytes(compressedFile(damaged));
        for (Path from : new Path[] {small, packed}) {
            BitFlip.flip(compressedFile(damaged), 8L * (whole.length / 2));
            Cli.run("verify", "--dir", damaged, "--checksums").assertFailure(1, FileKind.COMPRESSED.fileName(TOP));
            Cli.run("verify", "--dir", damaged).assertFailure(1);
            String report = Cli.run("repair", "--dir", damaged).printed();
            assertTrue(report.contains("will not list " + FileKind.COMPRESSED.fileName(TOP)), report);
            assertTrue(report.endsWith("granary fetch COPY --dir " + damaged + "\n"), report);
            if (from.equals(small)) {
                Cli.run("fetch", from, "--dir", damaged).assertSuccess();
            } else {
                Cli.run("compress", "--dir", from, "--out", damaged).assertSuccess();
            }
            assertArrayEquals(whole, Files.readAllBytes(compressedFile(damaged)));
        }
    }

    @Test
    void aByteThatNothingReadsIsDamageToo() throws IOException {
        Path damaged = copy();
        byte[] whole = Files.readAllBytes(compressedFile(damaged));
        int model = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(128);
        int last = (2 * 4096 + model - 1) / 4096 * 4096 - 1;
        assertTrue(last >= 4096 + model, "something follows the model");
        BitFlip.flip(compressedFile(damaged), 8L * last);
        Files.delete(damaged.resolve(Manifest.FILE_NAME)); // whose digest would tell
        Cli.run("repair", "--dir", damaged).printed("byte " + last + ": expected 0 behind the model, found 1");
    }

    @Test
    void repairReportsDamagedCompressedLayerAlsoInDryRun() throws IOException {
        Path damaged = copy();
        assertEquals(
                "nothing to repair: 42 files that are whole and belong together",
                last(Cli.run("repair", "--dir", damaged, "--dry-run")));
        BitFlip.flip(compressedFile(damaged), 8L * (Files.size(compressedFile(damaged)) / 2));
        Map<String, String> before = Databases.contents(damaged);
        Outcome dry = Cli.run("repair", "--dir", damaged, "--dry-run");
        String said = dry.out() + dry.assertFailure(1);
        assertTrue(said.contains("will not list " + FileKind.COMPRESSED.fileName(TOP)), said);
        assertFalse(said.contains("nothing to repair"), said);
        assertEquals(before, Databases.contents(damaged));
    }

    @Test
    void layersTo16StayPackedAndDistancesAreCopied() {
        for (int layer = 0; layer <= TOP; layer++) {
            FileKind kind = layer > 16 ? FileKind.COMPRESSED : FileKind.SCORES;
            assertTrue(Files.exists(small.resolve(kind.fileName(layer))), kind.fileName(layer));
            assertEquals(layer <= 16, Files.exists(small.resolve(Manifest.fileName(layer))));
            assertTrue(Files.exists(small.resolve(FileKind.DISTANCES.fileName(layer))));
        }
    }

    @Test
    void workOnWholeCompressedLayersSaysHowToDecompressThem() throws IOException {
        Path without = copy();
        Files.delete(without.resolve(FileKind.DISTANCES.fileName(TOP)));
        Path out = own.resolve("out");
        for (Object[] work : new Object[][] {
            {"build", "--dir", small, "--seeds", TOP + 1},
            {"build", "--dir", without, "--seeds", TOP, "--distances"},
            {"verify", "--dir", small, "--exhaustive"},
            {"verify", "--dir", small, "--prove"},
            {"stats", "--dir", small},
            {"plot", "--dir", small, "--out", out},
            {"export", "--dir", small, "--layers", TOP, "--out", out},
            {"compress", "--dir", small, "--out", out}
        }) {
            Outcome outcome = Cli.run(work);
            String line = outcome.assertFailure(2);
            assertTrue(
                    line.matches("granary: layers? .* compressed, and this reads whole layers; decompress .*"), line);
            assertTrue(line.endsWith("granary decompress --dir " + work[2] + " --out PACKED"), line);
            assertEquals("", outcome.out());
        }
        Cli.run("stats", "--dir", small, "--layers", "0..16").assertSuccess();
        Cli.run("export", "--dir", small, "--layers", "0..16", "--out", out).assertSuccess();
        Path distances = own.resolve("distances");
        Cli.run("export", "--dir", small, "--layers", TOP, "--out", distances, "--distances")
                .assertSuccess();
    }

    @Test
    void aVerificationSaysThatItCheckedFilesAndNotScores() {
        assertEquals(
                "read 21 layers: no errors; this checked files, not scores", last(Cli.run("verify", "--dir", small)));
        assertTrue(last(Cli.run("verify", "--dir", small, "--layers", "0..16"))
                .startsWith("verified 17 layers: no errors"));
    }

    @Test
    void aDirectoryIsNotPackedAndCompressed() throws IOException {
        Path compressed = copy();
        assertTrue(Cli.run("decompress", "--dir", small, "--out", compressed)
                .assertFailure(2)
                .endsWith("holds layer 17 compressed; decompress into an empty directory"));
        assertTrue(Cli.run("fetch", packed, "--dir", compressed)
                .assertFailure(1)
                .endsWith("holds layer 17 compressed; fetch into an empty directory"));
        Path whole = own.resolve("whole");
        Cli.run("fetch", packed, "--dir", whole).assertSuccess();
        assertTrue(Cli.run("compress", "--dir", packed, "--out", whole)
                .assertFailure(2)
                .endsWith("holds layer 17 packed; compress into an empty directory"));
        assertTrue(Cli.run("fetch", small, "--dir", whole)
                .assertFailure(1)
                .endsWith("holds layer 17 packed; fetch into an empty directory"));
    }

    @Test
    void aLostManifestIsRecovered() throws IOException {
        Path damaged = copy();
        Map<String, String> whole = Databases.contents(damaged);
        Files.delete(damaged.resolve(Manifest.FILE_NAME));
        assertTrue(
                Cli.run("repair", "--dir", damaged, "--dry-run").out().contains("will list 42 files that are whole"));
        Cli.run("repair", "--dir", damaged).assertSuccess();
        assertEquals(whole, Databases.contents(damaged));
    }

    @Test
    void aCompressedDatabaseIsReadAlsoFromAServerAndFetched() throws IOException {
        Path fetched = own.resolve("fetched");
        assertEquals(Cli.run(probe(packed)).printed(), Cli.run(probe(small)).printed());
        try (FileServer server = new FileServer(small)) {
            assertEquals(
                    Cli.run(probe(packed)).printed(),
                    Cli.run(probe(server.uri())).printed());
            Cli.run("fetch", server.uri(), "--dir", fetched).assertSuccess();
        }
        for (String file : new String[] {Manifest.FILE_NAME, FileKind.COMPRESSED.fileName(TOP)}) {
            assertArrayEquals(Files.readAllBytes(small.resolve(file)), Files.readAllBytes(fetched.resolve(file)));
        }
    }

    @Test
    void unsuitableCopiesAreRefused() throws IOException {
        Cli.run("compress", "--dir", packed, "--out", packed).assertFailure(2, "another directory");
        Cli.run("decompress", "--dir", small, "--out", own, "--layers", "3..5").assertFailure(2, "from layer 0 on");
        Path chain = own.resolve("chain");
        Cli.run("build", "--dir", chain, "--game", "chain", "--chips", 3).assertSuccess();
        Cli.run("compress", "--dir", chain, "--out", own.resolve("out")).assertMistake("only awari can be compressed");
        assertFalse(Files.exists(own.resolve("out")));
    }
}
