package granary.explorer.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.error.DamagedFileException;
import granary.error.ReadFaultException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class ProblemTest {
    @Test
    void aDamagedChunkIsReportedOnceHoweverManyRequestsMeetIt() {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            for (int request = 0; request < 10; request++) {
                for (long chunk : new long[] {4096, 36_864}) {
                    Path path = Path.of("layer-005.granary");
                    assertEquals(
                            503,
                            Problem.failure(new DamagedFileException(
                                            path.toString(), chunk, "one", "another", "damaged"))
                                    .status());
                }
            }
            Problem.failure(new ReadFaultException("a", 1, "bytes", "none", "the disk"));
            Problem.failure(new ReadFaultException("a", 1, "bytes", "none", "the disk"));
        } finally {
            System.setErr(before);
        }
        List<String> lines = said.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(4, lines.size(), lines.toString());
    }
}
