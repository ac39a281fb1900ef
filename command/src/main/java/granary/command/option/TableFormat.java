package granary.command.option;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import granary.builder.InvalidRequestException;
import granary.command.kit.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Option;

/** The options of commands that print a table: as text, as CSV or as JSON. */
public final class TableFormat {
    private static final String TABLE = "table";
    private static final String CSV = "csv";
    private static final String JSON = "json";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            completionCandidates = Formats.class,
            description = "table (the default), csv or json.")
    private String format;

    @Option(names = "--json", description = "The same as --format json.")
    private boolean json;

    /** For completion. */
    private static final class Formats extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Formats() {
            super(List.of(TABLE, CSV, JSON));
        }
    }

    /** Returns whether JSON is wanted. */
    public boolean isJson() {
        return format().equals(JSON);
    }

    /** Returns whether CSV is wanted. */
    public boolean isCsv() {
        return format().equals(CSV);
    }

    /**
     * Returns the wanted format.
     *
     * @throws InvalidRequestException when there is none of that name
     */
    private String format() {
        if (format == null) {
            return json ? JSON : TABLE;
        }
        if (!List.of(TABLE, CSV, JSON).contains(format)) {
            throw new InvalidRequestException("--format must be table, csv or json, not '" + format + "'");
        }
        if (json && !format.equals(JSON)) {
            throw new InvalidRequestException("--json contradicts --format " + format);
        }
        return format;
    }

    /**
     * Prints rows as CSV or JSON, if that is wanted. Returns whether it was.
     *
     * @param rows records or maps, one at least
     */
    public boolean print(PrintWriter out, List<?> rows) {
        if (isCsv()) {
            printCsv(out, rows);
        } else if (isJson()) {
            out.println(Json.line(rows));
        }
        return isCsv() || isJson();
    }

    /**
     * Prints rows as CSV (RFC 4180, with the line end of text files) under the names of their members. A list is its values with blanks
     * between them.
     *
     * @param rows records or maps, one at least
     */
    public static void printCsv(PrintWriter out, List<?> rows) {
        Gson gson = new Gson();
        List<Map<String, JsonElement>> all = rows.stream()
                .map(row -> gson.toJsonTree(row).getAsJsonObject().asMap())
                .toList();
        Set<String> names = new LinkedHashSet<>();
        all.forEach(row -> names.addAll(row.keySet()));
        out.println(String.join(",", names));
        for (Map<String, JsonElement> row : all) {
            out.println(names.stream().map(name -> cell(row.get(name))).collect(Collectors.joining(",")));
        }
    }

    private static String cell(JsonElement value) {
        String text = text(value);
        return text.matches("[^\",\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    private static String text(JsonElement value) {
        if (value == null) {
            return "";
        }
        return value instanceof JsonArray list
                ? StreamSupport.stream(list.spliterator(), false)
                        .map(TableFormat::text)
                        .collect(Collectors.joining(" "))
                : value.getAsString();
    }
}
