package granary.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import granary.error.DamagedFileException;
import granary.format.CompressedHeader;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.storage.Prefetch;
import granary.storage.Storage;
import granary.testing.FileServer.Answer;
import granary.testing.FileServer.Asked;
import granary.testing.TestRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests, and sections in memory, at the limits of sizes. */
class HttpStorageEdgesTest extends ServedFileTest {
    private static final int END = START + 20 * SECTION;

    private byte[] bytes;

    /** Writes a file and its manifest, and returns the server's files. */
    private HttpSource write(FileKind kind, int length, HttpOptions options) throws IOException {
        bytes = new byte[length];
        TestRandom.create().nextBytes(bytes);
        for (int section = 0; section < 20 && length > END; section++) {
            System.arraycopy(bytes, START + section * SECTION, bytes, TABLE + section * Long.BYTES, Long.BYTES);
        }
        write(kind, bytes);
        return remote(options);
    }

    private Storage plain(int length, HttpOptions options) throws IOException {
        return write(FileKind.SCORES, length, options).open(FileKind.SCORES.fileName(0));
    }

    /** Which step with a section fails, once. */
    enum Step {
        ASKING,
        CHECKING,
        ASKING_AGAIN
    }

    /** Sections whose first eight bytes stand in the table. */
    private static final class FirstBytes extends Table {
        private final Storage plain;
        private Step broken;
        private int asked;

        FirstBytes(Storage plain) {
            super(END);
            this.plain = plain;
        }

        private synchronized void pass(Step step) {
            if (step == broken) {
                broken = null;
                throw new UncheckedIOException(new IOException("a test"));
            }
        }

        @Override
        public long checksumAt(long section) {
            pass(asked++ == 0 ? Step.ASKING : Step.ASKING_AGAIN);
            return super.checksumAt(section);
        }

        @Override
        public void checkSection(long section, byte[] found, int at, int length) {
            pass(Step.CHECKING);
            long first = ByteBuffer.wrap(found).order(ByteOrder.LITTLE_ENDIAN).getLong(at);
            if (plain.getLong(TABLE + section * Long.BYTES) != first) {
                throw new DamagedFileException("a test", at, "its checksum", "another", "a test");
            }
        }
    }

    private Storage checked(HttpOptions options) throws IOException {
        Storage plain = plain(END + 3 * PAGE, options);
        return plain.checking(new FirstBytes(plain));
    }

    /** Damages the first answers that begin at an offset. */
    private void damage(int from, int answers) {
        AtomicInteger left = new AtomicInteger(answers);
        server.setFault((request, answer) -> {
            byte[] body = answer.body().clone();
            body[0] ^= (byte) (request.from() == from && left.getAndDecrement() > 0 ? 1 : 0);
            return answer.withBody(body);
        });
    }

    @Test
    void sectionsThatWereUsedSinceTheyWereConsideredStay() throws IOException {
        Storage storage = plain(6 * PAGE, HttpOptions.DEFAULT.withMemory(4 * PAGE));
        for (int page = 0; page < 4; page++) {
            storage.getLong((long) page * PAGE);
        }
        assertFalse(storage.lacks(0, 4 * PAGE), "as many as there is room for");
        storage.getLong(4 * PAGE);
        assertTrue(storage.lacks(0, 1), "all were used, and the first goes");
        storage.getLong(PAGE);
        storage.getLong(5 * PAGE);
        assertFalse(storage.lacks(PAGE, 1));
        assertTrue(storage.lacks(2 * PAGE, 1));
    }

