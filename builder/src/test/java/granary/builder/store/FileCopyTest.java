package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.file.Disk;
import granary.builder.testing.disk.DiskProcess;
import granary.builder.testing.disk.Fault;
import granary.builder.testing.disk.FaultyDisk;
import granary.error.DamagedFileException;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.storage.CheckedSections;
import granary.testing.ArrayStorage;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file is copied whole or not at all, and what is there already is not copied again. */
class FileCopyTest {
    private static final int SEGMENT = FileDigest.SEGMENT;
    /** Pages that have checksums, as in a compressed file: in segments 2 and 3 as a whole, in 1 and 4 in part. */
    private static final int START = LayerHeader.LENGTH + 3 * CompressedSections.PAGE;

    private static final int END = LayerHeader.LENGTH + 3 * SEGMENT + 5 * CompressedSections.PAGE;
    private static final int LENGTH = END + 1234;

    @TempDir
    private Path directory;

    private final byte[] bytes = new byte[LENGTH];
    private Path source;
    private Path target;
    private Path partial;
    private Manifest.Entry listed;

    @BeforeEach
    void write() throws IOException {
        TestRandom.create().nextBytes(bytes);
        source = Files.write(directory.resolve("source"), bytes);
        target = directory.resolve("target");
        partial = directory.resolve("target.fetched");
        listed = new Manifest.Entry(LENGTH, FileDigest.of(bytes));
    }

    /** Compares pages with those of the whole file. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these
    private record CompressedSections(byte[] whole, long start, long end) implements CheckedSections {
        static final int PAGE = 4096;

        @Override
        public int sectionLength() {
            return PAGE;
        }

        @Override
        public long checksumAt(long section) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkSection(long section, byte[] found, int at, int length) {
            int from = (int) (start + section * PAGE);
            if (!Arrays.equals(whole, from, from + length, found, at, at + length)) {
                throw new DamagedFileException("source", from, "a page", "another", "damaged");
            }
        }
    }

    private long copy() throws IOException {
        return copy(3, Monitor.SILENT, target, START, END);
    }

    private long copy(int threads, Monitor monitor, Path to, long start, long end) throws IOException {
        return new FileCopy(new Disk(), threads, monitor)
                .copy(
                        new ArrayStorage(Files.readAllBytes(source)),
                        source.toString(),
                        new CompressedSections(bytes, start, end),
                        listed,
                        to);
    }

    /** The header and the segments that are not all pages are read again, and those that are damaged or missing. */
    @ParameterizedTest
    @CsvSource({
        "0, -1, 0",
        "4096, -1, 0",
        "2097152, -1, 0",
        "2101248, -1, 1",
        "2101247, -1, 0",
        "3149824, -1, 2",
        "3171538, -1, 2",
        "3171538, 100, 2",
        "3171538, 2000000, 1",
        "3171538, 2101247, 1",
        "3171538, 2101248, 1",
        "3171538, 3171537, 2",
        "3200000, -1, 2"
    })
    void interruptedCopyKeepsItsWholeSegments(int there, int damaged, int kept) throws IOException {
        byte[] begun = Arrays.copyOf(bytes, there);
        if (damaged >= 0) {
            begun[damaged] ^= 1;
        }
        Files.write(partial, begun);
        assertEquals(LENGTH - (long) kept * SEGMENT, copy());
        assertArrayEquals(bytes, Files.readAllBytes(target));
        assertFalse(Files.exists(partial));
    }

    @Test
    void fileWithTheTargetsNameIsReplaced() throws IOException {
        Files.write(target, new byte[LENGTH + 10]);
        assertEquals(LENGTH, copy());
        assertArrayEquals(bytes, Files.readAllBytes(target));
    }

    @Test
    void damagedPageOfTheSourceIsNotCopied() throws IOException {
        byte[] altered = bytes.clone();
        altered[END - 1] ^= 1;
        Files.write(source, altered);
        assertEquals(
                END - CompressedSections.PAGE,
                assertThrows(DamagedFileException.class, this::copy).offset());
        assertFalse(Files.exists(target));
    }

