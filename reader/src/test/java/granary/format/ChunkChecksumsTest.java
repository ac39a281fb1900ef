package granary.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.plain.LayerFile;
import granary.storage.Storage;
import granary.testing.ArrayStorage;
import granary.testing.TestRandom;
import granary.testing.Threads;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each chunk is compared with its checksum, and once. */
class ChunkChecksumsTest {
    private static final int CHUNKS = 3 * Long.SIZE;
    /** Its groups, of five values in four bytes, fill a chunk. */
    private static final int RADIX = 83;

    private static final int IN_CHUNK = LayerHeader.CHUNK_LENGTH / 4 * 5;
    private static final long POSITIONS = (long) CHUNKS * IN_CHUNK - 20;

    private static final LayerHeader HEADER =
            new LayerHeader(FileKind.SCORES, "a game", 1, POSITIONS, 0, Packing.of(0, RADIX - 1), FileDigest.NONE);
    private static byte[] file;

    private Runnable onRead = () -> {};
    private final AtomicIntegerArray reads = new AtomicIntegerArray(CHUNKS);
    private final LayerTable table = table();

    @BeforeAll
    static void write() {
        assertEquals(CHUNKS, HEADER.chunks());
        byte[] bytes = new byte[(int) HEADER.fileLength()];
        TestRandom.create().nextBytes(bytes);
        System.arraycopy(HEADER.toBytes(), 0, bytes, 0, LayerHeader.LENGTH);
        file = LayerFile.sign(bytes);
    }

    /** Counts how often each chunk is read. */
    private LayerTable table() {
        ArrayStorage bytes = new ArrayStorage(file);
        Storage counting = new Storage() {
            @Override
            public long length() {
                return bytes.length();
            }

            @Override
            public long getLong(long offset) {
                return bytes.getLong(offset);
            }

            @Override
            public void read(long offset, byte[] target, int at, int count) {
                reads.incrementAndGet((int) ((offset - LayerHeader.LENGTH) / LayerHeader.CHUNK_LENGTH));
                bytes.read(offset, target, at, count);
                onRead.run();
            }
        };
        return new PackedTable(counting, HEADER, new ChunkChecksums("layer", counting, HEADER, false));
    }

    private void assertReads(int expected) {
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            assertEquals(expected, reads.get(chunk), "chunk " + chunk);
        }
    }

    private static long rank(int chunk) {
        return Math.min(POSITIONS - 1, (long) chunk * IN_CHUNK + chunk);
    }

    private static int value(long rank) {
        ByteBuffer groups = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        long group = Integer.toUnsignedLong(groups.getInt(LayerHeader.LENGTH + (int) (rank / 5 * 4)));
        for (int digit = (int) (rank % 5); digit > 0; digit--) {
            group /= RADIX;
        }
        return (int) (group % RADIX);
    }

    @Test
    void aChunkIsReadWhenItIsFirstUsedAndThenNeverAgain() {
        int[] values = new int[(int) POSITIONS];
        Random random = TestRandom.create();
        for (int i = 0; i < 2 * CHUNKS; i++) {
            int chunk = random.nextInt(CHUNKS);
            int before = reads.get(chunk);
            switch (random.nextInt(3)) {
                case 0 -> table.value(rank(chunk));
                case 1 -> table.values(rank(chunk), 1, values, 0);
                default -> table.values(new long[] {rank(chunk)}, 0, 1, new long[1], new long[1], values, 0);
            }
            assertEquals(1, reads.get(chunk), before == 0 ? "unread" : "read again");
        }
        table.check(0, POSITIONS);
        assertReads(1);
        table.values(0, values.length, values, 0);
        assertReads(1);
        for (int i = 0; i < values.length; i++) {
            assertEquals(value(i), values[i]);
        }
    }

    @Test
    void aRangeReadsNoChunkThatItDoesNotTouch() {
        int length = IN_CHUNK;
        table.check(5L * length - 1, length + 2);
        table.check(9L * length, length);
        table.check(7, 0);
        int[] expected = new int[CHUNKS];
        Arrays.fill(expected, 4, 7, 1);
        expected[9] = 1;
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            assertEquals(expected[chunk], reads.get(chunk), "chunk " + chunk);
        }
    }

    @Test
    void threadsThatReadChunksAtTheSameTimeDoNotMixThemUp() throws Exception {
        int threads = 3;
        CyclicBarrier all = new CyclicBarrier(threads);
        onRead = () -> {
            try {
                all.await(60, TimeUnit.SECONDS); // when each has read its chunk, and none has compared it
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
        for (int first = 0; first < CHUNKS; first += threads) {
            int chunk = first;
            Threads.run(threads, thread -> {
                long rank = rank(chunk + thread);
                assertEquals(value(rank), table.value(rank));
            });
        }
    }
}
