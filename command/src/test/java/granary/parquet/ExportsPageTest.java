package granary.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Cli;
import granary.testing.ChildJvm;
import granary.testing.Outcome;
import granary.testing.Thorough;
import granary.testing.Tools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs what docs/exports.md shows, up to the databases of others, and compares what it prints. */
@Thorough
class ExportsPageTest {
    private static final Pattern BLOCK = Pattern.compile("```([a-z]+)\n(.*?)```\n", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("^    \\./granary (.*)$", Pattern.MULTILINE);

    @TempDir
    private static Path directory;

    private static String page;

    @BeforeAll
    static void runTheCommands() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "exports.md"));
        page = document.substring(0, document.indexOf("\n## The database of the Vrije Universiteit\n"));
        Matcher commands = COMMAND.matcher(page);
        while (commands.find()) {
            if (!commands.group(1).contains("|")) {
                command(commands.group(1)).assertSuccess();
            }
        }
    }

    private static Outcome command(String line) {
        List<Object> words = new ArrayList<>();
        for (String word : line.split(" ", -1)) {
            String before = words.isEmpty() ? "" : words.getLast().toString();
            words.add(List.of("--dir", "--out").contains(before) ? directory.resolve(word) : word);
        }
        return Cli.run(words.toArray());
    }

    /** Returns the blocks of a language, each with the text that follows it. */
    private static List<String[]> blocks(String language) {
        List<String[]> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(page);
        while (matcher.find()) {
            if (matcher.group(1).equals(language)) {
                String code = matcher.group(2);
                assertTrue(matcher.find() && matcher.group(1).equals("text"), "what it prints follows");
                blocks.add(new String[] {code, matcher.group(2)});
            }
        }
        return blocks;
    }

    @Test
    void pythonPrintsWhatThePageSays() throws IOException, InterruptedException {
        String python = python();
        StringBuilder program = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (String[] block : blocks("python")) {
            program.append(block[0]);
            expected.append(block[1]);
        }
        Files.writeString(directory.resolve("program.py"), program);
        Process process = new ProcessBuilder(python, "program.py")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(expected.toString(), printed);
        assertEquals(0, process.waitFor());
    }

    /** Returns a Python that has NumPy. Without one the test is skipped, or fails if all tools are required. */
    private static String python() throws IOException, InterruptedException {
        for (Path program : Tools.onPath("python3").toList()) {
            if (ChildJvm.run(List.of(program.toString(), "-c", "import numpy")).exitCode() == 0) {
                return program.toString();
            }
        }
        Tools.require(false, "no python3 with numpy: what Python prints was not compared");
        throw new AssertionError("it is required");
    }

    @Test
    void duckDbPrintsWhatThePageSays() throws SQLException {
        for (String[] block : blocks("sql")) {
            List<List<String>> rows = DuckDb.query(directory, block[0]);
            String printed =
                    rows.stream().map(row -> String.join(",", row) + "\n").collect(Collectors.joining());
            assertEquals(block[1], printed);
        }
    }

    @Test
    void csvPrintsWhatThePageSays() throws IOException {
        command("export --dir db --layers 8 --format csv --out rows.csv").assertSuccess();
        List<String> lines = Files.readAllLines(directory.resolve("rows.csv"));
        assertTrue(
                page.contains("| head -2\n\n```text\n" + lines.get(0) + "\n" + lines.get(1) + "\n```\n"), lines.get(1));
    }
}
