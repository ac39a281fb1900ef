package granary.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Cli;
import granary.explorer.WebCommands;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command of the README and the documents can be pasted into a shell in the root of the repository. */
final class ReadmeCommandsIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final String NO_OPTION = "--no-such-option";

    /** In running text between backticks, or on an indented line up to a remark; what is shown of the output follows none. */
    private static final Pattern COMMAND = Pattern.compile(
            "`([^`\n]*)`|^ {4,6}(?:\\$ )?((?:[A-Z_]+=\\S+ )?(?:\\./granary|granary|mvn|benchmarks|java|source|\\$\\(|[^ ]*\\.jar)\\b.*?)(?: +#.*)?$",
            Pattern.MULTILINE);

    private static final Pattern GRANARY = Pattern.compile("(?:time |[A-Z_]+=\\S+ |source <\\()?\\./granary ([^)|>]*)");

    private static String documents() throws IOException {
        StringBuilder documents = new StringBuilder(Files.readString(ROOT.resolve("README.md")));
        try (DirectoryStream<Path> pages = Files.newDirectoryStream(ROOT.resolve("docs"), "*.md")) {
            for (Path page : pages) {
                documents.append(Files.readString(page));
            }
        }
        return documents.toString();
    }

    static List<String> texts() throws IOException {
        return COMMAND.matcher(documents())
                .results()
                .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
                .distinct()
                .toList();
    }

    static Stream<String> commands() throws IOException {
        return texts().stream().flatMap(text -> GRANARY.matcher(text).results().map(match -> match.group(1)));
    }

    /** Nothing is run: one more option, which does not exist, is what is complained of, if there is nothing before it. */
    @ParameterizedTest
    @MethodSource("commands")
    void commandAndOptionsExist(String words) {
        // The launcher's own, and what is answered whatever follows.
        if (!words.matches("--(jdk|flags|help)|completion")) {
            String line = complaint(words);
            assertTrue(line.contains("unknown option '" + NO_OPTION + "'"), line);
        }
    }

    @Test
    void anUnknownOptionOrCommandIsComplainedOf() {
        assertTrue(complaint("probe --dir db --colour red").contains("'--colour'"));
        assertTrue(complaint("prove --dir db").contains("'prove'"));
    }

    private static String complaint(String words) {
        return Cli.run(WebCommands.ALL, (Object[]) (words + " " + NO_OPTION).split(" +"))
                .assertFailure(2);
    }

    @Test
    void thereAreCommandsAndAllNameTheLauncherByItsPath() throws IOException {
        assertTrue(commands().count() > 10, () -> "found few commands");
        for (String text : texts()) {
            assertFalse(text.matches("(time )?granary .*|benchmarks\\.jar .*"), text);
        }
    }

    @Test
    void modulesAndFilesOfOtherCommandsExist() throws IOException {
        Pattern module = Pattern.compile("^mvn .*-pl ([a-z,/]+)");
        Pattern file = Pattern.compile("^(benchmarks/[a-z.]+)");
        for (String text : texts()) {
            Stream.concat(module.matcher(text).results(), file.matcher(text).results())
                    .flatMap((MatchResult match) -> Stream.of(match.group(1).split(",", -1)))
                    .forEach(name -> assertTrue(Files.exists(ROOT.resolve(name)), text));
        }
    }

    @Test
    void theDocumentsNameTheJarsThatTheirCommandsInstall() throws IOException {
        String documents = documents();
        Pattern install = Pattern.compile("^mvn install -pl (\\S+) -am -DskipTests$");
        Pattern artifact = Pattern.compile("</parent>\\s*<artifactId>([a-z-]+)</artifactId>");
        TreeSet<String> installed = new TreeSet<>();
        for (String text : texts()) {
            for (MatchResult command : install.matcher(text).results().toList()) {
                for (String module : command.group(1).split(",", -1)) {
                    Matcher pom = artifact.matcher(
                            Files.readString(ROOT.resolve(module).resolve("pom.xml")));
                    assertTrue(pom.find(), module);
                    assertTrue(
                            documents.contains(pom.group(1) + "`") || documents.contains(":" + pom.group(1) + ":"),
                            text);
                    installed.add(pom.group(1));
                }
            }
        }
        assertEquals(
                "[granary-builder, granary-engine, granary-games, granary-http, granary-reader]", installed.toString());
    }
}