    @Test
    void segmentsThatBeginAndEndWithTheSectionsAreKept() throws IOException {
        Files.write(partial, bytes);
        int end = LayerHeader.LENGTH + 2 * SEGMENT;
        assertEquals(LENGTH - 2L * SEGMENT, copy(1, Monitor.SILENT, target, LayerHeader.LENGTH, end));
        assertArrayEquals(bytes, Files.readAllBytes(target));
    }

    /** Some segments are there: they are read, and the others written. */
    private FaultyDisk copyWith(Fault fault) throws IOException {
        FaultyDisk disk = new FaultyDisk();
        disk.put("/db/target.fetched", Arrays.copyOf(bytes, 2 * SEGMENT + LayerHeader.LENGTH));
        DiskProcess process = disk.start(fault);
        copy(1, Monitor.SILENT, process.path("/db/target"), START, END);
        process.end();
        return disk;
    }

    @Test
    void partialReadsAndWritesAreContinued() throws IOException {
        for (int call = 1; call < 40; call++) {
            assertArrayEquals(
                    bytes, copyWith(new Fault(Fault.Kind.SHORT, call, 0)).content("/db/target"));
        }
    }

    @Test
    void namedCopySurvivesAPowerCut() throws IOException {
        assertEquals(List.of(), copyWith(Fault.NONE).unforced());
        for (int choice = 0; choice < 20; choice++) {
            FaultyDisk disk = copyWith(Fault.NONE);
            disk.cutPower(choice);
            assertArrayEquals(bytes, disk.content("/db/target"), "choice " + choice);
        }
    }

    @Test
    void copyWithAnotherDigestLeavesNothing() throws IOException {
        byte[] altered = bytes.clone();
        altered[LENGTH - 1] ^= 1;
        Files.write(source, altered);
        assertThrows(DamagedFileException.class, this::copy);
        assertFalse(Files.exists(target) || Files.exists(partial));
        Files.write(source, bytes);
        assertEquals(LENGTH, copy());
    }

    @Test
    void monitorCountsEachByteOnce() throws IOException {
        Files.write(partial, Arrays.copyOf(bytes, 2 * SEGMENT + LayerHeader.LENGTH));
        LongAdder told = new LongAdder();
        Monitor monitor = new Monitor() {
            @Override
            public void advance(long steps) {
                told.add(steps);
            }
        };
        copy(2, monitor, target, START, END);
        assertEquals(LENGTH, told.sum());
    }

    /** The disk has room for 1 TiB. Of what was begun, only that counts which its copy needs. */
    @ParameterizedTest
    @CsvSource({
        "1099511627776, 0, ''",
        "1099511627777, 0, 'the files need 1.0 TiB more in '",
        "1099511627876, 100, ''",
        "1099511627877, 100, 'the files need 1.0 TiB more in '",
        "50, 100, ''"
    })
    void copiesThatDoNotFitAreRefused(long length, int begun, String message) throws IOException {
        FaultyDisk disk = new FaultyDisk();
        disk.put("/db/target.fetched", new byte[begun]);
        Path db = disk.start(Fault.NONE).path("/db");
        Map<Path, Manifest.Entry> copies = Map.of(db.resolve("target"), new Manifest.Entry(length, listed.digest()));
        if (message.isEmpty()) {
            FileCopy.requireRoom(copies, db);
        } else {
            String said = assertThrows(CheckFailedException.class, () -> FileCopy.requireRoom(copies, db))
                    .getMessage();
            assertTrue(said.startsWith(message), said);
            assertTrue(said.contains(" where 1.0 TiB are free"), said);
        }
    }

    @Test
    void failureOfTheDiskNamesTheFile() throws IOException {
        Set<String> named = new TreeSet<>();
        for (int call = 1; call < 60; call++) {
            FaultyDisk disk = new FaultyDisk();
            disk.put("/db/other", new byte[1]);
            Path db = disk.start(new Fault(Fault.Kind.FAIL, call, 0)).path("/db");
            try {
                copy(1, Monitor.SILENT, db.resolve("target"), START, END);
            } catch (IOException e) {
                Matcher file = Pattern.compile("/db[a-z/.]*").matcher(e.getMessage());
                assertTrue(file.find(), e::toString);
                named.add(file.group());
            }
        }
        assertTrue(named.contains("/db/target.fetched"), named::toString);
    }
}
