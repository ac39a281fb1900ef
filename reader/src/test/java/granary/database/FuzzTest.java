package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.compressed.CompressedTable;
import granary.database.OpenOptions.Check;
import granary.error.DatabaseException;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.MemorySource;
import granary.testing.TestDatabase;
import granary.testing.TestRandom;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mutated files, through the storage seam: whatever the bytes, opening and looking up ends with a score in range or one
 * of the documented exceptions, and takes no more memory than the file is long, or a message.
 *
 * <p>{@code -Dgranary.fuzz=10000000} sets the number of mutations; the default is small.
 */
final class FuzzTest {
    private static final int MUTATIONS = Integer.getInteger("granary.fuzz", 50_000);
    private static final Game GAME = new Awari(6, RuleSet.OLYMPIAD);
    private static final int LAYER = 9;
    private static final int LAST_HEADER_FIELD = LayerHeader.LENGTH - Integer.BYTES;
    /** The first exception of each type loads classes. */
    private static final int WARM_UP = 1000;
    /** The most bytes of an exception with its message, which is more than the shortest files have. */
    private static final long MESSAGE = 1 << 14;

    private static final String PATH = "mutated";

    private final Random random = TestRandom.create();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void aMutatedLayerGivesScoresInRangeOrADocumentedException() {
        byte[] whole = TestDatabase.layerFile(GAME, LAYER, FileDigest.NONE);
        byte[] bytes = whole.clone();
        int refused = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] file = random.nextInt(20) == 0 ? ofOtherLength(whole) : bytes;
            mutate(file);
            long before = threads.getCurrentThreadAllocatedBytes();
            try {
                read(file);
            } catch (DatabaseException e) {
                refused++;
            }
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            if (i >= WARM_UP) {
                assertTrue(allocated <= Math.max(file.length, MESSAGE), "mutation " + i + ": " + allocated + " bytes");
            }
            System.arraycopy(whole, 0, bytes, 0, whole.length);
        }
        assertTrue(refused > MUTATIONS / 2 && refused < MUTATIONS, refused + " of " + MUTATIONS + " refused");
    }

    private byte[] ofOtherLength(byte[] whole) {
        return Arrays.copyOf(whole, random.nextInt(whole.length + 100));
    }

    /** Changes some bytes; mostly mends the header's checksum, so that what lies behind that check is reached. */
    private void mutate(byte[] file) {
        if (file.length == 0) {
            return;
        }
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            // The fields stand in the first bytes and after 1024; the rest of the header is zeros.
            int at = switch (random.nextInt(4)) {
                case 0 -> random.nextInt(128);
                case 1 -> 1024 + random.nextInt(64);
                default -> random.nextInt(file.length);
            };
            at = Math.min(at, file.length - 1);
            file[at] = switch (random.nextInt(4)) {
                case 0 -> (byte) (file[at] ^ 1 << random.nextInt(8));
                case 1 -> 0;
                case 2 -> -1;
                default -> (byte) random.nextInt(256);
            };
        }
        if (file.length >= LayerHeader.LENGTH && random.nextInt(8) != 0) {
            CRC32C crc = new CRC32C();
            crc.update(file, 0, LAST_HEADER_FIELD);
            ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(LAST_HEADER_FIELD, (int) crc.getValue());
        }
    }

    private static LayerFile open(byte[] file, Game game, FileKind kind) {
        return LayerFile.open(new MemorySource(Map.of(kind.fileName(LAYER), file)), game, kind, LAYER);
    }

    private void read(byte[] file) {
        LayerFile layer = open(file, GAME, FileKind.SCORES);
        LayerTable table = layer.table(Check.HEADER, lower -> null);
        for (int i = 0; i < 8; i++) {
            long rank = i == 0 ? table.positions() - 1 : random.nextInt((int) table.positions());
            int score = table.value(rank);
            assertTrue(score >= -LAYER && score <= LAYER, "score " + score);
        }
        layer.checksums().checkAll();
    }

    /** Without checksums what the decoder reads is mutated, too. */
    @Test
    void mutatedCompressedLayerGivesScoresOrDocumentedErrors(@TempDir Path directory) throws IOException {
        Awari game = new Awari(3, RuleSet.STRICT);
        TestDatabase.write(directory, game, LAYER);
        int refused = 0;
        try (Database packed = Database.open(directory)) {
            byte[] whole = CompressedLayers.of(directory, 8, LAYER).bytes();
            for (int i = 0; i < MUTATIONS / 10; i++) {
                byte[] file = random.nextInt(20) == 0 ? ofOtherLength(whole) : whole.clone();
                mutate(file);
                try {
                    readCompressed(file, game, packed);
                } catch (DatabaseException e) {
                    refused++;
                }
            }
        }
        assertTrue(
                refused > MUTATIONS / 40 && refused < MUTATIONS / 10, refused + " of " + MUTATIONS / 10 + " refused");
    }

    private void readCompressed(byte[] file, Awari game, Database packed) {
        LayerFile compressed = open(file, game, FileKind.COMPRESSED);
        CompressedTable[] own = new CompressedTable[1];
        own[0] = compressed.compressedTable(
                random.nextBoolean(), layer -> layer == LAYER ? own[0] : packed.table(layer));
        for (int i = 0; i < 8; i++) {
            int score = own[0].value(i == 0 ? own[0].positions() - 1 : random.nextInt((int) own[0].positions()));
            assertTrue(score >= -LAYER && score <= LAYER, "score " + score);
        }
        own[0].checkAll();
    }

    @Test
    void aMutatedManifestIsReadOrRefusedWithADocumentedException() {
        byte[] whole = Manifest.empty("awari", GAME.parameters())
                .with(FileKind.SCORES, 0, new Manifest.Entry(4116, "0".repeat(64)))
                .with(FileKind.SCORES, 1, new Manifest.Entry(4116, "1".repeat(64)))
                .with(FileKind.DISTANCES, 1, new Manifest.Entry(4116, "2".repeat(64)))
                .toBytes();
        int end = new String(whole, StandardCharsets.ISO_8859_1).lastIndexOf("checksum ");
        int refused = 0;
        for (int i = 0; i < MUTATIONS / 10; i++) {
            byte[] bytes = whole.clone();
            int changes = 1 + random.nextInt(3);
            for (int k = 0; k < changes; k++) {
                bytes[random.nextInt(bytes.length)] =
                        random.nextBoolean() ? (byte) random.nextInt(256) : whole[random.nextInt(whole.length)];
            }
            if (random.nextInt(8) != 0) {
                CRC32C crc = new CRC32C();
                crc.update(bytes, 0, end);
                byte[] line = String.format("checksum %08x%n", crc.getValue()).getBytes(StandardCharsets.US_ASCII);
                System.arraycopy(line, 0, bytes, end, line.length);
            }
            try {
                Manifest manifest = Manifest.parse(PATH, bytes);
                assertEquals(manifest, Manifest.parse(PATH, manifest.toBytes()));
            } catch (DatabaseException e) {
                refused++;
            }
        }
        assertTrue(refused > 0 && refused < MUTATIONS / 10, refused + " refused");
    }
}
