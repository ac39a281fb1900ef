package granary.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.ChildJvm;
import granary.testing.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher and the jar as they are shipped, by the README's word. */
@DisabledOnOs(OS.WINDOWS)
class LauncherIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String PROMPT = "    $ ";
    private static final int SIGTERM = 15;

    @TempDir
    private Path directory;

    @Test
    void theReadmesSessionGoesAsItSays() throws IOException, InterruptedException {
        int commands = 0;
        List<String> printed = List.of();
        for (String line : session()) {
            if (line.startsWith(PROMPT)) {
                Outcome outcome = run(line.substring(PROMPT.length()).split(" "));
                assertEquals(0, outcome.exitCode(), line + ": " + outcome);
                printed = outcome.out().lines().map(LauncherIT::withoutTimes).toList();
                commands++;
            } else if (!line.isBlank() && !line.strip().equals("...")) {
                String shown = withoutTimes(line.substring(4));
                assertTrue(printed.contains(shown), "not printed: " + shown + "\nbut:\n" + String.join("\n", printed));
            }
        }
        assertEquals(4, commands);
    }

    /** Returns the README's lines between the heading of the session and the text below it. */
    private static List<String> session() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));
        List<String> session = new ArrayList<>();
        for (String line : lines.subList(lines.indexOf("## Example session") + 1, lines.size())) {
            if (!line.isBlank() && !line.startsWith("    ")) {
                break;
            }
            session.add(line);
        }
        return session;
    }

    private static String withoutTimes(String line) {
        return line.replaceAll("(positions), .*", "$1").replaceAll(" in [0-9.]+ s \\(.*\\);", ";");
    }

    @Test
    void aQuestionLeavesStandardErrorEmptyAndAMistakeIsOneLine() throws IOException, InterruptedException {
        assertTrue(run("./granary", "--version").assertSuccess().out().startsWith("granary "));
        run("./granary", "plan", "--seeds", "10").assertSuccess();
        String line = run("./granary", "probe", "--dir", "none", "1").assertFailure(2);
        assertTrue(line.startsWith("granary: "), line);
    }

    @Test
    void aBuildMeasuresWhichVectorsSuitTheMachine() throws IOException, InterruptedException {
        String home = run("./granary", "--jdk").assertSuccess().out().strip();
        assertTrue(Files.isExecutable(Path.of(home, "bin", "java")), home);
        Outcome build = run("./granary", "build", "-v", "--dir", "db", "--seeds", "3");
        assertEquals(0, build.exitCode(), build.toString());
        String text = build.out() + build.err();
        assertTrue(text.contains("measured"), text);
    }

    /** The test's own JVM may not know such names, so the shell makes them. */
    @Test
    void underTheLocaleCFilesMayHaveAnyName() throws IOException, InterruptedException {
        String script = "dir=$(printf 'gr\\303\\274n'); export LC_ALL=C; "
                + "\"$0\" build --seeds 1 --dir \"$dir\" >&2 && \"$0\" info --dir \"$dir\" && ls \"$dir\"";
        Outcome outcome = shell(script);
        assertEquals(0, outcome.exitCode(), outcome.toString());
        assertTrue(outcome.out().endsWith("\nlayer-001.granary\n"), outcome.toString());
    }

    @Test
    void optionsForJavaComeFromTheEnvironment() throws IOException, InterruptedException {
        Outcome outcome = shell("GRANARY_JAVA_OPTIONS='-XX:+UseSerialGC -Xmx64m --version' exec \"$0\" games");
        assertEquals(0, outcome.exitCode(), outcome.toString());
        assertTrue(outcome.out().lines().findFirst().orElseThrow().startsWith("openjdk"), outcome.toString());
    }

    @Test
    void theJarAloneTellsHowToGetTheFastKernels() throws IOException, InterruptedException {
        String java = run("./granary", "--jdk").assertSuccess().out().strip() + "/bin/java";
        String jar = ROOT.resolve("dist/target/granary.jar").toString();
        Outcome build = ChildJvm.run(List.of(java, "-jar", jar, "build", "--dir", "db", "--seeds", "13"), directory);
        assertEquals(0, build.exitCode(), build.toString());
        String first = build.out().lines().findFirst().orElseThrow();
        assertTrue(first.contains("slow") && first.contains("--add-modules=jdk.incubator.vector"), first);
        Outcome launched = run("./granary", "build", "--dir", "db2", "--seeds", "13");
        assertFalse(launched.out().contains("slow"), launched.toString());
    }

    @Test
    void aFullDiskUnderTheOutputIsOneLineAndAClosedPipeNone() throws IOException, InterruptedException {
        if (Files.exists(Path.of("/dev/full"))) {
            String line = shell("exec \"$0\" games >/dev/full").assertFailure(1);
            assertTrue(line.startsWith("granary: standard output cannot be written: "), line);
        }
        assertEquals("141\n", shell("{ \"$0\" games; echo $? >&2; } | true").err());
    }

    @Test
    void everyFormatIsInTheJarWithItsLibrary() throws IOException, InterruptedException {
        assertEquals(0, run("./granary", "build", "--dir", "db", "--seeds", "2").exitCode());
        for (String format : List.of("csv", "npy", "parquet", "raw", "vu")) {
            run("./granary", "export", "--dir", "db", "--layers", "2", "--format", format, "--out", format)
                    .assertSuccess();
            assertTrue(Files.exists(directory.resolve(format)), format);
        }
        run("./granary", "compare", "--vu", "vu", "--dir", "db").assertSuccess();
    }

    @Test
    void theExplorerAnswersAndStopsWhenAsked() throws IOException, InterruptedException {
        assertEquals(0, run("./granary", "build", "--dir", "db", "--seeds", "2").exitCode());
        String launcher = ROOT.resolve("granary").toString();
        ChildJvm.Running server = ChildJvm.start(List.of(launcher, "serve", "--dir", "db", "--port", "0"), directory);
        Pattern address = Pattern.compile("Open (http://\\S+/) ");
        Matcher told = address.matcher("");
        while (server.process().isAlive() && !told.find()) {
            Thread.sleep(10);
            told = address.matcher(Files.readString(server.out()));
        }
        try (InputStream health = URI.create(told.group(1) + "health").toURL().openStream()) {
            assertEquals("{\"status\":\"ok\"}", new String(health.readAllBytes(), StandardCharsets.UTF_8).strip());
        } finally {
            server.process().destroy();
        }
        Outcome outcome = server.await();
        assertEquals("", outcome.err());
        assertEquals(128 + SIGTERM, outcome.exitCode());
    }

    /** Runs a script in which {@code $0} is the launcher. */
    private Outcome shell(String script) throws IOException, InterruptedException {
        return ChildJvm.run(
                List.of("/bin/sh", "-c", script, ROOT.resolve("granary").toString()), directory);
    }

    private Outcome run(String... command) throws IOException, InterruptedException {
        command[0] = ROOT.resolve(command[0]).normalize().toString();
        return ChildJvm.run(List.of(command), directory);
    }
}
