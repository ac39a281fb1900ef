package granary.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BlockDirectoryTest {
    private static final String DIGEST = "0123456789abcdef".repeat(4);
    private static final int LENGTH = 1000;

    @TempDir
    private Path directory;

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(DIGEST))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void blocksThatWereNotReadForLongestGo() throws IOException {
        BlockDirectory plenty = new BlockDirectory(directory, 1_000_000);
        for (int number = 0; number < 5; number++) {
            plenty.write(DIGEST, number, new byte[LENGTH]);
            Files.setLastModifiedTime(
                    directory.resolve(DIGEST).resolve(number + "-3e8"), FileTime.fromMillis(1000L * (1 + number)));
        }
        assertArrayEquals(new byte[LENGTH], plenty.read(DIGEST, 0, LENGTH)); // it is the one that was used last, now
        new BlockDirectory(directory, 3500).write(DIGEST, 9, new byte[LENGTH]);
        List<Integer> left = IntStream.range(0, 10)
                .filter(number -> plenty.read(DIGEST, number, LENGTH) != null)
                .boxed()
                .toList();
        assertEquals(List.of(0, 4, 9), left);
    }

    @Test
    void asManyBlocksStayAsThereIsRoomFor() throws IOException {
        BlockDirectory blocks = new BlockDirectory(directory, 5 * (LENGTH + Integer.BYTES));
        for (int number = 0; number < 5; number++) {
            blocks.write(DIGEST, number, new byte[LENGTH]);
        }
        assertEquals(5, files().size());
        blocks.write(DIGEST, 5, new byte[LENGTH]);
        assertEquals(5, files().size());
    }

    @Test
    void aLinkToADirectoryHasItsLimit() throws IOException {
        Path link =
                Files.createSymbolicLink(directory.resolve("link"), Files.createDirectory(directory.resolve("real")));
        int each = LENGTH + Integer.BYTES;
        BlockDirectory blocks = new BlockDirectory(link, 5L * each);
        for (int block = 0; block < 20; block++) {
            blocks.write(DIGEST, block, new byte[LENGTH]);
        }
        try (Stream<Path> files = Files.walk(directory.resolve("real"))) {
            assertEquals(5, files.filter(Files::isRegularFile).count());
        }
    }

    /** Looking through it takes a while: what others write meanwhile is found late, and all of it. */
    @Test
    void aDirectoryIsLookedThroughAgainAfterASixteenthOfItWasWritten() throws IOException {
        int each = LENGTH + Integer.BYTES;
        BlockDirectory blocks = new BlockDirectory(directory, 32L * each);
        blocks.write(DIGEST, 0, new byte[LENGTH]);
        BlockDirectory other = new BlockDirectory(directory, 1_000_000);
        for (int number = 1; number <= 40; number++) {
            other.write(DIGEST, number, new byte[LENGTH]);
        }
        blocks.write(DIGEST, 41, new byte[LENGTH]);
        assertEquals(42, files().size(), "the second of two that there was room for");
        blocks.write(DIGEST, 42, new byte[LENGTH]);
        assertEquals(32 - 2 + 1, files().size());
    }

    /** The path of one is too long for the system, which does not hinder whoever gets there by a shorter one. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileThatCannotBeLookedAtHindersNothing() throws IOException {
        Path deep = directory;
        while (deep.toString().length() < 3700) {
            deep = deep.resolve("d".repeat(100));
        }
        Files.createDirectories(deep);
        Path link = Files.createSymbolicLink(directory.resolve("link"), deep);
        Path other = Files.createDirectory(link.resolve("x".repeat(255)));
        Path file = Files.createFile(other.resolve("y".repeat(255)));
        try {
            BlockDirectory blocks = new BlockDirectory(deep, 1_000_000);
            blocks.write(DIGEST, 0, new byte[LENGTH]);
            assertArrayEquals(new byte[LENGTH], blocks.read(DIGEST, 0, LENGTH));
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void aBlockThatWasAlteredOrIsAnothersIsNotRead() throws IOException {
        BlockDirectory blocks = new BlockDirectory(directory, 1_000_000);
        blocks.write(DIGEST, 0, new byte[LENGTH]);
        Path file = directory.resolve(DIGEST).resolve("0-3e8");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(directory.resolve(DIGEST).resolve("1-3e8"), bytes);
        assertNull(blocks.read(DIGEST, 1, LENGTH));
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] ^= 1;
            Files.write(file, bytes);
            assertNull(blocks.read(DIGEST, 0, LENGTH));
            bytes[at] ^= 1;
        }
    }

    /** Its name is taken by a directory, as a stand-in for a disk that refuses it. */
    @Test
    void aBlockThatCannotBeKeptLeavesNothing() throws IOException {
        Path taken = directory.resolve(DIGEST).resolve("0-3e8");
        Files.createDirectories(taken.resolve("something"));
        BlockDirectory blocks = new BlockDirectory(directory, 1_000_000);
        blocks.write(DIGEST, 0, new byte[LENGTH]);
        assertEquals(List.of("0-3e8"), files());
        assertNull(blocks.read(DIGEST, 0, LENGTH));
    }
}
