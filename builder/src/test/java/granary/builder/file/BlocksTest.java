package granary.builder.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 4096, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE + 5})
    void aReservedFileIsOfZerosAndOfItsLengthInBothWays(int length) throws IOException {
        Path reserved = directory.resolve("reserved");
        Blocks.reserve(reserved, length);
        assertArrayEquals(new byte[length], Files.readAllBytes(reserved));
        Path written = Files.createFile(directory.resolve("written"));
        Blocks.writeZeros(written, length);
        assertArrayEquals(new byte[length], Files.readAllBytes(written));
    }

    @Test
    void bothWaysTakeBlocksAndFailWhenThereAreTooFew() throws IOException, InterruptedException {
        assumeTrue(Mounts.memory(directory, 1024), Mounts.SKIPPED);
        try {
            assertThrows(IOException.class, () -> Blocks.reserve(directory.resolve("reserved"), 2 * MEBIBYTE));
            Files.delete(directory.resolve("reserved"));
            Path written = Files.createFile(directory.resolve("written"));
            assertThrows(IOException.class, () -> Blocks.writeZeros(written, 2 * MEBIBYTE));
        } finally {
            Mounts.unmount(directory);
        }
    }
}
