package granary.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.Uninterrupted;
import granary.command.kit.TerminalWriter;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.plain.Header;
import granary.plain.LayerFile;
import granary.testing.HeaderBytes;
import granary.testing.Outcome;
import granary.testing.SignedManifest;
import granary.testing.TestRandom;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Databases with changes at random, whose checksums and digests were made right again, so that what lies behind these is
 * reached: every command ends with a documented code and at most some lines of plain text, and takes little memory.
 *
 * <p>{@code -Dgranary.mutations=100000} says how many.
 */
class MutatedDatabaseTest {
    private static final int MUTATIONS = Integer.getInteger("granary.mutations", 200);
    private static final Uninterrupted DATABASE = new Uninterrupted("awari pits=2 rules=olympiad", 4, true);

    /** The most bytes that a command may allocate, including the parsing of its words. */
    private static final long MOST_BYTES = 64 << 20;

    private static final int[] FIELDS = {
        HeaderBytes.MAJOR,
        HeaderBytes.MINOR,
        HeaderBytes.HEADER_LENGTH,
        HeaderBytes.FILE_LENGTH,
        HeaderBytes.LAYER,
        HeaderBytes.QUANTITY,
        HeaderBytes.POSITIONS,
        HeaderBytes.MINIMUM,
        HeaderBytes.RADIX,
        HeaderBytes.DIGITS,
        HeaderBytes.BITS,
        HeaderBytes.BUILT_ON,
        HeaderBytes.IDENTITY,
        HeaderBytes.IDENTITY + 2
    };

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path directory;

    private final Random random = TestRandom.create();
    private final Map<String, byte[]> whole = new TreeMap<>();
    private final ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    private final PrintWriter out = TerminalWriter.over(outBytes, StandardCharsets.UTF_8);
    private final PrintWriter err = TerminalWriter.over(errBytes, StandardCharsets.UTF_8);
    private final CommandLine commands = Granary.line(Map.of(), out, err);
    private final Map<Integer, Integer> codes = new TreeMap<>();

    @Test
    void commandsEndAsDocumentedOnAnyMutatedDatabase() throws IOException {
        DATABASE.build(directory);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(each -> !each.endsWith("granary.builder")).toList()) {
                whole.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        for (int i = 0; i < MUTATIONS; i++) {
            if (i % 10_000 == 9_999) {
                System.out.println(i + 1 + " mutations, exit codes " + codes);
            }
            Map<String, byte[]> mutated = new TreeMap<>(whole);
            String what = mutate(mutated);
            write(mutated);
            for (String command :
                    List.of("info --dir DB", "probe --dir DB " + board(), "verify --threads 1 --dir DB")) {
                check(command, what);
            }
        }
        System.out.println("exit codes " + codes);
        assertTrue(codes.keySet().containsAll(List.of(0, 1)), codes::toString);
    }

    private String board() {
        return random.nextInt(3) + " " + random.nextInt(2) + " " + random.nextInt(2) + " " + random.nextInt(2);
    }

