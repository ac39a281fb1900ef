package granary.format;

import granary.error.ChecksumException;
import granary.error.CorruptFileException;
import granary.error.NotADatabaseException;
import granary.error.UnsupportedVersionException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * The list of what a database directory holds: the game, its parameters, and the layers with their files' digests.
 *
 * <pre>
 * granary 1
 * game awari
 * parameter pits 6
 * parameter rules olympiad
 * layer 0 layer-000.granary 4116 (sha-256, 64 hexadecimal digits)
 * checksum (CRC32C of all bytes before this line, 8 hexadecimal digits)
 * </pre>
 *
 * <p>Immutable. Readers pass over lines whose first word they do not know.
 *
 * @param game the game's id
 * @param parameters its parameters, in order
 * @param layers the finished layers by number
 */
public record Manifest(String game, Map<String, String> parameters, SortedMap<Integer, Entry> layers) {
    /** Takes copies of the maps. */
    public Manifest {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        layers = Collections.unmodifiableSortedMap(new TreeMap<>(layers));
    }

    /** The manifest's name in its directory. */
    public static final String FILE_NAME = "granary.manifest";

    private static final String FIRST_WORD = "granary ";
    private static final String VERSION = "1";
    private static final String CHECKSUM = "checksum ";

    /**
     * A layer's file.
     *
     * @param fileName its name in the directory
     * @param length bytes
     * @param sha256 digest of all its bytes, lower-case hexadecimal
     */
    public record Entry(String fileName, long length, String sha256) {}

    /** Returns the name of a layer's file. */
    public static String fileName(int layer) {
        return String.format(Locale.ROOT, "layer-%03d.granary", layer);
    }

    /** Returns this manifest with one layer added or replaced. */
    public Manifest with(int layer, Entry entry) {
        SortedMap<Integer, Entry> more = new TreeMap<>(layers);
        more.put(layer, entry);
        return new Manifest(game, parameters, more);
    }

    /** Returns the manifest's bytes. */
    public byte[] toBytes() {
        StringBuilder text = new StringBuilder();
        text.append(FIRST_WORD).append(VERSION).append('\n');
        text.append("game ").append(game).append('\n');
        parameters.forEach((name, value) ->
                text.append("parameter ").append(name).append(' ').append(value).append('\n'));
        layers.forEach((layer, entry) -> text.append("layer ")
                .append(layer)
                .append(' ')
                .append(entry.fileName())
                .append(' ')
                .append(entry.length())
                .append(' ')
                .append(entry.sha256())
                .append('\n'));
        String checksum = checksum(text.toString());
        text.append(CHECKSUM).append(checksum).append('\n');
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads a manifest.
     *
     * @param path the file, for messages
     * @param bytes all its bytes
     * @throws NotADatabaseException when the first line is not that of a manifest
     * @throws UnsupportedVersionException when the version is unknown
     * @throws ChecksumException when the checksum does not hold or is missing
     * @throws CorruptFileException when a line cannot be understood
     */
    public static Manifest parse(Path path, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        if (!text.startsWith(FIRST_WORD)) {
            throw new NotADatabaseException(path, 0, "a manifest", "something else", "not Granary's file");
        }
        int end = text.lastIndexOf("\n" + CHECKSUM) + 1;
        String expected = CHECKSUM + checksum(text.substring(0, end)) + "\n";
        if (end == 0 || !text.substring(end).equals(expected)) {
            throw new ChecksumException(
                    path,
                    end == 0 ? bytes.length : end,
                    end == 0 ? "a line with the checksum" : "'" + expected.strip() + "' and the end",
                    end == 0 ? "the end" : "'" + text.substring(end).strip() + "'",
                    "the manifest was truncated, damaged or edited");
        }
        String game = "";
        Map<String, String> parameters = new LinkedHashMap<>();
        SortedMap<Integer, Entry> layers = new TreeMap<>();
        int at = 0;
        for (String line : text.substring(0, end).split("\n", -1)) {
            String[] words = line.split(" ", -1);
            try {
                switch (words[0]) {
                    case "granary" -> {
                        if (!words[1].equals(VERSION)) {
                            throw new UnsupportedVersionException(
                                    path, at, "version " + VERSION, line, "written by a later Granary");
                        }
                    }
                    case "game" -> {
                        refuse(!game.isEmpty());
                        game = words[1];
                    }
                    case "parameter" -> parameters.put(words[1], words[2]);
                    case "layer" -> refuse(layers.put(layer(words[1]), entry(words)) != null);
                    default -> {
                        // A later version's line: nothing this reader needs.
                    }
                }
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new CorruptFileException(path, at, "a manifest line", "'" + line + "'", "edited by hand");
            }
            at += line.length() + 1;
        }
        return new Manifest(game, parameters, layers);
    }

    private static void refuse(boolean twice) {
        if (twice) {
            throw new NumberFormatException("twice");
        }
    }

    private static int layer(String word) {
        int layer = Integer.parseInt(word);
        if (layer < 0) {
            throw new NumberFormatException("negative");
        }
        return layer;
    }

    private static Entry entry(String[] words) {
        // A separator could lead out of the directory, and no system takes every character.
        if (!words[2].matches("[A-Za-z0-9_-][A-Za-z0-9._-]*")) {
            throw new NumberFormatException("not a file name");
        }
        return new Entry(words[2], Long.parseLong(words[3]), words[4]);
    }

    private static String checksum(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }
}
