package granary.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedStorageTest {
    private static final long GIBIBYTE = 1L << 30;

    @TempDir
    private Path directory;

    /** The file has holes, so it takes hardly any room. */
    @Test
    void fileAbove2GiBIsReadAcrossMappings() throws IOException {
        Path path = directory.resolve("large");
        byte[] marks = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -16};
        long length = 2 * GIBIBYTE + 1000;
        long[] places = {0, GIBIBYTE - 9, 2 * GIBIBYTE - 5, length - marks.length};
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
    void bytesOutsideTheFileCannotBeRead() throws IOException {
        Path path = directory.resolve("small");
        Files.write(path, new byte[20]);
        Storage storage = new MappedStorage(path);
        assertEquals(0, storage.getLong(12));
        assertThrows(IndexOutOfBoundsException.class, () -> storage.getLong(13));
        assertThrows(IndexOutOfBoundsException.class, () -> storage.getLong(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> storage.read(13, new byte[8], 0, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> storage.read(0, new byte[8], 1, 8));
    }
}