    private void check(String command, String what) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Outcome outcome = run(command.replace("DB", directory.toString()).split(" "));
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        String all = command + " after " + what + ": " + outcome;
        codes.merge(outcome.exitCode(), 1, Integer::sum);
        assertTrue(allocated < MOST_BYTES, allocated + " bytes, " + all);
        assertTrue(outcome.exitCode() >= 0 && outcome.exitCode() <= 2, all);
        assertTrue((outcome.exitCode() == 0) == outcome.err().isEmpty(), all);
        assertTrue(outcome.err().lines().allMatch(line -> line.startsWith("granary: ")), all);
        assertTrue(!outcome.err().contains("internal error") && !outcome.err().contains("Exception"), all);
        assertTrue(all.length() < 20_000, all);
        assertTrue((outcome.out() + outcome.err()).chars().allMatch(c -> c == '\n' || c >= ' ' && c <= '~'), all);
    }

    /** Reuses all commands: making them again would take most of the time. */
    private Outcome run(String... words) {
        outBytes.reset();
        errBytes.reset();
        int code = commands.execute(words);
        out.flush();
        err.flush();
        return new Outcome(code, outBytes.toString(StandardCharsets.UTF_8), errBytes.toString(StandardCharsets.UTF_8));
    }

    private void write(Map<String, byte[]> files) throws IOException {
        for (var file : files.entrySet()) {
            Path path = directory.resolve(file.getKey());
            byte[] bytes = file.getValue();
            if (Files.size(path) != bytes.length || !Arrays.equals(Files.readAllBytes(path), bytes)) {
                Files.write(path, bytes);
            }
        }
    }

    /** Changes some files and makes checksums and digests right again, mostly. */
    private String mutate(Map<String, byte[]> files) {
        List<String> names = new ArrayList<>(files.keySet());
        names.remove(Manifest.FILE_NAME);
        StringBuilder what = new StringBuilder();
        for (int i = random.nextInt(3); i >= 0; i--) {
            String name = names.get(random.nextInt(names.size()));
            byte[] file = files.get(name).clone();
            boolean header = random.nextBoolean();
            what.append(header ? changeHeader(file) : changeData(file))
                    .append(" of ")
                    .append(name)
                    .append(' ');
            if (random.nextInt(8) != 0) {
                file = Header.sign(file);
            }
            boolean isReadable = Arrays.equals(file, 0, LayerHeader.LENGTH, whole.get(name), 0, LayerHeader.LENGTH);
            files.put(name, isReadable && random.nextInt(8) != 0 ? LayerFile.sign(file) : file);
        }
        if (random.nextInt(3) == 0) {
            files.putAll(whole); // only the manifest is changed
        }
        List<String> lines = manifest(files);
        if (random.nextInt(2) == 0) {
            what.append(changeLines(lines));
        }
        files.put(Manifest.FILE_NAME, SignedManifest.of(lines.toArray(String[]::new)));
        return what.toString();
    }

    /** Returns a small number or one next to a power of two, of either sign: limits are of these. */
    private long roundNumber() {
        long number = (random.nextBoolean() ? random.nextInt(6) : 1L << random.nextInt(64)) + random.nextInt(3) - 1;
        return random.nextBoolean() ? number : -number;
    }

    private String changeHeader(byte[] file) {
        int at = FIELDS[random.nextInt(FIELDS.length)];
        long number = random.nextBoolean() ? roundNumber() : random.nextLong();
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        switch (random.nextInt(4)) {
            case 0 -> bytes.put(at, (byte) number);
            case 1 -> bytes.putShort(at, (short) number);
            case 2 -> bytes.putInt(at, (int) number);
            default -> bytes.putLong(at, number);
        }
        return number + " at " + at;
    }

    private String changeData(byte[] file) {
        int at = LayerHeader.LENGTH + random.nextInt(file.length - LayerHeader.LENGTH);
        file[at] = (byte) (random.nextBoolean() ? file[at] ^ 1 << random.nextInt(8) : random.nextInt(256));
        return "byte " + at;
    }

    /** Returns the manifest's lines, with lengths and digests of the files as they are, mostly. */
    private List<String> manifest(Map<String, byte[]> files) {
        List<String> lines = new ArrayList<>(List.of("granary 4", "game awari"));
        DATABASE.game().parameters().forEach((name, value) -> lines.add("parameter " + name + " " + value));
        for (String quantity : List.of("scores", "distances")) {
            for (int layer = 0; layer <= DATABASE.top(); layer++) {
                String name =
                        String.format("layer-%03d%s.granary", layer, quantity.equals("scores") ? "" : ".distances");
                byte[] file = (random.nextInt(20) == 0 ? whole : files).get(name);
                lines.add(quantity + " " + layer + " " + file.length + " " + FileDigest.of(file));
            }
        }
        return lines;
    }

    private String changeLines(List<String> lines) {
        int number = random.nextInt(lines.size());
        String line = lines.get(number);
        String[] words = line.split(" ", -1);
        switch (random.nextInt(6)) {
            case 0 -> lines.remove(number);
            case 1 -> lines.add(random.nextInt(lines.size() + 1), line);
            case 2 -> {
                words[random.nextInt(words.length)] = Long.toString(roundNumber());
                lines.set(number, String.join(" ", words));
            }
            case 3 -> {
                String[] other = lines.get(random.nextInt(lines.size())).split(" ", -1);
                words[random.nextInt(words.length)] = other[random.nextInt(other.length)];
                lines.set(number, String.join(" ", words));
            }
            case 4 -> lines.set(number, line.substring(0, random.nextInt(line.length() + 1)));
            default -> {
                byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                lines.set(number, new String(bytes, StandardCharsets.ISO_8859_1));
            }
        }
        return "line " + number + " of the manifest";
    }
}
