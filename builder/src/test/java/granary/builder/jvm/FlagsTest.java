package granary.builder.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.DocumentSnippet;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    void documentShowsOptionsAndManifestLines() throws IOException {
        List<String> expected = new ArrayList<>();
        words("builder.opens").forEach(name -> expected.add("--add-opens=" + name + "=ALL-UNNAMED"));
        words("builder.exports").forEach(name -> expected.add("--add-exports=" + name + "=ALL-UNNAMED"));
        expected.add("--enable-native-access=ALL-UNNAMED");
        expected.addAll(words("builder.launch-flags"));
        assertEquals(expected, new DocumentSnippet("docs/embedding.md", "The builder").options());
        String documents = Files.readString(ROOT.resolve("docs/embedding.md"));
        assertTrue(documents.contains("Add-Opens: " + String.join(" ", words("builder.opens")) + "\n"));
        assertTrue(documents.contains("Add-Exports: " + String.join(" ", words("builder.exports")) + "\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"granary", "granary.cmd"})
    void theLauncherPassesWhatAManifestCannotSay(String launcher) throws IOException {
        String text = Files.readString(ROOT.resolve(launcher));
        for (String flag : words("builder.launch-flags")) {
            assertTrue(text.contains(flag), flag);
        }
    }

    /** Java would announce it on standard error, before every build and every error. */
    @ParameterizedTest
    @ValueSource(strings = {"granary", "granary.cmd", "pom.xml"})
    void javaIsNotStartedWithTheVectorModuleWhichTheBuilderLoads(String file) throws IOException {
        assertFalse(Files.readString(ROOT.resolve(file)).contains("jdk.incubator.vector"));
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
