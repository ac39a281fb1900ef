package granary.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Listing;
import granary.error.DamagedFileException;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.CheckedSections;
import granary.storage.Prefetch;
import granary.storage.Storage;
import granary.testing.FileServer;
import granary.testing.FileServer.Answer;
import granary.testing.FileServer.Asked;
import granary.testing.TestRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes of a file on a web server, with checksums of its sections and without. The file is made up: a table, sections, and more. */
@Timeout(60)
class HttpStorageTest {
    private static final int PAGE = 1 << 12;
    private static final int MEBIBYTE = 1 << 20;
    private static final int TABLE = 16;
    private static final int START = 5000;
    private static final int SECTION = 1 << 13;
    private static final int SECTIONS = 140;
    /** The last section is short. */
    private static final int END = START + SECTIONS * SECTION + 77;

    private static final int LENGTH = END + 3 * PAGE + 5;

    private static final String NAME = FileKind.SCORES.fileName(0);

    @TempDir
    private Path directory;

    private final Random random = TestRandom.create();
    private final byte[] bytes = new byte[LENGTH];
    private final ByteBuffer numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private FileServer server;

    @BeforeEach
    void write() throws IOException {
        random.nextBytes(bytes);
        for (int section = 0; START + section * SECTION < END; section++) {
            numbers.putLong(TABLE + section * Long.BYTES, checksum(bytes, START + section * SECTION, length(section)));
        }
        Files.write(directory.resolve(NAME), bytes);
        list(FileKind.SCORES, LENGTH);
        server = new FileServer(directory);
    }

    @AfterEach
    void end() {
        server.close();
    }

    /** Writes a manifest that lists a file, which need not be there. */
    private void list(FileKind kind, long length) throws IOException {
        Game game = new Awari(6, RuleSet.STRICT);
        Manifest manifest = Manifest.empty(game.type().id(), game.parameters())
                .with(kind, 0, new Manifest.Entry(length, "0".repeat(64)));
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
    }

    private static int length(long section) {
        return (int) Math.min(SECTION, END - START - section * SECTION);
    }

