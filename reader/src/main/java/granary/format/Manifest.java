package granary.format;

import granary.error.DamagedFileException;
import granary.error.UnsupportedDatabaseException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The list of what a database directory holds: the game, its parameters, and the layers' files with their digests.
 *
 * <pre>
 * granary 4
 * game awari
 * parameter pits 6
 * parameter rules olympiad
 * scores 0 4116 (file digest, 64 hexadecimal digits)
 * distances 0 4116 (file digest, 64 hexadecimal digits)
 * compressed 12 606208 (file digest, 64 hexadecimal digits)
 * bounds 0 4116 (file digest, 64 hexadecimal digits)
 * checksum (CRC32C of all bytes before this line, 8 hexadecimal digits)
 * </pre>
 *
 * <p>Immutable. Readers ignore lines whose first word they do not know.
 *
 * @param game the game's id
 * @param parameters its parameters, in order
 * @param files the files of each kind by layer; no layer is packed and compressed; distances and bounds only of layers that have scores,
 *     but not of all of these
 */
public record Manifest(String game, Map<String, String> parameters, Map<FileKind, SortedMap<Integer, Entry>> files) {
    /** Takes copies of the maps. */
    public Manifest {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        Map<FileKind, SortedMap<Integer, Entry>> copies = new EnumMap<>(FileKind.class);
        for (FileKind kind : FileKind.values()) {
            copies.put(
                    kind, Collections.unmodifiableSortedMap(new TreeMap<>(files.getOrDefault(kind, new TreeMap<>()))));
        }
        files = Collections.unmodifiableMap(copies);
    }

    /** The manifest's name in its directory. */
    public static final String FILE_NAME = "granary.manifest";

    /** The longest manifest in bytes; a layer takes about a hundred. */
    public static final int MAX_LENGTH = 1 << 20;

