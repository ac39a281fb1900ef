package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Cli;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RehearseCommandTest {
    @TempDir
    private Path directory;

    @Test
    @Thorough
    void eachPhaseSaysWhatItComparedAndTheSameSeedComparesTheSame() throws IOException {
        List<String> first = rehearse("rehearse --seeds 9 --rules abapa --positions 5000");
        assertTrue(first.getFirst().startsWith("layer 9 of awari pits=6 rules=abapa, 167,960 positions; --random "));
        assertTrue(first.getLast().endsWith("no differences"), first.getLast());
        assertEquals(14, first.size());
        String seed = first.getFirst().replaceAll(".*--random ", "");
        List<String> second = rehearse("rehearse --seeds 9 --rules abapa --positions 5000 --random " + seed);
        for (int i = 0; i < 13; i++) {
            assertEquals(withoutTime(first.get(i)), withoutTime(second.get(i)));
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    private List<String> rehearse(String words) {
        Object[] arguments = (words + " --scratch " + directory).split(" ");
        return Cli.run(arguments).assertSuccess().out().lines().toList();
    }

    private static String withoutTime(String line) {
        return line.replaceAll(", [^,]*$", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "rehearse|--seeds N is missing",
                "rehearse --seeds 3|a layer of 4 to 52 seeds can be rehearsed, not 3",
                "rehearse --seeds 9 --positions 0|--positions must be 1 or more, not 0",
                "rehearse --seeds 9 --scratch no-such-directory|'no-such-directory' is not a directory",
                "rehearse --game chomp|awari alone can be rehearsed"
            })
    void aUsersMistakeIsOneLineAndExitCodeTwo(String words, String reason) {
        String line = Cli.run((Object[]) words.split(" ")).assertFailure(2);
        assertTrue(line.contains(reason), line);
    }
}
