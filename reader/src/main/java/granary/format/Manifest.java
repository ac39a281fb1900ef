package granary.format;

import granary.error.ChecksumException;
import granary.error.CorruptFileException;
import granary.error.NotADatabaseException;
import granary.error.UnsupportedVersionException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
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
 * granary 2
 * game awari
 * parameter pits 6
 * parameter rules olympiad
 * scores 0 4116 (file digest, 64 hexadecimal digits)
 * distances 0 4116 (file digest, 64 hexadecimal digits)
 * sealed 12 606208 (file digest, 64 hexadecimal digits)
 * checksum (CRC32C of all bytes before this line, 8 hexadecimal digits)
 * </pre>
 *
 * <p>Immutable. Readers ignore lines whose first word they do not know.
 *
 * @param game the game's id
 * @param parameters its parameters, in order
 * @param layers the files of scores by layer
 * @param distances the files of distances by layer; only of layers whose scores are there, but not of all of these
 * @param sealed the files of sealed scores by layer
 */
public record Manifest(
        String game,
        Map<String, String> parameters,
        SortedMap<Integer, Entry> layers,
        SortedMap<Integer, Entry> distances,
        SortedMap<Integer, Entry> sealed) {
    /** Takes copies of the maps. */
    public Manifest {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        layers = Collections.unmodifiableSortedMap(new TreeMap<>(layers));
        distances = Collections.unmodifiableSortedMap(new TreeMap<>(distances));
        sealed = Collections.unmodifiableSortedMap(new TreeMap<>(sealed));
    }

    /** The manifest's name in its directory. */
    public static final String FILE_NAME = "granary.manifest";

    /** The longest manifest in bytes; a layer takes about a hundred. */
    public static final int MAX_LENGTH = 1 << 20;

    private static final String FIRST_WORD = "granary ";
    private static final String CHECKSUM = "checksum ";
    private static final String SEALED = "sealed";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
    private static final Pattern VALUE = Pattern.compile("[!-~]+");
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
        return new Manifest(
                game,
                parameters,
                Collections.emptySortedMap(),
                Collections.emptySortedMap(),
                Collections.emptySortedMap());
    }

    /** Returns the name of the file of a layer's scores. */
    public static String fileName(int layer) {
        return Quantity.SCORES.fileName(layer);
    }

    /** Returns the files of a quantity by layer. */
    public SortedMap<Integer, Entry> files(Quantity quantity) {
        return quantity == Quantity.SCORES ? layers : distances;
    }

    /**
     * Returns this manifest with one file added or replaced. When the scores of a layer are replaced by others, its distances are
     * removed.
     */
    public Manifest with(Quantity quantity, int layer, Entry entry) {
        SortedMap<Integer, Entry> scoreFiles = new TreeMap<>(layers);
        SortedMap<Integer, Entry> distanceFiles = new TreeMap<>(distances);
        if (quantity == Quantity.DISTANCES) {
            distanceFiles.put(layer, entry);
        } else {
            Entry before = scoreFiles.put(layer, entry);
            if (before != null && !before.equals(entry)) {
                distanceFiles.remove(layer);
            }
        }
        return new Manifest(game, parameters, scoreFiles, distanceFiles, sealed);
    }

    /** Returns this manifest without a file. When it has no scores of the layer then, the layer's distances are removed, too. */
    public Manifest without(Quantity quantity, int layer) {
        SortedMap<Integer, Entry> scoreFiles = new TreeMap<>(layers);
        SortedMap<Integer, Entry> distanceFiles = new TreeMap<>(distances);
        if (quantity == Quantity.SCORES) {
            scoreFiles.remove(layer);
        }
        if (quantity == Quantity.DISTANCES || !sealed.containsKey(layer)) {
            distanceFiles.remove(layer);
        }
        return new Manifest(game, parameters, scoreFiles, distanceFiles, sealed);
    }

    /** Returns this manifest with a file of sealed scores added or replaced. */
    public Manifest withSealed(int layer, Entry entry) {
        SortedMap<Integer, Entry> sealedFiles = new TreeMap<>(sealed);
        sealedFiles.put(layer, entry);
        return new Manifest(game, parameters, layers, distances, sealedFiles);
    }

    /** Returns all files by their names: scores, distances and sealed scores. */
    public Map<String, Entry> allFiles() {
        Map<String, Entry> all = new LinkedHashMap<>();
        for (Quantity quantity : Quantity.values()) {
            files(quantity).forEach((layer, entry) -> all.put(quantity.fileName(layer), entry));
        }
        sealed.forEach((layer, entry) -> all.put(SealedHeader.fileName(layer), entry));
        return all;
    }

    /** Returns the layers whose scores are listed, packed or sealed, ascending. */
    public SortedSet<Integer> scoreLayers() {
        SortedSet<Integer> all = new TreeSet<>(layers.keySet());
        all.addAll(sealed.keySet());
        return Collections.unmodifiableSortedSet(all);
    }

    /** Returns the manifest's bytes: always the same for the same files. */
    public byte[] toBytes() {
        StringBuilder text = new StringBuilder();
        text.append(FIRST_WORD).append(HeaderPage.MAJOR).append('\n');
        text.append("game ").append(game).append('\n');
        parameters.forEach((name, value) ->
                text.append("parameter ").append(name).append(' ').append(value).append('\n'));
        for (Quantity quantity : Quantity.values()) {
            write(text, quantity.word(), files(quantity));
        }
        write(text, SEALED, sealed);
        String checksum = checksum(text.toString());
        text.append(CHECKSUM).append(checksum).append('\n');
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void write(StringBuilder text, String word, SortedMap<Integer, Entry> files) {
        files.forEach((layer, entry) -> text.append(word)
                .append(' ')
                .append(layer)
                .append(' ')
                .append(entry.length())
                .append(' ')
                .append(entry.digest())
                .append('\n'));
    }

    /**
     * Reads a manifest.
     *
     * @param path the file, for messages
     * @param bytes all its bytes
     * @throws NotADatabaseException when it does not begin like a manifest
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
                    end == 0 ? "the end" : "'" + printable(text.substring(end).strip()) + "'",
                    "the manifest was truncated, damaged or edited; copy it again or run granary repair");
        }
        return new Lines(path).parse(text.substring(0, end));
    }

    /** Parses the lines of a manifest whose checksum holds. */
    private static final class Lines {
        private final Path path;
        private final Map<String, String> parameters = new LinkedHashMap<>();
        private final Map<Quantity, SortedMap<Integer, Entry>> files = new EnumMap<>(Quantity.class);
        private final SortedMap<Integer, Entry> sealed = new TreeMap<>();
        private String game;
        private int at;

        Lines(Path path) {
            this.path = path;
            for (Quantity quantity : Quantity.values()) {
                files.put(quantity, new TreeMap<>());
            }
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
            SortedMap<Integer, Entry> scores = files.get(Quantity.SCORES);
            SortedMap<Integer, Entry> distances = files.get(Quantity.DISTANCES);
            Manifest manifest = new Manifest(game, parameters, scores, distances, sealed);
            if (!manifest.scoreLayers().containsAll(distances.keySet())) {
                throw corrupt("distances of layers that have scores", "layers " + distances.keySet());
            }
            return manifest;
        }

        private void checkVersion(String text) {
            String line = text.substring(0, text.indexOf('\n'));
            if (!line.equals(FIRST_WORD + HeaderPage.MAJOR)) {
                String version = line.substring(FIRST_WORD.length());
                boolean number = version.matches("[0-9]{1,9}");
                throw new UnsupportedVersionException(
                        path,
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
            for (Quantity quantity : Quantity.values()) {
                if (word.equals(quantity.word())) {
                    return takeFile(files.get(quantity), rest);
                }
            }
            return switch (word) {
                case SEALED -> takeFile(sealed, rest);
                case "granary" -> at == 0;
                case "game" -> takeGame(rest);
                case "parameter" -> takeParameter(rest.split(" ", -1));
                case "checksum" -> false; // there is one, the last line
                default -> true; // a later version's line: nothing this reader needs
            };
        }

        private boolean takeGame(String name) {
            boolean first = game == null;
            game = name;
            return first && NAME.matcher(name).matches();
        }

        private boolean takeParameter(String... words) {
            return words.length == 2
                    && NAME.matcher(words[0]).matches()
                    && VALUE.matcher(words[1]).matches()
                    && parameters.put(words[0], words[1]) == null;
        }

        private boolean takeFile(SortedMap<Integer, Entry> taken, String rest) {
            Matcher file = FILE.matcher(rest);
            return file.matches()
                    && taken.put(
                                    Integer.parseInt(file.group(1)),
                                    new Entry(Long.parseLong(file.group(2)), file.group(3)))
                            == null;
        }

        private CorruptFileException corrupt(String expected, String actual) {
            return new CorruptFileException(path, at, expected, actual, "edited by hand");
        }
    }

    private static String printable(String text) {
        return text.replaceAll("[^ -~]", "?");
    }

    private static String checksum(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }
}
