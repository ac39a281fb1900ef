package granary.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import granary.builder.testing.Databases;
import granary.command.kit.TerminalWriter;
import granary.command.testing.Cli;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The output of commands: full disks, closed pipes, control characters. */
class OutputTest {
    private static final String[] COMMANDS = {
        "--help",
        "--version",
        "help build",
        "build --help",
        "build --dir NEW --seeds 1",
        "status --dir DB",
        "probe --dir DB 1 0 0 2 0 1 0 3 0 0 1 2",
        "probe --json --dir DB 1 0 0 2 0 1 0 3 0 0 1 2",
        "info --dir DB",
        "verify --dir DB",
        "plan --seeds 3",
        "games"
    };

    @TempDir
    private Path directory;

    static String[] commands() {
        return COMMANDS;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void outputThatCannotBeWrittenEndsWithOneAndAMessage(String command) throws IOException {
        assertEquals(
                "1 granary: standard output cannot be written: No space left on device\n",
                runInto("No space left on device", command));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aClosedPipeEndsQuietly(String command) throws IOException {
        assertEquals("141 ", runInto("Broken pipe", command));
    }

    @Test
    void anErrorOfJavaPrintsATraceOnlyWhenAsked() throws IOException {
        OutputStream faulty = new OutputStream() {
            @Override
            public void write(int b) {
                throw new StackOverflowError();
            }
        };
        String line = "granary: java.lang.StackOverflowError\n";
        assertEquals(
                "1 " + line + "granary: internal error; run again with --debug and report the output\n",
                runInto(faulty, "games"));
        String traced = runInto(faulty, "games --debug");
        assertTrue(traced.contains("\tat granary.") && traced.endsWith(line), traced);
    }

    private String runInto(String fault, String command) throws IOException {
        OutputStream faulty = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(fault);
            }
        };
        return runInto(faulty, command);
    }

    /** Runs a command into a stream that fails, and returns the exit code and standard error. */
    private String runInto(OutputStream faulty, String command) throws IOException {
        String line = command.replace("DB", Databases.twelveSeeds().toString())
                .replace("NEW", directory.resolve("new").toString());
        PrintWriter out = TerminalWriter.over(faulty, StandardCharsets.UTF_8);
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        return Granary.run(Map.of(), out, TerminalWriter.over(err, StandardCharsets.UTF_8), line.split(" ")) + " "
                + err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void controlCharactersOfANameReachNoTerminal() {
        String line = Cli.run("info", "--dir", directory.resolve("\u001b[31mred\u0007"))
                .assertFailure(2);
        assertTrue(line.contains("\\u001b[31mred\\u0007"), line);
        assertTrue(line.chars().noneMatch(Character::isISOControl), line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000", "\u001b]0;x\u0007", "\u009b31m", "\u007f", "\r", "\u202etxt", "\u2066", "\u2028"})
    void controlCharactersAreEscapedSoThatJsonStaysTheSame(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintWriter writer = TerminalWriter.over(bytes, StandardCharsets.UTF_8);
        writer.print("\"a" + text + "b\"\t\r\n");
        writer.flush();
        String printed = bytes.toString(StandardCharsets.UTF_8);
        assertTrue(printed.endsWith("b\"\t\r\n"), printed);
        assertTrue(
                printed.strip()
                        .chars()
                        .noneMatch(c -> Character.isISOControl(c)
                                || Character.getType(c) == Character.FORMAT
                                || Character.getType(c) == Character.LINE_SEPARATOR),
                printed);
        assertEquals("a" + text + "b", JsonParser.parseString(printed).getAsString());
    }
}
