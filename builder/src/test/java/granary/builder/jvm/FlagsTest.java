package granary.builder.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The JVM flags for agrona and chronicle-bytes, which the project file lists once. */
class FlagsTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void testsRunWithTheFlagsThatAreDerivedFromTheManifests() throws IOException {
        List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
        for (String opened : words("builder.opens")) {
            assertTrue(flags.contains("--add-opens=" + opened + "=ALL-UNNAMED"), opened);
        }
        for (String exported : words("builder.exports")) {
            assertTrue(flags.contains("--add-exports=" + exported + "=ALL-UNNAMED"), exported);
        }
    }

    @Test
    void theLauncherPassesWhatAManifestCannotSay() throws IOException {
        String launcher = Files.readString(ROOT.resolve("granary"));
        for (String flag : words("builder.launch-flags")) {
            assertTrue(launcher.contains(flag), flag);
        }
    }

    private static List<String> words(String property) throws IOException {
        String quoted = Pattern.quote(property);
        Matcher matcher = Pattern.compile("<" + quoted + ">([^<$]+)</" + quoted + ">")
                .matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertTrue(matcher.find(), property);
        assertEquals(matcher.group(1), matcher.group(1).strip(), property);
        return List.of(matcher.group(1).split(" "));
    }
}
