package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.testing.ChildJvm;
import granary.testing.Mounts;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands with less heap or disk than they want. */
class HeapTest {
    @TempDir
    private Path directory;

    private static Outcome withHeap(String heap, Object... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(Cli.command(arguments));
        words.add(1, "-Xmx" + heap);
        return ChildJvm.run(words);
    }

    @Test
    void aVerificationUsesAsManyThreadsAsTheHeapHolds() throws IOException, InterruptedException {
        withHeap("120m", "verify", "--dir", Databases.twelveSeeds(), "--threads", 1024)
                .assertSuccess();
    }

    @Test
    void compressingAndDecompressionThatADiskDoesNotHoldDoNotBegin() throws IOException, InterruptedException {
        assumeTrue(Mounts.memory(directory, 200), Mounts.SKIPPED);
        try {
            for (String command : List.of("compress", "decompress")) {
                Outcome outcome =
                        Cli.run(command, "--dir", Databases.twelveSeeds(), "--out", directory.resolve(command));
                String line = outcome.assertFailure(1);
                assertTrue(line.matches("granary: " + command + "ing needs .* in .*, where .* are free"), line);
                assertEquals("", outcome.out());
            }
        } finally {
            Mounts.unmount(directory);
        }
    }
}
