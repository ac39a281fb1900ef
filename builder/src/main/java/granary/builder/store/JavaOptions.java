package granary.builder.store;

import granary.builder.InvalidRequestException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The options of Java without which agrona and chronicle-bytes end in errors that name none. The manifest of the executable jar stands
 * for them. Other options only make a build faster or quieter.
 */
final class JavaOptions {
    private static final List<String> OPENED = List.of(
            "java.lang", "java.lang.reflect", "java.io", "java.nio", "java.util", "sun.nio.ch", "jdk.internal.misc");

    private static final String EXPORTED = "jdk.internal.ref";

    private JavaOptions() {}

    /**
     * Checks that Java was started with them.
     *
     * @throws InvalidRequestException when it was not, with those that are missing
     */
    static void require() {
        Module java = Object.class.getModule();
        Module libraries = JavaOptions.class.getModule();
        String missing = Stream.concat(
                        OPENED.stream()
                                .filter(name -> !java.isOpen(name, libraries))
                                .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED"),
                        Stream.of(EXPORTED)
                                .filter(name -> !java.isExported(name, libraries))
                                .map(name -> "--add-exports=java.base/" + name + "=ALL-UNNAMED"))
                .collect(Collectors.joining(" "));
        if (!missing.isEmpty()) {
            throw new InvalidRequestException("the builder needs options that Java was started without: " + missing
                    + " (docs/embedding.md has the lines of a jar's manifest that do the same)");
        }
    }
}
