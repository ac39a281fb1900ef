package granary.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first code under a heading of a document, run as a reader would run it: in a Java and a directory of its own. */
public final class DocumentSnippet {
    private final String imports;
    private final String code;
    /** The options of Java that follow the code; empty if none do. */
    private final String options;

    /**
     * Reads a section.
     *
     * @param document its path in the repository
     * @param heading the section's heading
     */
    public DocumentSnippet(String document, String heading) throws IOException {
        String text = Files.readString(Path.of("..").resolve(document));
        Matcher section = Pattern.compile("^## " + heading + "\n(.*?)(^## |\\z)", Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(text);
        assertTrue(section.find(), () -> "no '" + heading + "' in " + document);
        Matcher shown = Pattern.compile("```java\n(import .*?)\n\n(.*?)\n}\n```\n", Pattern.DOTALL)
                .matcher(section.group(1));
        assertTrue(shown.find(), () -> "no Java under '" + heading + "' in " + document);
        this.imports = shown.group(1);
        this.code = shown.group(2);
        Matcher block = Pattern.compile("```\n(--.*?\n)```", Pattern.DOTALL).matcher(section.group(1));
        this.options = block.find() ? block.group(1) : "";
    }

    /** Returns the options of Java that the section shows. */
    public List<String> options() {
        return options.isEmpty() ? List.of() : List.of(options.strip().split("\\s+"));
    }

    /** Returns the expected output of code, from the remarks behind its print statements. */
    public static String printed(String code) {
        StringBuilder lines = new StringBuilder();
        Matcher remark = Pattern.compile("(?:print(?:ln|f)?|log)\\(.*\\);? +(?://|#) ([^:\n]*)")
                .matcher(code);
        while (remark.find()) {
            lines.append(remark.group(1)).append('\n');
        }
        assertTrue(!lines.isEmpty(), () -> "nothing is printed by " + code);
        return lines.toString();
    }

    /** Returns the expected output, from the remarks in the code. */
    public String printed() {
        return printed(code);
    }

    /**
     * Runs the code.
     *
     * @param java the JDK
     * @param given the options of Java
     * @param classPath where the libraries are
     * @param directory the directory in which it runs
     */
    public Outcome run(Path java, List<String> given, String classPath, Path directory)
            throws IOException, InterruptedException {
        Path program = directory.resolve("Snippet.java");
        Files.writeString(
                program,
                imports + "\nclass Snippet {\npublic static void main(String[] words) throws Exception {\n" + code
                        + "\n}\n}\n}\n");
        List<String> command = new ArrayList<>(List.of(ChildJvm.java(java)));
        command.addAll(given);
        command.addAll(List.of("-cp", classPath, program.toString()));
        return ChildJvm.run(command, directory);
    }
}
