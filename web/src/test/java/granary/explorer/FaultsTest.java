package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.plan.rehearse.Rehearsal;
import granary.testing.ChildJvm;
import granary.testing.TestRandom;
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

    @TempDir
    private Path directory;

    static List<Map<String, String>> faults() {
        return Tsv.rows(FaultsTest.class, "faults.tsv");
    }

    @Test
    void theTextsAreThereAndEachPhaseHasFaultsAndFindsNoneInASmallLayer() throws IOException {
        assertTrue(faults().size() >= 25);
        for (Map<String, String> fault : faults()) {
            assertTrue(
                    Files.readString(ROOT.resolve(fault.get("source"))).contains(fault.get("text")), fault.toString());
        }
        List<Rehearsal.Done> phases = new ArrayList<>();
        new Rehearsal(
                        new Awari(6, RuleSet.ABAPA),
                        9,
                        20_000,
                        TestRandom.create().nextLong(),
                        2)
                .run(directory, Monitor.SILENT, phases::add);
        assertTrue(
                phases.stream()
                        .allMatch(done -> done.compared() >= 500 || done.phase().equals("files")),
                phases::toString);
        assertEquals(
                phases.size() - 1,
                faults().stream().map(fault -> fault.get("phase")).distinct().count());
    }

    @ParameterizedTest
    @MethodSource("faults")
    @EnabledIfSystemProperty(named = "granary.faults", matches = "true")
    void aFaultIsFound(Map<String, String> fault) throws Exception {
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
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        System.out.println(fault.get("phase") + ", " + fault.get("fault") + ": " + said);
        assertEquals(1, process.waitFor(), fault + ": " + said);
    }

    /** Rehearses a layer, and ends with 1 when it finds a difference. */
    static final class Main {
        public static void main(String[] arguments) throws IOException {
            Path memory = Path.of("/dev/shm");
            Path place = Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
            try {
                new Rehearsal(new Awari(6, RuleSet.OLYMPIAD), Integer.parseInt(arguments[0]), 40_000, 1, 2)
                        .run(place, Monitor.SILENT, done -> {});
            } catch (CheckFailedException e) {
                System.out.println(e.getMessage());
                System.exit(1);
            }
        }
    }
}
