package granary.builder.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Packing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The bytes that the specification shows are those of the committed database that it speaks of. */
class SpecificationExampleTest {
    private static final Path DATABASE = Path.of("..", "conformance", "awari-6-olympiad");
    /** A line of bytes: where they are, then fields of whole bytes. */
    private static final Pattern DUMP = Pattern.compile("    ([0-9a-f]{4})((?: {1,2}(?:[0-9a-f]{2})+)+)(?: .*)?");

    /** The name of a hostile file that tests a rule. */
    private static final Pattern HOSTILE =
            Pattern.compile("`((?:manifest|layer|distances|compressed|bounds)-[a-z][a-z0-9-]*)`");

    /** Encoding, radix, k and b; several in a line. */
    private static final Pattern PACKING = Pattern.compile("\\| (\\d+) \\| (\\d+) \\| (\\d+)(?= \\|)");

    @Test
    void everyByteOfTheWorkedExampleIsInTheFile() throws IOException {
        byte[] file = Files.readAllBytes(DATABASE.resolve(Manifest.fileName(2)));
        BitSet shown = shown("### 6.4 Example", file);
        assertEquals(file.length, shown.nextClearBit(LayerHeader.LENGTH), "everything behind the header is shown");
        assertTrue(shown.cardinality() > 100, shown.cardinality() + " bytes were compared");
    }

    /** Compares the bytes that a part of the specification shows with a file, and returns which they are. */
    static BitSet shown(String heading, byte[] file) throws IOException {
        BitSet shown = new BitSet();
        for (String line : part(heading)) {
            Matcher dump = DUMP.matcher(line);
            if (dump.matches()) {
                int at = Integer.parseInt(dump.group(1), 16);
                byte[] bytes = HexFormat.of().parseHex(dump.group(2).replace(" ", ""));
                byte[] actual = Arrays.copyOfRange(file, at, at + bytes.length);
                assertEquals(HexFormat.of().formatHex(bytes), HexFormat.of().formatHex(actual), line);
                shown.set(at, at + bytes.length);
            }
        }
        return shown;
    }

    /** Returns the lines from a heading to the next. */
    static List<String> part(String heading) throws IOException {
        List<String> lines = specification();
        int from = lines.indexOf(heading) + 1;
        assertTrue(from > 0, heading);
        return lines.subList(from, lines.size()).stream()
                .takeWhile(line -> !line.startsWith("#"))
                .toList();
    }

    @Test
    void theManifestLinesAreThoseOfTheDatabase() throws IOException {
        List<String> manifest = Files.readAllLines(DATABASE.resolve(Manifest.FILE_NAME));
        List<String> shown = specification().stream()
                .filter(line -> line.startsWith("    scores "))
                .map(String::strip)
                .toList();
        assertEquals(2, shown.size());
        assertTrue(manifest.containsAll(shown), shown::toString);
    }

    @Test
    void theDigestOfTheConformanceFilesIsTheirs() throws Exception {
        Path root = Path.of("..").resolve(ConformanceDatabase.COMMITTED);
        Path readme = root.resolve("README.md");
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(file -> Files.isRegularFile(file) && !file.equals(readme))
                    .toList()) {
                String name = root.relativize(file).toString().replace('\\', '/');
                lines.add(name + " " + hex(Files.readAllBytes(file)));
            }
        }
        String list = lines.stream()
                .sorted()
                .map(line -> line.substring(line.indexOf(' ') + 1) + "  " + line.substring(0, line.indexOf(' ')) + "\n")
                .collect(Collectors.joining());
        assertTrue(
                Files.readAllLines(readme).contains("    " + hex(list.getBytes(StandardCharsets.US_ASCII))),
                () -> "README.md of the files does not name the digest "
                        + hex(list.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String hex(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void thePackingsAreThoseOfTheFormat() throws IOException {
        int compared = 0;
        for (String line : specification()) {
            Matcher row = PACKING.matcher(line);
            while (row.find()) {
                Packing packing = Packing.of(0, Integer.parseInt(row.group(1)) - 1);
                assertEquals(packing.digits() + " " + packing.bits(), row.group(2) + " " + row.group(3), line);
                compared++;
            }
        }
        assertEquals(6, compared);
    }

    @Test
    void theHostileFilesThatAreNamedExist() throws IOException {
        Path hostile = Path.of("..").resolve(ConformanceDatabase.COMMITTED).resolve("hostile");
        int named = 0;
        for (Matcher name = HOSTILE.matcher(String.join("\n", specification())); name.find(); named++) {
            String file = name.group(1);
            assertTrue(Files.exists(hostile.resolve(file)) || Files.exists(hostile.resolve(file + ".granary")), file);
        }
        assertTrue(named > 20, named + " files were looked for");
    }

    private static List<String> specification() throws IOException {
        return Files.readAllLines(Path.of("..", "format-spec.md"));
    }
}
