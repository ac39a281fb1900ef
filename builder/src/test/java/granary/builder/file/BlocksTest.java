package granary.builder.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.testing.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlocksTest {
    private static final int MEBIBYTE = 1 << 20;
    private static final int LONG = (int) Blocks.SHORT_FILE + 5;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 4096, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE + 5, LONG})
    void reservedFileHasZerosAndItsLengthBothWays(int length) throws IOException {
        Path reserved = directory.resolve("reserved");
        Blocks.reserve(reserved, length);
        assertArrayEquals(new byte[length], Files.readAllBytes(reserved));
        Path written = Files.createFile(directory.resolve("written"));
        Blocks.writeZeros(written, length);
        assertArrayEquals(new byte[length], Files.readAllBytes(written));
    }

    @ParameterizedTest
    @ValueSource(ints = {2 * MEBIBYTE, LONG})
    void bothWaysAllocateBlocksAndFailOnASmallDisk(int length) throws IOException, InterruptedException {
        assumeTrue(Mounts.memory(directory, 1024), Mounts.SKIPPED);
        try {
            assertThrows(IOException.class, () -> Blocks.reserve(directory.resolve("reserved"), length));
            Files.delete(directory.resolve("reserved"));
            Path written = Files.createFile(directory.resolve("written"));
            assertThrows(IOException.class, () -> Blocks.writeZeros(written, length));
        } finally {
            Mounts.unmount(directory);
        }
    }

    @Test
    void noZerosAreWrittenToADiskThatIsTooSmall() throws IOException, InterruptedException {
        assumeTrue(Mounts.memory(directory, 1024), Mounts.SKIPPED);
        try {
            Path file = directory.resolve("reserved");
            IOException full = assertThrows(IOException.class, () -> Blocks.reserve(file, 1L << 40));
            assertEquals("no space left", full.getMessage());
            assertEquals(0, Files.size(file));
        } finally {
            Mounts.unmount(directory);
        }
    }

    @Test
    void zerosAreWrittenIfTheFileSystemCannotAllocate() throws IOException, InterruptedException {
        assumeTrue(Mounts.withoutAllocation(directory), Mounts.SKIPPED);
        try {
            assertFalse(Blocks.allocate(Files.createFile(directory.resolve("empty")), LONG));
            assertEquals(0, Files.size(directory.resolve("empty")));
            Path file = directory.resolve("reserved");
            Blocks.reserve(file, LONG);
            assertArrayEquals(new byte[LONG], Files.readAllBytes(file));
        } finally {
            Mounts.unmount(directory);
        }
    }
}
