package granary.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.error.DamagedFileException;
import granary.format.FileKind;
import granary.storage.Prefetch;
import granary.storage.Storage;
import granary.testing.FileServer.Asked;
import granary.testing.TestRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bytes of a file on a web server, with checksums of its sections and without. The file is made up: a table, sections, and more. */
class HttpStorageTest extends ServedFileTest {
    private static final int SECTIONS = 140;
    /** The last section is short. */
    private static final int END = START + SECTIONS * SECTION + 77;

    private static final int LENGTH = END + 3 * PAGE + 5;

    private static final String NAME = FileKind.SCORES.fileName(0);

    private final Random random = TestRandom.create();
    private final byte[] bytes = new byte[LENGTH];

    @BeforeEach
    void write() throws IOException {
        random.nextBytes(bytes);
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int section = 0; START + section * SECTION < END; section++) {
            file.putLong(TABLE + section * Long.BYTES, checksum(bytes, START + section * SECTION, length(section)));
        }
        write(FileKind.SCORES, bytes);
    }

    private static int length(long section) {
        return (int) Math.min(SECTION, END - START - section * SECTION);
    }

    private static long checksum(byte[] bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, at, length);
        return crc.getValue();
    }

    private Storage open(HttpOptions options) {
        try {
            return remote(options).open(FileKind.SCORES.fileName(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Storage checked(Storage storage) {
        return storage.checking(new Table(END) {
            @Override
            public void checkSection(long section, byte[] found, int at, int length) {
                assertEquals(HttpStorageTest.length(section), length);
                if (storage.getLong(checksumAt(section)) != checksum(found, at, length)) {
                    throw new DamagedFileException(NAME, at, "its checksum", "another", "a test");
                }
            }
        });
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
            Storage plain = open(HttpOptions.DEFAULT.withMemory(round % 2 == 0 ? 40 * SECTION : 64 * MEBIBYTE));
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
                assertEquals(
                        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(number),
                        storage.getLong(number),
                        () -> "at " + number);
            }
        }
    }

    @Test
    void whatIsOutsideTheFileIsNotRead() {
        for (Storage storage : List.of(open(HttpOptions.DEFAULT), checked(open(HttpOptions.DEFAULT)))) {
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
        Storage storage = checked(open(HttpOptions.DEFAULT));
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
        Storage storage = checked(open(HttpOptions.DEFAULT));
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
        Storage storage = open(HttpOptions.DEFAULT);
        storage.read(9, new byte[LENGTH], 0, LENGTH - 9);
        List<Integer> lengths =
                server.takeAsked().stream().map(Asked::length).sorted().toList();
        assertEquals(List.of(LENGTH - 9 - MEBIBYTE, MEBIBYTE), lengths);
    }

    @Test
    void aSectionThatCameDamagedIsAskedForOnceMoreAloneAndPastCopies() {
        Storage storage = checked(open(HttpOptions.DEFAULT));
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
        for (Storage storage : List.of(open(HttpOptions.DEFAULT), checked(open(HttpOptions.DEFAULT)))) {
            storage.getLong(START);
            storage.close();
            storage.getLong(START);
            assertThrows(IllegalStateException.class, () -> storage.getLong(START + 3 * SECTION));
            assertThrows(IllegalStateException.class, () -> storage.read(END - SECTION, new byte[SECTION], 0, SECTION));
        }
    }
}