    @Test
    void aSectionThatIsLargerThanTheMemoryIsRead() throws IOException {
        Storage storage = plain(2 * PAGE, HttpOptions.DEFAULT.withMemory(1));
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at : new int[] {0, PAGE - 4, PAGE, 8}) {
            assertEquals(file.getLong(at), storage.getLong(at));
        }
    }

    @Test
    void aNumberThatLiesInASectionInMemoryIsReadWithoutAllocation() throws IOException {
        Storage storage = checked(HttpOptions.DEFAULT);
        Prefetch.await(storage.fetch(List.of(new Prefetch.Range(START, END - START))));
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int at : new int[] {START, START + SECTION - 9, START + SECTION - 8, START + SECTION, END - 8}) {
            assertEquals(file.getLong(at), storage.getLong(at));
            // A round may fall together with what the virtual machine does for itself: the least of them counts.
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 10 && least > 0; round++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                storage.getLong(at);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertEquals(0, least, "bytes at " + at);
        }
    }

    /** Files whose numbers of bytes, and then of sections, exceed an int. */
    @Test
    void aFileOfTwoTebibytesIsReadAnywhere() throws IOException {
        long length = 1L << 41;
        list(FileKind.SCORES, length);
        server.setFault((request, answer) -> request.isRange() ? made(request, length) : answer);
        Storage storage = remote(HttpOptions.DEFAULT).open(FileKind.SCORES.fileName(0));
        for (long at : new long[] {(1L << 31) - 8, 1L << 31, (3L << 30) + 8, 1L << 40, length - 8}) {
            assertEquals(at, storage.getLong(at));
        }
        assertEquals(
                List.of((1L << 31) - PAGE, 1L << 31, 3L << 30, 1L << 40, length - PAGE),
                server.takeAsked().stream().map(Asked::from).toList());
    }

    /** Returns bytes of a file in which each number is its own offset. */
    private static Answer made(Asked request, long length) {
        ByteBuffer part = ByteBuffer.allocate(request.length()).order(ByteOrder.LITTLE_ENDIAN);
        while (part.hasRemaining()) {
            part.putLong(request.from() + part.position());
        }
        String range = "bytes " + request.from() + "-" + (request.from() + request.length() - 1) + "/" + length;
        return new Answer(206, part.array(), request.length(), range, "\"1\"", null);
    }

    @Test
    void noMoreIsAskedForThanIsRead() throws IOException {
        Storage storage = plain(MEBIBYTE + 3 * PAGE, HttpOptions.DEFAULT);
        byte[] target = new byte[MEBIBYTE];
        storage.read(9, target, 0, 0);
        assertEquals(List.of(), server.takeAsked());
        storage.read(9, target, 0, MEBIBYTE);
        assertArrayEquals(Arrays.copyOfRange(bytes, 9, MEBIBYTE + 9), target);
        String name = FileKind.SCORES.fileName(0);
        assertEquals(List.of(new Asked(name, 9, MEBIBYTE, false)), server.takeAsked());
        storage.read(PAGE, target, 0, PAGE);
        assertFalse(storage.lacks(PAGE, PAGE), "a page is kept");
    }

    @Test
    void whatIsBehindTheSectionsIsFetchedWhenItIsWanted() throws IOException {
        Storage storage = checked(HttpOptions.DEFAULT);
        Prefetch.await(storage.fetch(List.of(new Prefetch.Range(END - SECTION, SECTION))));
        assertTrue(storage.lacks(END, 1));
        Prefetch.await(storage.fetch(List.of(new Prefetch.Range(END - 1, 2))));
        assertFalse(storage.lacks(END - 1, 2));
        assertTrue(storage.lacks(END, 2 * PAGE) && storage.lacks(END + PAGE, 1));
        storage.getLong(0); // before the sections
        assertFalse(storage.lacks(0, 8) || storage.lacks(PAGE - 8, 8));
        assertTrue(storage.lacks(0, START + 1) && storage.lacks(START, 1));
        Prefetch.await(storage.fetch(List.of(new Prefetch.Range(START, END - START))));
        assertFalse(storage.lacks(START, END - START));
        assertTrue(storage.lacks(END + PAGE, 1));
        storage.renew(START, SECTION);
        assertTrue(storage.lacks(START, 1));
        assertFalse(storage.lacks(START + SECTION, 1), "its neighbour was not damaged");
    }

    @Test
    void sectionsAndTheirChecksumsAreAskedForAtOnce() throws IOException {
        Storage storage = checked(HttpOptions.DEFAULT);
        CountDownLatch missing = new CountDownLatch(2);
        server.setFault((request, answer) -> {
            missing.countDown();
            return missing.await(20, TimeUnit.SECONDS) ? answer : answer.withStatus(403);
        });
        byte[] target = new byte[5 * SECTION];
        storage.read(START, target, 0, target.length);
        assertArrayEquals(Arrays.copyOfRange(bytes, START, START + target.length), target);
        assertEquals(2, server.takeAsked().size());
    }

    @ParameterizedTest
    @EnumSource
    void aSectionThatCouldNotBeHadIsAskedForAgain(Step step) throws IOException {
        Storage plain = plain(END + 3 * PAGE, HttpOptions.DEFAULT);
        FirstBytes table = new FirstBytes(plain);
        Storage storage = plain.checking(table);
        damage(START, step == Step.ASKING_AGAIN ? 1 : 0);
        table.broken = step;
        assertThrows(UncheckedIOException.class, () -> storage.getLong(START));
        long expected = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(START);
        assertEquals(expected, storage.getLong(START));
    }

    /** Those that wait are sent when others are answered. */
    @Test
    void noMoreThanSixtyFourRequestsAreUnderWayAtATime() throws IOException {
        Storage storage = plain(200 * PAGE, HttpOptions.DEFAULT);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        server.setFault((request, answer) -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            TimeUnit.MILLISECONDS.sleep(300); // for those that ought to wait, and come if they do not
            now.decrementAndGet();
            return answer;
        });
        Prefetch.await(storage.fetch(IntStream.range(0, 100)
                .mapToObj(i -> new Prefetch.Range(2L * i * PAGE, 1))
                .toList()));
        assertTrue(most.get() > 1 && most.get() <= 64, most + " at a time");
        assertFalse(IntStream.range(0, 100).anyMatch(i -> storage.lacks(2L * i * PAGE, 1)));
    }

    @ParameterizedTest
    @EnumSource(names = {"SCORES", "COMPRESSED"})
    void aPreparedFileIsAtHandAtBothEnds(FileKind kind) throws IOException {
        int length = 3 * MEBIBYTE + 5;
        HttpSource source = write(kind, length, HttpOptions.DEFAULT);
        source.prepare(List.of(kind.fileName(0)));
        Storage storage = source.open(kind.fileName(0));
        long table = kind == FileKind.COMPRESSED
                ? CompressedHeader.directoryBytes(length)
                : LayerHeader.checksumBytes(length);
        assertFalse(storage.lacks(0, LayerHeader.LENGTH) || storage.lacks(length - table, table));
        assertTrue(storage.lacks(LayerHeader.LENGTH, 1) && storage.lacks(length - 2 * PAGE - table, 1));
    }

    /** A table of checksums of 64 KiB and a directory of 1 MiB are read with the header; of a longer directory its index. */
    @ParameterizedTest
    @CsvSource({
        "SCORES, 1073811456, 65536",
        "SCORES, 1073811457, 0",
        "COMPRESSED, 1073475584, 1048576",
        "COMPRESSED, 1073479680, 4096",
    })
    void ofALongFileNoMoreIsPreparedThanIsAtHandSoon(FileKind kind, long length, int end) throws IOException {
        list(kind, length);
        server.setFault((request, answer) -> request.isRange() ? made(request, length) : answer);
        remote(HttpOptions.DEFAULT).prepare(List.of(kind.fileName(0)));
        String name = kind.fileName(0);
        Asked header = new Asked(name, 0, LayerHeader.LENGTH, false);
        assertEquals(
                end == 0 ? Set.of(header) : Set.of(header, new Asked(name, length - end, end, false)),
                Set.copyOf(server.takeAsked()));
    }
}
