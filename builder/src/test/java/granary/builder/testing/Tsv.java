package granary.builder.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Tables of expected values. */
public final class Tsv {
    private static final Path RESOURCES = Path.of("src", "test", "resources");

    private Tsv() {}

    /** Returns the rows of a table among the test resources, without comments and headings. */
    public static List<List<String>> resource(String name) throws IOException {
        return rows(RESOURCES.resolve(name));
    }

    /** Returns the rows of a table, without comments and headings. */
    public static List<List<String>> rows(Path path) throws IOException {
        return Files.readAllLines(path).stream()
                .filter(line -> !line.startsWith("#"))
                .skip(1)
                .map(line -> List.of(line.split("\t", -1)))
                .toList();
    }
}
