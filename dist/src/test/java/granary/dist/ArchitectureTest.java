package granary.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.Monitor;
import granary.command.kit.Subcommand;
import granary.database.Database;
import granary.engine.Engine;
import granary.games.WinLoss;
import granary.http.HttpDirectory;
import granary.plain.Rules;
import granary.testing.Tsv;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The dependencies between packages, as the JDK's jdeps finds them in the classes. */
class ArchitectureTest {
    private static final Pattern ARROW = Pattern.compile(
            "^ +(granary\\S*) +-> ((?:granary|picocli|org\\.jline|com\\.google\\.gson|org\\.eclipse\\.jetty)\\S*) ",
            Pattern.MULTILINE);

    /** For each package those that it uses. */
    private static final Map<String, Set<String>> USES = new TreeMap<>();

    @BeforeAll
    static void findDependencies() throws URISyntaxException, ClassNotFoundException {
        List<String> arguments = new ArrayList<>(
                List.of("-verbose:package", "-filter:none", "--ignore-missing-deps", "--multi-release", "base"));
        List<Class<?>> inModules = List.of(
                Rules.class,
                Database.class,
                WinLoss.class,
                Engine.class,
                HttpDirectory.class,
                Monitor.class,
                Subcommand.class,
                Class.forName("granary.plan.Plan"),
                Class.forName("granary.explorer.ServeCommand"));
        for (Class<?> inModule : inModules) {
            arguments.add(Path.of(inModule.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString());
        }
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out);
        int exitCode =
                ToolProvider.findFirst("jdeps").orElseThrow().run(writer, writer, arguments.toArray(String[]::new));
        assertEquals(0, exitCode, out::toString);
        Matcher arrows = ARROW.matcher(out.toString());
        while (arrows.find()) {
            if (!arrows.group(1).equals(arrows.group(2))) {
                USES.computeIfAbsent(arrows.group(1), name -> new TreeSet<>()).add(arrows.group(2));
            }
        }
        assertTrue(USES.get("granary.command.read").contains("granary.database"), USES::toString);
    }

    @Test
    void noPackageUsesItselfByWayOfOthers() {
        for (String start : USES.keySet()) {
            Set<String> reached = new TreeSet<>();
            collect(start, reached);
            assertFalse(reached.contains(start), () -> start + " is in a cycle among " + reached);
        }
    }

    private static void collect(String from, Set<String> reached) {
        for (String used : USES.getOrDefault(from, Set.of())) {
            if (reached.add(used)) {
                collect(used, reached);
            }
        }
    }

    @Test
    void noPackageUsesWhatItMustNotKnow() {
        List<String> wrong = new ArrayList<>();
        for (Map<String, String> row : Tsv.rows(ArchitectureTest.class, "forbidden-dependencies.tsv")) {
            USES.forEach((user, used) -> {
                if (isIn(user, row.get("package"))) {
                    used.stream()
                            .filter(name -> isIn(name, row.get("must not use")))
                            .forEach(name -> wrong.add(user + " uses " + name));
                }
            });
        }
        assertEquals(List.of(), wrong);
    }

    /** What is compared with it would otherwise be compared with itself. */
    @Test
    void thePlainModuleStandsApart() {
        assertEquals(null, USES.get("granary.plain"));
        USES.forEach((user, used) -> assertFalse(used.contains("granary.plain"), user));
    }

    private static boolean isIn(String name, String parent) {
        return name.equals(parent) || name.startsWith(parent + ".");
    }
}