    private static final String FIRST_WORD = "granary ";
    private static final String CHECKSUM = "checksum ";
    private static final Pattern FILE = Pattern.compile("(0|[1-9][0-9]{0,8}) (0|[1-9][0-9]{0,17}) ([0-9a-f]{64})");
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\n -~]");

    /**
     * A layer's file.
     *
     * @param length bytes
     * @param digest its {@link FileDigest}, lower-case hexadecimal
     */
    public record Entry(long length, String digest) {}

    /** Returns the manifest of a database without layers. */
    public static Manifest empty(String game, Map<String, String> parameters) {
        return new Manifest(game, parameters, Map.of());
    }

    /** Returns the name of the file of a layer's scores. */
    public static String fileName(int layer) {
        return FileKind.SCORES.fileName(layer);
    }

    /** Returns the files of a kind by layer. */
    public SortedMap<Integer, Entry> files(FileKind kind) {
        return files.get(kind);
    }

    /** Returns the line of a file, or null. */
    public Entry entry(FileKind kind, int layer) {
        return files.get(kind).get(layer);
    }

    /** Returns in which kind of file a layer's scores are: {@link FileKind#SCORES}, unless they are listed compressed. */
    public FileKind scoresKind(int layer) {
        return entry(FileKind.COMPRESSED, layer) == null ? FileKind.SCORES : FileKind.COMPRESSED;
    }

    /**
     * Returns this manifest with one file added or replaced. When the packed scores of a layer are replaced by others, its
     * distances are removed.
     */
    public Manifest with(FileKind kind, int layer, Entry entry) {
        Map<FileKind, SortedMap<Integer, Entry>> all = copies();
        Entry before = all.get(kind).put(layer, entry);
        if (kind == FileKind.SCORES && before != null && !before.equals(entry)) {
            all.get(FileKind.DISTANCES).remove(layer);
        }
        return new Manifest(game, parameters, all);
    }

    /** Returns this manifest without a file. When it has no scores of the layer then, all the layer's files are removed. */
    public Manifest without(FileKind kind, int layer) {
        Map<FileKind, SortedMap<Integer, Entry>> all = copies();
        all.get(kind).remove(layer);
        if (!all.get(FileKind.SCORES).containsKey(layer)
                && !all.get(FileKind.COMPRESSED).containsKey(layer)) {
            all.values().forEach(listed -> listed.remove(layer));
        }
        return new Manifest(game, parameters, all);
    }

    private Map<FileKind, SortedMap<Integer, Entry>> copies() {
        Map<FileKind, SortedMap<Integer, Entry>> copies = new EnumMap<>(FileKind.class);
        files.forEach((kind, listed) -> copies.put(kind, new TreeMap<>(listed)));
        return copies;
    }

    /** Returns all files by their names, kind by kind. */
    public Map<String, Entry> allFiles() {
        Map<String, Entry> all = new LinkedHashMap<>();
        files.forEach((kind, listed) -> listed.forEach((layer, entry) -> all.put(kind.fileName(layer), entry)));
        return all;
    }

    /** Returns the bytes of all files. */
    public long bytes() {
        return allFiles().values().stream().mapToLong(Entry::length).sum();
    }

    /** Returns the layers whose scores are listed, packed or compressed, ascending. */
    public SortedSet<Integer> scoreLayers() {
        SortedSet<Integer> all = new TreeSet<>(files.get(FileKind.SCORES).keySet());
        all.addAll(files.get(FileKind.COMPRESSED).keySet());
        return Collections.unmodifiableSortedSet(all);
    }

    /** Returns the manifest's bytes: always the same for the same files. */
    public byte[] toBytes() {
        StringBuilder text = new StringBuilder();
        text.append(FIRST_WORD).append(HeaderPage.MAJOR).append('\n');
        text.append("game ").append(game).append('\n');
        parameters.forEach((name, value) -> text.append("parameter " + name + " " + value + "\n"));
        files.forEach((kind, listed) -> listed.forEach((layer, entry) ->
                text.append(kind.word() + " " + layer + " " + entry.length() + " " + entry.digest() + "\n")));
        text.append(CHECKSUM + checksum(text.toString()) + "\n");
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads a manifest.
     *
     * @param where the file, for messages
     * @param bytes all its bytes
     * @throws UnsupportedDatabaseException when the version is unknown
     * @throws DamagedFileException when it does not begin like a manifest, its checksum does not hold, or a line cannot be understood
     */
    public static Manifest parse(String where, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        if (!text.startsWith(FIRST_WORD)) {
            throw new DamagedFileException(where, 0, "a manifest", "something else", "not Granary's file");
        }
        int line = text.lastIndexOf("\n" + CHECKSUM);
        int end = line < 0 ? text.length() : line + 1;
        String expected = CHECKSUM + checksum(text.substring(0, end)) + "\n";
        String found = text.substring(end);
        if (!found.equals(expected)) {
            throw new DamagedFileException(
                    where,
                    end,
                    "'" + expected.strip() + "' and the end",
                    "'" + printable(found.strip()) + "'",
                    "the manifest was truncated, damaged or edited; copy it again or run granary repair");
        }
        return new Lines(where).parse(text.substring(0, end));
    }

    private static String printable(String text) {
        return text.replaceAll("[^ -~]", "?");
    }

    private static String checksum(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    /** Parses the lines of a manifest whose checksum holds. */
    private static final class Lines {
        private final String where;
        private final Map<String, String> parameters = new LinkedHashMap<>();
        private final Map<FileKind, SortedMap<Integer, Entry>> files = new EnumMap<>(FileKind.class);

        private String game;
        private int at;

        Lines(String where) {
            this.where = where;
        }

        Manifest parse(String text) {
            checkVersion(text);
            Matcher unprintable = UNPRINTABLE.matcher(text);
            if (unprintable.find()) {
                at = unprintable.start();
                throw corrupt("printable ASCII", "byte " + Integer.toHexString(text.charAt(at)));
            }
            for (String line : text.substring(0, text.length() - 1).split("\n", -1)) {
                if (!take(line)) {
                    throw corrupt("a manifest line, each but once", "'" + line + "'");
                }
                at += line.length() + 1;
            }
            if (game == null) {
                throw corrupt("a game", "none");
            }
            Manifest manifest = new Manifest(game, parameters, files);
            for (FileKind kind : FileKind.values()) {
                SortedSet<Integer> layers = new TreeSet<>(manifest.files(kind).keySet());
                if (!manifest.scoreLayers().containsAll(layers)) {
                    throw corrupt(kind.word() + " of layers that have scores", "layers " + layers);
                }
            }
            SortedSet<Integer> both =
                    new TreeSet<>(manifest.files(FileKind.COMPRESSED).keySet());
            both.retainAll(manifest.files(FileKind.SCORES).keySet());
            if (!both.isEmpty()) {
                throw corrupt("each layer packed or compressed", "layers " + both + " both");
            }
            return manifest;
        }

        private void checkVersion(String text) {
            String line = text.substring(0, text.indexOf('\n'));
            if (!line.equals(FIRST_WORD + HeaderPage.MAJOR)) {
                String version = line.substring(FIRST_WORD.length());
                boolean number = version.matches("[0-9]{1,9}");
                throw new UnsupportedDatabaseException(
                        where,
                        0,
                        "version " + HeaderPage.MAJOR,
                        "'" + printable(line) + "'",
                        number ? HeaderPage.versionCause(Long.parseLong(version)) : "edited by hand");
            }
        }

        /** Parses a line and returns whether it is valid. */
        private boolean take(String line) {
            String word = line.split(" ", 2)[0];
            String rest = line.substring(Math.min(line.length(), word.length() + 1));
            for (FileKind kind : FileKind.values()) {
                if (word.equals(kind.word())) {
                    return takeFile(kind, rest);
                }
            }
            return switch (word) {
                case "granary" -> at == 0;
                case "game" -> {
                    boolean isFirst = game == null;
                    game = rest;
                    yield isFirst && rest.matches("[!-~]+");
                }
                case "parameter" -> {
                    String[] words = rest.split(" ", 2);
                    yield rest.matches("[!-~]+ [!-~]+") && parameters.put(words[0], words[1]) == null;
                }
                case "checksum" -> false; // there is one, the last line
                default -> true; // a later version's line: nothing this reader needs
            };
        }

        private boolean takeFile(FileKind kind, String rest) {
            Matcher file = FILE.matcher(rest);
            return file.matches()
                    && files.computeIfAbsent(kind, each -> new TreeMap<>())
                                    .put(
                                            Integer.parseInt(file.group(1)),
                                            new Entry(Long.parseLong(file.group(2)), file.group(3)))
                            == null;
        }

        private DamagedFileException corrupt(String expected, String actual) {
            return new DamagedFileException(where, at, expected, actual, "edited by hand");
        }
    }
}
