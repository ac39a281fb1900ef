package granary.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.command.testing.Cli;
import granary.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionTest {
    private static final Path BASH = Path.of("/bin/bash");

    @Test
    void bashCompletesCommandsAndOptionsOfTheGames(@TempDir Path directory) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(BASH), "there is no bash here");
        Path script = directory.resolve("completion");
        Files.writeString(script, Cli.run("completion").printed());
        Cli.run("help", "completion").printed("granary completion");
        assertEquals("probe", complete(script, "granary", "pro"));
        assertEquals("--seeds", complete(script, "granary", "build", "--see"));
        assertTrue(complete(script, "granary", "").contains("build"));
    }

    private static String complete(Path script, String... words) throws IOException, InterruptedException {
        String asked = "source " + script + "; COMP_WORDS=('" + String.join("' '", words) + "'); COMP_CWORD="
                + (words.length - 1) + "; _complete_granary; echo ${COMPREPLY[@]}";
        return ChildJvm.run(List.of(BASH.toString(), "-c", asked)).out().strip();
    }
}
