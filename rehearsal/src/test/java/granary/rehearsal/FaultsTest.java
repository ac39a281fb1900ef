package granary.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.file.TemporaryDirectory;
import granary.testing.ChildJvm;
import granary.testing.Tsv;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A rehearsal finds faults that only large layers show. Each is put into a copy of a class, which a Java of its own finds first: some
 * tens of seconds each.
 */
final class FaultsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** The exit code, which no other end of a Java has. */
    private static final int DIFFERENCE = 3;

    @TempDir
    private Path directory;

    static List<Map<String, String>> faults() {
        return Tsv.rows(FaultsTest.class, "faults.tsv");
    }

    @Test
    void textsReplacedByFaultsOccurOnce() throws IOException {
        assertTrue(faults().size() >= 25);
        for (Map<String, String> fault : faults()) {
            String source = Files.readString(ROOT.resolve(fault.get("source")));
            assertEquals(2, source.split(Pattern.quote(fault.get("text")), -1).length, fault.toString());
        }
    }

    @ParameterizedTest
    @MethodSource("faults")
    @EnabledIfSystemProperty(named = "granary.faults", matches = "true")
    void faultIsFound(Map<String, String> fault) throws Exception {
        Path source = ROOT.resolve(fault.get("source"));
        Path faulty = directory.resolve(source.getFileName());
        Files.writeString(faulty, Files.readString(source).replace(fault.get("text"), fault.get("fault")));
        String classes = System.getProperty("java.class.path");
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-nowarn",
                        "--add-modules",
                        "jdk.incubator.vector",
                        "-cp",
                        classes,
                        "-d",
                        directory.toString(),
                        faulty.toString());
        assertEquals(0, compiled, fault.toString());
        List<String> command =
                new ArrayList<>(List.of(ChildJvm.java(Path.of(System.getProperty("java.home"))), "-Xmx4g"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--"))
                .forEach(command::add);
        command.addAll(
                List.of("-cp", directory + File.pathSeparator + classes, Main.class.getName(), fault.get("seeds")));
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        System.out.println(fault.get("phase") + ", " + fault.get("fault") + ": " + said);
        assertEquals(DIFFERENCE, process.waitFor(), fault + ": " + said);
    }

    /** Rehearses a layer, and ends with {@value #DIFFERENCE} when it finds a difference. */
    static final class Main {
        public static void main(String[] arguments) throws IOException {
            try (TemporaryDirectory files = TemporaryDirectory.in(Rehearsal.place())) {
                Awari awari = new Awari(6, RuleSet.OLYMPIAD);
                Rehearsal.run(awari, Integer.parseInt(arguments[0]), 40_000, 1, files.path());
            } catch (CheckFailedException e) {
                System.err.println(e.getMessage());
                System.exit(DIFFERENCE);
            }
        }
    }
}