    private static long checksum(byte[] bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, at, length);
        return crc.getValue();
    }

    /** Returns the server's files; the manifest was read and nothing else. */
    private HttpSource remote(HttpOptions options) {
        HttpSource remote = new HttpSource(server.uri(), options);
        new Listing(remote).manifest();
        server.takeAsked();
        return remote;
    }

    private Storage open(long memory) {
        HttpOptions options = new HttpOptions(memory, HttpOptions.DEFAULT.timeout(), HttpOptions.DEFAULT.pause());
        try {
            return remote(options).open(NAME);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Storage open() {
        return open(64 * MEBIBYTE);
    }

    /** Which step with a section fails, once. */
    enum Step {
        ASKING,
        CHECKING,
        ASKING_AGAIN
    }

    /** The sections, and where their checksums stand in the table. */
    private static final class Table implements CheckedSections {
        private final Storage plain;
        private Step broken;
        private int asked;

        Table(Storage plain, Step broken) {
            this.plain = plain;
            this.broken = broken;
        }

        private synchronized void pass(Step step) {
            if (step == broken) {
                broken = null;
                throw new UncheckedIOException(new IOException("a test"));
            }
        }

        @Override
        public long start() {
            return START;
        }

        @Override
        public long end() {
            return END;
        }

        @Override
        public int sectionLength() {
            return SECTION;
        }

        @Override
        public long checksumAt(long section) {
            pass(asked++ == 0 ? Step.ASKING : Step.ASKING_AGAIN);
            return TABLE + section * Long.BYTES;
        }

        @Override
        public void checkSection(long section, byte[] found, int at, int length) {
            pass(Step.CHECKING);
            assertEquals(HttpStorageTest.length(section), length);
            if (plain.getLong(TABLE + section * Long.BYTES) != checksum(found, at, length)) {
                throw new DamagedFileException(NAME, at, "its checksum", "another", "a test");
            }
        }
    }

    private static Storage checked(Storage storage) {
        return storage.checking(new Table(storage, null));
    }

    /** Returns an offset near which something begins or ends, or any. */
    private int offset() {
        int[] near = {
            0, START, END, LENGTH, START + SECTION * random.nextInt(SECTIONS), PAGE * random.nextInt(LENGTH / PAGE)
        };
        int at = near[random.nextInt(near.length)] + random.nextInt(19) - 9;
        return Math.max(0, Math.min(LENGTH, random.nextInt(4) == 0 ? random.nextInt(LENGTH) : at));
    }

    @Test
    void whateverIsReadIsWhatTheFileHolds() {
        for (int round = 0; round < 4; round++) {
            Storage plain = open(round % 2 == 0 ? 40 * SECTION : 64 * MEBIBYTE);
            Storage storage = round < 2 ? plain : checked(plain);
            for (int i = 0; i < 20; i++) {
                int one = offset();
                int other = random.nextInt(8) == 0 ? offset() : Math.min(LENGTH, one + random.nextInt(3 * SECTION));
                int from = Math.min(one, other);
                int count = Math.max(one, other) - from;
                byte[] target = new byte[count + 7];
                storage.read(from, target, 3, count);
                byte[] expected = new byte[count + 7];
                System.arraycopy(bytes, from, expected, 3, count);
                assertArrayEquals(expected, target, () -> from + " and " + count + " more");
                int number = Math.min(one, LENGTH - Long.BYTES);
                assertEquals(numbers.getLong(number), storage.getLong(number), () -> "at " + number);
            }
        }
    }

    @Test
    void whatIsOutsideTheFileIsNotRead() {
        for (Storage storage : List.of(open(), checked(open()))) {
            byte[] target = new byte[9];
            assertThrows(IndexOutOfBoundsException.class, () -> storage.getLong(LENGTH - 7));
            assertThrows(IndexOutOfBoundsException.class, () -> storage.getLong(-1));
            assertThrows(IndexOutOfBoundsException.class, () -> storage.read(LENGTH - 8, target, 0, 9));
            assertThrows(IndexOutOfBoundsException.class, () -> storage.read(0, target, 1, 9));
            storage.read(LENGTH, target, 9, 0);
            storage.read(LENGTH - 9, target, 0, 9);
        }
    }

    @Test
    void whatWasFetchedIsAtHandUntilItIsRenewed() {
        Storage storage = checked(open());
        int from = START + 3 * SECTION;
        assertTrue(storage.lacks(from, 1));
        Prefetch.await(storage.fetch(List.of(new Prefetch.Range(from + 1, 2 * SECTION))));
        assertFalse(storage.lacks(from, 3 * SECTION), "three sections are touched");
        assertTrue(storage.lacks(from - 1, 2) && storage.lacks(from + 3 * SECTION - 1, 2));
        Prefetch.await(storage.fetch(List.of(new Prefetch.Range(END - 1, 2))));
        assertFalse(storage.lacks(END - 77, 77 + 1), "the last section, and what is behind it");
        server.takeAsked();
        storage.read(from, new byte[3 * SECTION], 0, 3 * SECTION);
        storage.read(END - 8, new byte[16], 0, 16);
        assertEquals(List.of(), server.takeAsked());
        storage.renew(from + SECTION, 1);
        assertFalse(storage.lacks(from, SECTION) || storage.lacks(from + 2 * SECTION, SECTION));
        assertTrue(storage.lacks(from + SECTION, 1));
        storage.renew(from, 3 * SECTION);
        assertTrue(storage.lacks(from, 1) && storage.lacks(from + 2 * SECTION, 1));
    }

    @Test
    void neighboursAreAskedForTogetherUpToOneMebibyte() {
        Storage storage = checked(open());
        Prefetch.await(storage.fetch(List.of(new Prefetch.Range(0, LENGTH))));
        List<Asked> asked = server.takeAsked();
        List<Integer> lengths = asked.stream()
                .filter(each -> each.from() >= START && each.from() + each.length() <= END)
                .map(Asked::length)
                .sorted()
                .toList();

        assertEquals(List.of(END - START - MEBIBYTE, MEBIBYTE), lengths);
        assertFalse(storage.lacks(START, LENGTH - START));
    }

    @Test
    void aLongReadOfAFileAsItIsAsksForEachByteOnce() {
        Storage storage = open();
        storage.read(9, new byte[LENGTH], 0, LENGTH - 9);
        List<Integer> lengths =
                server.takeAsked().stream().map(Asked::length).sorted().toList();
        assertEquals(List.of(LENGTH - 9 - MEBIBYTE, MEBIBYTE), lengths);
        storage.read(PAGE, new byte[PAGE], 0, PAGE);
        assertFalse(storage.lacks(PAGE, PAGE), "a page is kept");
    }

    @Test
    void aSectionThatCameDamagedIsAskedForOnceMoreAloneAndPastCopies() {
        Storage storage = checked(open());
        int damaged = START + 7 * SECTION;
        boolean[] isDone = {false};
        server.setFault((request, answer) -> {
            if (isDone[0] || request.from() > damaged || request.from() + request.length() <= damaged) {
                return answer;
            }
            isDone[0] = true;
            byte[] body = answer.body().clone();
            body[(int) (damaged - request.from())] ^= 1;
            return answer.withBody(body);
        });
        byte[] target = new byte[9 * SECTION];
        storage.read(START, target, 0, target.length);
        assertArrayEquals(Arrays.copyOfRange(bytes, START, START + 9 * SECTION), target);
        List<Asked> again = server.takeAsked().stream().filter(Asked::isFresh).toList();
        assertTrue(again.contains(new Asked(NAME, damaged, SECTION, true)), again::toString);
        assertTrue(again.stream().allMatch(each -> each.length() <= SECTION), again::toString);
        server.setFault((request, answer) -> {
            byte[] body = answer.body().clone();
            body[body.length - 1] ^= 1;
            return answer.withBody(body);
        });
        assertThrows(DamagedFileException.class, () -> storage.read(END - 1, new byte[1], 0, 1));
    }

    @Test
    void aClosedFileIsNotFetchedButReadAsFarAsItIsInMemory() {
        for (Storage storage : List.of(open(), checked(open()))) {
            storage.getLong(START);
            storage.close();
            storage.getLong(START);
            assertThrows(IllegalStateException.class, () -> storage.getLong(START + 3 * SECTION));
            assertThrows(IllegalStateException.class, () -> storage.read(END - SECTION, new byte[SECTION], 0, SECTION));
        }
    }

    @Test
    void sectionsThatWereUsedSinceTheyWereConsideredStay() throws IOException {
        Storage storage = open(4 * PAGE);
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
        Storage storage = open(1);
        for (int at : new int[] {0, PAGE - 4, PAGE, 8}) {
            assertEquals(numbers.getLong(at), storage.getLong(at));
        }
    }

    @Test
    void aNumberThatLiesInASectionInMemoryIsReadWithoutAllocation() throws IOException {
        Storage storage = checked(open());
        Prefetch.await(storage.fetch(List.of(new Prefetch.Range(START, END - START))));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int at : new int[] {START, START + SECTION - 9, START + SECTION - 8, START + SECTION, END - 8}) {
            assertEquals(numbers.getLong(at), storage.getLong(at));
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
        make(FileKind.SCORES, length);
        Storage storage = open();
        for (long at : new long[] {(1L << 31) - 8, 1L << 31, (3L << 30) + 8, 1L << 40, length - 8}) {
            assertEquals(at, storage.getLong(at));
        }
        assertEquals(
                List.of((1L << 31) - PAGE, 1L << 31, 3L << 30, 1L << 40, length - PAGE),
                server.takeAsked().stream().map(Asked::from).toList());
    }

    /** Lists a file of any length, and lets the server make its bytes up. */
    private void make(FileKind kind, long length) throws IOException {
        Files.delete(directory.resolve(NAME));
        list(kind, length);
        server.setFault((request, answer) -> request.isRange() ? made(request, length) : answer);
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
    void whatIsBehindTheSectionsIsFetchedWhenItIsWanted() throws IOException {
        Storage storage = checked(open());
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
        Storage storage = checked(open());
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

    /** Its threads may all wait for a lock of the program, whose holder waits for a lookup. */
    @Test
    void noLookupNeedsTheCommonPool() throws InterruptedException {
        Storage storage = checked(open());
        CountDownLatch isRead = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(ForkJoinPool.getCommonPoolParallelism());
        for (int i = 0; i < 100; i++) {
            ForkJoinPool.commonPool().execute(() -> {
                busy.countDown();
                try {
                    isRead.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        try {
            busy.await();
            assertEquals(numbers.getLong(START), storage.getLong(START));
        } finally {
            isRead.countDown();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSectionThatCouldNotBeHadIsAskedForAgain(Step step) throws IOException {
        Storage plain = open();
        Storage storage = plain.checking(new Table(plain, step));
        AtomicInteger damages = new AtomicInteger(step == Step.ASKING_AGAIN ? 1 : 0);
        server.setFault((request, answer) -> {
            byte[] body = answer.body().clone();
            body[0] ^= (byte) (request.from() == START && damages.getAndDecrement() > 0 ? 1 : 0);
            return answer.withBody(body);
        });
        assertThrows(UncheckedIOException.class, () -> storage.getLong(START));
        assertEquals(numbers.getLong(START), storage.getLong(START));
    }

    /** Those that wait are sent when others are answered. */
    @Test
    void noMoreThanSixtyFourRequestsAreUnderWayAtATime() throws IOException {
        Storage storage = open();
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
        list(kind, length);
        Files.write(directory.resolve(kind.fileName(0)), new byte[length]);
        HttpSource source = remote(HttpOptions.DEFAULT);
        source.prepare(List.of(kind.fileName(0)));
        Storage storage = source.open(kind.fileName(0));
        int table = 4 * (length / (kind == FileKind.COMPRESSED ? PAGE : 1 << 16) + 1);
        assertFalse(storage.lacks(0, LayerHeader.LENGTH) || storage.lacks(length - table, table));
        assertTrue(storage.lacks(LayerHeader.LENGTH, 1) && storage.lacks(length - 2 * PAGE - table, 1));
    }

    /** A table of checksums of 64 KiB and a directory of 1 MiB are read with the header; of a longer directory its index. */
    @ParameterizedTest
    @CsvSource({
        "SCORES, 1073737728, 65536",
        "SCORES, 1073741824, 0",
        "COMPRESSED, 1073475584, 1048576",
        "COMPRESSED, 1073479680, 4096",
    })
    void ofALongFileNoMoreIsPreparedThanIsAtHandSoon(FileKind kind, long length, int end) throws IOException {
        make(kind, length);
        remote(HttpOptions.DEFAULT).prepare(List.of(kind.fileName(0)));
        String name = kind.fileName(0);
        Asked header = new Asked(name, 0, LayerHeader.LENGTH, false);
        assertEquals(
                end == 0 ? Set.of(header) : Set.of(header, new Asked(name, length - end, end, false)),
                Set.copyOf(server.takeAsked()));
    }
}
