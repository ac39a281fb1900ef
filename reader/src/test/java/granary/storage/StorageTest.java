package granary.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.error.ReadFaultException;
import granary.testing.Threads;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every storage gives the bytes of its file, across the borders of mappings too. */
final class StorageTest {
    private static final long GIB = 1L << 30;

    @TempDir
    private Path directory;

    @Test
    void everyStorageGivesTheBytesOfItsFile() throws IOException {
        byte[] bytes = new byte[1000];
        new Random(3).nextBytes(bytes);
        Path file = Files.write(directory.resolve("file"), bytes);
        check(new MappedStorage(file), bytes);
        check(new PositionedStorage(file), bytes);
        check(new HeapStorage(bytes), bytes);
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void threadsDoNotGetEachOthersNumbers(Access access) throws Exception {
        byte[] bytes = new byte[1 << 17];
        new Random(5).nextBytes(bytes);
        ByteBuffer expected = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        try (Storage storage = access.open(Files.write(directory.resolve("file"), bytes))) {
            Threads.run(4, thread -> {
                Random random = new Random(thread);
                long[] offsets = new long[64];
                long[] values = new long[64];
                for (int i = 0; i < 1000; i++) {
                    Arrays.setAll(offsets, k -> random.nextInt(bytes.length - 7));
                    storage.getLongs(offsets, values, 64);
                    for (int k = 0; k < 64; k++) {
                        assertEquals(expected.getLong((int) offsets[k]), values[k]);
                        assertEquals(values[k], storage.getLong(offsets[k]));
                    }
                }
            });
        }
    }

    @Test
    void aFileThatTookAnothersPlaceIsNotReadAfterAnInterrupt() throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[1000]);
        try (Storage storage = new PositionedStorage(file)) {
            Files.move(
                    Files.write(directory.resolve("other"), new byte[1000]), file, StandardCopyOption.REPLACE_EXISTING);
            assertEquals(0, storage.getLong(0));
            Thread.currentThread().interrupt();
            assertThrows(ReadFaultException.class, () -> storage.getLong(0));
            assertTrue(Thread.interrupted());
        }
    }

    private static void check(Storage storage, byte[] bytes) {
        try (storage) {
            ByteBuffer expected = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            assertEquals(bytes.length, storage.length());
            long[] offsets = new long[bytes.length - 7];
            long[] values = new long[offsets.length];
            for (int at = 0; at < offsets.length; at++) {
                offsets[at] = at;
                assertEquals(expected.getLong(at), storage.getLong(at));
            }
            storage.getLongs(offsets, values, values.length);
            for (int at = 0; at < offsets.length; at++) {
                assertEquals(expected.getLong(at), values[at]);
            }
            byte[] copy = new byte[bytes.length + 2];
            storage.read(0, copy, 1, bytes.length);
            assertArrayEquals(bytes, java.util.Arrays.copyOfRange(copy, 1, bytes.length + 1));
            assertThrows(IndexOutOfBoundsException.class, () -> storage.getLong(bytes.length - 7));
            assertThrows(IndexOutOfBoundsException.class, () -> storage.getLong(-1));
            assertThrows(IndexOutOfBoundsException.class, () -> storage.getLong(1L << 62));
            assertThrows(IndexOutOfBoundsException.class, () -> storage.read(1, copy, 0, bytes.length));
            assertThrows(IndexOutOfBoundsException.class, () -> storage.read(0, copy, 3, bytes.length));
        }
    }

    /** The file has holes, so it takes hardly any room. */
    @Test
    void fileAbove2GiBIsReadAcrossMappings() throws IOException {
        Path path = directory.resolve("large");
        byte[] marks = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -16};
        long length = 2 * GIB + 1000;
        long[] places = {0, GIB - 9, 2 * GIB - 5, length - marks.length};
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(length);
            for (long place : places) {
                file.seek(place);
                file.write(marks);
            }
        }
        Storage storage = new MappedStorage(path);
        assertEquals(length, storage.length());
        for (long place : places) {
            for (int i = 0; i <= marks.length - Long.BYTES; i++) {
                long expected =
                        ByteBuffer.wrap(marks).order(ByteOrder.LITTLE_ENDIAN).getLong(i);
                assertEquals(expected, storage.getLong(place + i), place + " + " + i);
            }
            byte[] read = new byte[marks.length + 2];
            storage.read(place, read, 1, marks.length);
            byte[] expected = new byte[marks.length + 2];
            System.arraycopy(marks, 0, expected, 1, marks.length);
            assertArrayEquals(expected, read);
        }
    }

    @Test
    void anEmptyFileHasNoBytes() throws IOException {
        Storage storage = new MappedStorage(Files.createFile(directory.resolve("empty")));
        assertEquals(0, storage.length());
        assertThrows(IndexOutOfBoundsException.class, () -> storage.getLong(0));
    }

    @Test
    void aFileThatShrankIsAReadFaultThatSaysSo() throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[9000]);
        try (Storage positioned = new PositionedStorage(file);
                Storage mapped = new MappedStorage(file)) {
            Files.write(file, new byte[100]);
            ReadFaultException fault = assertThrows(ReadFaultException.class, () -> positioned.getLong(8000));
            assertEquals(8000, fault.offset());
            assertEquals(file.toString(), fault.where());
            assertThrows(ReadFaultException.class, () -> mapped.getLong(8000));
            assertThrows(ReadFaultException.class, () -> mapped.getLong(200));
            assertThrows(ReadFaultException.class, () -> mapped.read(8000, new byte[8], 0, 8));
        }
    }
}
