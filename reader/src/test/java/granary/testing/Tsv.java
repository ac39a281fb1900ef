package granary.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Reads tables of test data: the first line names the columns, fields are separated by tabs, # begins a remark. */
public final class Tsv {
    private Tsv() {}

    /** Returns the rows of the table that lies beside a class, each as its fields by column name. */
    public static List<Map<String, String>> rows(Class<?> beside, String name) {
        List<List<String>> lines = lines(beside, name);
        List<String> names = lines.get(0);
        return lines.stream().skip(1).map(fields -> row(names, fields)).toList();
    }

    /** Returns the rows of the table that lies beside a class, without the names of the columns. */
    public static List<List<String>> fields(Class<?> beside, String name) {
        return lines(beside, name).stream().skip(1).toList();
    }

    /** Returns the rows of a table, without the names of the columns. */
    public static List<List<String>> fields(Path table) throws IOException {
        return lines(Files.readAllLines(table).stream()).stream().skip(1).toList();
    }

    private static List<List<String>> lines(Class<?> beside, String name) {
        try (InputStream bytes = Objects.requireNonNull(beside.getResourceAsStream(name), name);
                BufferedReader reader = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
            return lines(reader.lines());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<List<String>> lines(Stream<String> lines) {
        return lines.filter(line -> !line.startsWith("#"))
                .map(line -> List.of(line.split("\t", -1)))
                .toList();
    }

    private static Map<String, String> row(List<String> names, List<String> fields) {
        if (fields.size() != names.size()) {
            throw new IllegalStateException(names.size() + " columns, but " + String.join(" | ", fields));
        }
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            row.put(names.get(i), fields.get(i));
        }
        return row;
    }

    /** Returns a field as a number. */
    public static int number(Map<String, String> row, String name) {
        return Integer.parseInt(row.get(name));
    }
}
