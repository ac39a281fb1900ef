package granary.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The code beneath a heading of the README, as its reader would run it: in a Java of his own, in a directory of his own. */
public final class ReadmeSnippet {
    private static final Path README = Path.of("..", "README.md");

    private final String imports;
    private final String code;
    /** The options of Java that are shown after the code; empty if none are. */
    private final String options;

    /** Reads what stands beneath a heading. */
    public ReadmeSnippet(String heading) throws IOException {
        Matcher shown = Pattern.compile(
                        "## " + heading + "\n\n```java\n(.*?)\n\n(.*?)\n}\n```\n(.*?)\n## ", Pattern.DOTALL)
                .matcher(Files.readString(README));
        assertTrue(shown.find(), () -> "no Java under '" + heading + "' in the README");
        this.imports = shown.group(1);
        this.code = shown.group(2);
        Matcher block = Pattern.compile("```\n(--.*?\n)```", Pattern.DOTALL).matcher(shown.group(3));
        this.options = block.find() ? block.group(1) : "";
    }

    /** Returns the options that are shown. */
    public List<String> options() {
        return options.isEmpty() ? List.of() : List.of(options.strip().split("\\s+"));
    }

    /**
     * Runs the code.
     *
     * @param java the JDK
     * @param given the options of Java
     * @param classPath where the libraries are
     * @param directory the directory in which it runs
     * @param last what it does last, to print what it has found
     */
    public Outcome run(Path java, List<String> given, String classPath, Path directory, String last)
            throws IOException, InterruptedException {
        Path program = directory.resolve("Snippet.java");
        Files.writeString(
                program,
                imports + "\nclass Snippet {\npublic static void main(String[] words) throws Exception {\n" + code
                        + "\n" + last + "\n}\n}\n}\n");
        List<String> command = new ArrayList<>(List.of(ChildJvm.java(java)));
        command.addAll(given);
        command.addAll(List.of("-cp", classPath, program.toString()));
        return ChildJvm.run(command, directory);
    }
}
