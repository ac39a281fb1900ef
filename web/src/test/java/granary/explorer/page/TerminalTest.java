package granary.explorer.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.AtTerminal;
import granary.explorer.WebCli;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalTest {
    @TempDir
    private Path work;

    @Test
    @Thorough
    void aPageIsMadeInSight() throws IOException, InterruptedException {
        Path database = work.resolve("db");
        WebCli.run("build", "--seeds", 8, "--dir", database).assertSuccess();
        List<String> shown = AtTerminal.runLong(
                WebCli.command("publish", "--dir", database, "--out", work.resolve("site"), "--page"));
        assertEquals("layer 0 of 8: 1 positions", shown.getFirst());
        assertEquals("layer 8 of 8: 75,582 positions", shown.get(8));
        assertTrue(shown.get(9).contains(" files, "), shown.toString());
    }
}
