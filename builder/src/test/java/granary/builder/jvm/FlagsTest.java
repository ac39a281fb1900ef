package granary.builder.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The JVM flags stand twice in the project file, in the notation of jars and in that of the command line. */
class FlagsTest {
    private static String project;

    @BeforeAll
    static void read() throws IOException {
        project = Files.readString(Path.of("..", "pom.xml"));
    }

    @Test
    void theJarOpensThePackagesThatTheTestsOpen() {
        assertEquals(property("builder.opens"), packages("--add-opens="));
    }

    @Test
    void theJarExportsThePackagesThatTheTestsExport() {
        assertEquals(property("builder.exports"), packages("--add-exports="));
    }

    @Test
    void theLauncherPassesWhatAJarCannotSay() throws IOException {
        String launcher = Files.readString(Path.of("..", "granary"));
        Set<String> others = new TreeSet<>(property("builder.flags"));
        others.removeIf(flag -> flag.startsWith("--add-opens=") || flag.startsWith("--add-exports="));
        others.remove("--enable-native-access=ALL-UNNAMED"); // the jar's Enable-Native-Access
        others.forEach(flag -> assertTrue(launcher.contains(flag), flag));
    }

    private static Set<String> packages(String flag) {
        Set<String> packages = new TreeSet<>();
        for (String word : property("builder.flags")) {
            if (word.startsWith(flag)) {
                assertTrue(word.endsWith("=ALL-UNNAMED"), word);
                packages.add(word.substring(flag.length(), word.length() - "=ALL-UNNAMED".length()));
            }
        }
        return packages;
    }

    private static Set<String> property(String name) {
        Matcher matcher =
                Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)</").matcher(project);
        assertTrue(matcher.find(), name);
        return new TreeSet<>(Stream.of(matcher.group(1).strip().split("\\s+")).toList());
    }
}
