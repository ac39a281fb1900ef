package granary.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import granary.testing.ChildJvm;
import granary.testing.Jdks;
import granary.testing.Outcome;
import granary.testing.Thorough;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
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
    private static final int SIGINT = 2;
    private static final int SIGTERM = 15;
    private static final int JAVA_8 = 52;

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
        assertEquals(3, commands);
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
        return line.replaceAll("^\\d{4}-\\S+Z (layer )", "$1")
                .replaceAll("(positions), .*", "$1")
                .replaceAll(" in [0-9.]+ s \\(.*\\);", ";");
    }

    @Test
    void aQuestionLeavesStandardErrorEmptyAndAMistakeIsOneLine() throws IOException, InterruptedException {
        assertTrue(run("./granary", "--version").printed().startsWith("granary "));
        run("./granary", "plan", "--seeds", "10").assertSuccess();
        String line = run("./granary", "probe", "--dir", "none", "1").assertFailure(2);
        assertTrue(line.startsWith("granary: "), line);
    }

    @Test
    void aBuildMeasuresWhichVectorsSuitTheMachine() throws IOException, InterruptedException {
        String home = run("./granary", "--jdk").printed().strip();
        assertTrue(Files.isExecutable(Path.of(home, "bin", "java")), home);
        Outcome build = run("./granary", "build", "-v", "--dir", "db", "--seeds", "3");
        assertEquals(0, build.exitCode(), build.toString());
        String text = build.out() + build.err();
        assertTrue(text.contains("measured"), text);
    }

    @Test
    void launcherHidesOnlyTheNoteOnTheVectorModule() throws IOException, InterruptedException {
        assertEquals(
                "",
                run("./granary", "build", "--dir", "db", "--seeds", "2")
                        .assertSuccess()
                        .err());
        String mistake = run("./granary", "build", "--no-such-option").assertFailure(2);
        assertTrue(mistake.startsWith("granary: unknown option '--no-such-option'"), mistake);
        String announced = shell(
                        "GRANARY_JAVA_OPTIONS=-Xlog:safepoint*=off:stderr JAVA_TOOL_OPTIONS=-Dx=y exec \"$0\" build")
                .err();
        assertEquals(2, announced.lines().count(), announced);
        assertTrue(announced.startsWith("Picked up JAVA_TOOL_OPTIONS: -Dx=y\ngranary: "), announced);
        String refused = shell("GRANARY_JAVA_OPTIONS=-XX:NoSuchOption \"$0\" build 2>&1 | cat")
                .out();
        assertTrue(refused.contains("NoSuchOption") && refused.contains("Could not create"), refused);
    }

    @Test
    void optionsOfTheUserReplaceDefaults() throws IOException, InterruptedException {
        for (String options : List.of(
                "JAVA_TOOL_OPTIONS=-XX:+UseG1GC",
                "JDK_JAVA_OPTIONS=-XX:+UseG1GC",
                "GRANARY_JAVA_OPTIONS=-XX:+UseSerialGC",
                "GRANARY_JAVA_OPTIONS=-Xmx300m",
                "JAVA_TOOL_OPTIONS=-Xmx300m")) {
            for (String command : List.of("games", "build --dir db --seeds 2", "verify --dir db")) {
                Outcome outcome = shell(options + " exec \"$0\" " + command);
                assertEquals(0, outcome.exitCode(), options + " " + command + ": " + outcome);
                assertTrue(!outcome.out().contains("warning"), options + " " + command + ": " + outcome);
            }
        }
        Outcome warned =
                shell("GRANARY_JAVA_OPTIONS='-Xmx300m -XX:MaxNewSize=300m' exec \"$0\" verify --dir db --json");
        assertTrue(warned.out().startsWith("{") && warned.err().contains("warning"), warned.toString());
    }

    @Test
    void aBuildIsInterruptedThroughTheLauncher() throws IOException, InterruptedException {
        assumeFalse(isInterruptIgnored(), "this process ignores SIGINT, and so do those that it starts");
        String launcher = ROOT.resolve("granary").toString();
        ChildJvm.Running build = ChildJvm.start(List.of(launcher, "build", "--dir", "db", "--seeds", "40"), directory);
        try {
            while (build.process().isAlive() && !Files.readString(build.out()).contains("layer 3 ")) {
                Thread.sleep(10);
            }
        } finally {
            shell("kill -INT " + build.process().pid());
        }
        Outcome outcome = build.await();
        assertEquals(128 + SIGINT, outcome.exitCode(), outcome.toString());
        assertTrue(outcome.err().startsWith("granary: interrupted; finished layers are kept"), outcome.toString());
    }

    /** Linux tells it as a mask of signals; a shell that runs a program in the background has it ignore this one. */
    private static boolean isInterruptIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) >> SIGINT - 1 & 1) != 0);
    }

    @Test
    void firstStartInACloneNamesEachModuleWithoutEscapeCodes() throws IOException, InterruptedException {
        Outcome outcome = cloned("echo '[INFO] Building Granary reader 0.1.0                    [1/10]'; "
                + "mkdir -p dist/target; cp " + ROOT.resolve("dist/target/granary.jar") + " dist/target");
        assertEquals(0, outcome.exitCode(), outcome.toString());
        assertTrue(outcome.out().startsWith("granary "), outcome.toString());
        List<String> lines = outcome.err().lines().toList();
        assertEquals(2, lines.size(), outcome.toString());
        assertTrue(lines.get(0).contains("minute"), lines.get(0));
        assertEquals("granary: Granary reader 0.1.0 [1/10]", lines.get(1));
    }

    @Test
    void theFirstStartInACloneSaysWhyTheJarsCannotBeBuilt() throws IOException, InterruptedException {
        Outcome outcome = cloned("echo '[ERROR] no such plugin'; false");
        assertEquals(1, outcome.exitCode(), outcome.toString());
        assertTrue(
                outcome.err().endsWith("\n[ERROR] no such plugin\ngranary: the jars could not be built; see above\n"),
                outcome.toString());
    }

    /** A command that runs reads its jar until it ends, so the old file stays as it is, and comes back if there is no new one. */
    @Test
    void buildingTheJarAgainLeavesTheOldOneToRunningCommands() throws IOException, InterruptedException {
        Outcome outcome = shell(
                "cp \"$0\" granary && touch pom.xml && mkdir -p bin dist/target && echo old >dist/target/granary.jar"
                        + " && ln dist/target/granary.jar kept && printf '#!/bin/sh\\necho new >dist/target/granary.jar; false\\n' >bin/mvn"
                        + " && chmod +x bin/mvn && PATH=$PWD/bin:$PATH ./granary serve; cat kept dist/target/granary.jar; ls dist/target");
        assertEquals("old\nold\ngranary.jar\n", outcome.out(), outcome.toString());
    }

    /** Starts the launcher without a jar, and with a script instead of Maven, which ends with Maven's escape code. */
    private Outcome cloned(String maven) throws IOException, InterruptedException {
        return shell("cp \"$0\" granary && touch pom.xml && mkdir bin && { echo '#!/bin/sh'; echo \"trap 'printf"
                + " \\\"\\033[0m\\\"' EXIT\"; cat; } >bin/mvn <<'END' && chmod +x bin/mvn && PATH=$PWD/bin:$PATH"
                + " ./granary --version\n"
                + maven + "\nEND");
    }

    @Test
    void anOlderJavaSaysWhichItNeeds() throws IOException, InterruptedException {
        String jar = ROOT.resolve("dist/target/granary.jar").toString();
        String java = Jdks.require(17).resolve("bin/java").toString();
        String line = run(java, "-jar", jar, "games").assertFailure(2);
        assertTrue(line.startsWith("granary: needs Java 25 or newer; this is Java 17, in /"), line);
    }

    /** The class that says so has to be one that every Java reads. */
    @Test
    void theMainClassIsOfJava8() throws IOException {
        try (JarFile jar = new JarFile(ROOT.resolve("dist/target/granary.jar").toFile())) {
            String main = jar.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            try (DataInputStream bytes =
                    new DataInputStream(jar.getInputStream(jar.getEntry(main.replace('.', '/') + ".class")))) {
                assertEquals(0xCAFEBABE, bytes.readInt());
                assertEquals(0, bytes.readUnsignedShort());
                assertEquals(JAVA_8, bytes.readUnsignedShort(), main);
            }
        }
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
    void aServiceWithoutAHomeOrStandardInputMayRunIt() throws IOException, InterruptedException {
        Outcome homeless = shell("unset HOME; exec \"$0\" --version");
        assertEquals(0, homeless.exitCode(), homeless.toString());
        Outcome closed = shell("\"$0\" build --seeds 1 --dir db >/dev/null; exec \"$0\" uci --dir db <&-");
        assertEquals(0, closed.exitCode(), closed.toString());
        assertEquals("", closed.out() + closed.err());
    }

    @Test
    void optionsForJavaComeFromTheEnvironment() throws IOException, InterruptedException {
        Outcome outcome = shell("GRANARY_JAVA_OPTIONS='-XX:+UseSerialGC -Xmx64m --version' exec \"$0\" games");
        assertEquals(0, outcome.exitCode(), outcome.toString());
        assertTrue(outcome.out().lines().findFirst().orElseThrow().matches("(openjdk|java) .*"), outcome.toString());
    }

    @Test
    @Thorough
    void theJarAloneHasTheFastKernels() throws IOException, InterruptedException {
        Outcome build = java(List.of("-jar"), "build", "-v", "--dir", "db", "--seeds", "13");
        assertEquals("", build.assertSuccess().err());
        assertTrue(build.out().contains("vector kernels (measured"), build.out());
    }

    /** Only the manifest exports what loads the vector module. */
    @Test
    void buildWithoutTheManifestAdvisesOnFastKernels() throws IOException, InterruptedException {
        List<String> flags = new ArrayList<>();
        try (JarFile jar = new JarFile(ROOT.resolve("dist/target/granary.jar").toFile())) {
            String opened = jar.getManifest().getMainAttributes().getValue("Add-Opens");
            for (String name : opened.split(" ", -1)) {
                flags.add("--add-opens=" + name + "=ALL-UNNAMED");
            }
            String exported = jar.getManifest().getMainAttributes().getValue("Add-Exports");
            for (String name : exported.split(" ", -1)) {
                if (!name.equals("java.base/jdk.internal.module")) {
                    flags.add("--add-exports=" + name + "=ALL-UNNAMED");
                }
            }
        }
        flags.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
        Outcome build = java(flags, "granary.dist.Main", "build", "--dir", "db", "--seeds", "13");
        String first = build.printed().lines().findFirst().orElseThrow();
        assertTrue(first.contains("slow") && first.contains("--add-modules=jdk.incubator.vector"), first);
    }

    /** Runs the jar without the launcher. */
    private Outcome java(List<String> flags, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(run("./granary", "--jdk").printed().strip() + "/bin/java");
        command.add("--sun-misc-unsafe-memory-access=allow");
        command.addAll(flags);
        command.add(ROOT.resolve("dist/target/granary.jar").toString());
        command.addAll(List.of(arguments));
        return ChildJvm.run(command, directory);
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
    @Thorough
    void everyFormatIsInTheJarWithItsLibrary() throws IOException, InterruptedException {
        assertEquals(0, run("./granary", "build", "--dir", "db", "--seeds", "2").exitCode());
        for (String format : List.of("csv", "npy", "parquet", "raw", "vu")) {
            run("./granary", "export", "--dir", "db", "--layers", "2", "--format", format, "--out", format)
                    .assertSuccess();
            assertTrue(Files.exists(directory.resolve(format)), format);
        }
        run("./granary", "compare", "--with", "vu", "--dir", "db").assertSuccess();
    }

    @Test
    @Thorough
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
