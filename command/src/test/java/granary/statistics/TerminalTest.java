package granary.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.Databases;
import granary.command.testing.AtTerminal;
import granary.command.testing.Cli;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counting, drawing and comparing at a terminal. */
@Thorough
class TerminalTest {
    @TempDir
    private Path work;

    @Test
    void countingShowsProgressAndClearsTheScreen() throws IOException, InterruptedException {
        Path database = Files.createDirectory(work.resolve("db"));
        Databases.copy(Databases.twelveSeeds(), database, 12, -1);
        List<String> shown = AtTerminal.runLong("stats", "--dir", database);
        assertEquals(
                AtTerminal.screen(AtTerminal.run("stats", "--dir", database).out()), shown);
        Path other = Files.createDirectory(work.resolve("other"));
        Databases.copy(Databases.twelveSeeds(), other, 12, -1);
        Path figures = work.resolve("figures");
        Object[] plot = {"plot", "--dir", other, "--format", "svg", "--out", figures};
        assertEquals(AtTerminal.runLong(plot), Cli.run(plot).assertSuccess().lines());
    }

    @Test
    void filesOfOthersAreComparedInSight() throws IOException, InterruptedException {
        Path database = Databases.twelveSeeds();
        Path files = work.resolve("vu");
        Cli.run("export", "--format", "vu", "--dir", database, "--layers", "0..9", "--out", files)
                .assertSuccess();
        List<String> compared = AtTerminal.runLong("compare", "--with", files, "--dir", database);
        assertEquals(20, compared.size(), compared.toString());
        assertTrue(compared.getLast().endsWith(" compared, 0 differ"), compared.toString());
    }
}
