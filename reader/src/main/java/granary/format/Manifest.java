package granary.format;

import granary.error.ChecksumException;
import granary.error.CorruptFileException;
import granary.error.NotADatabaseException;
import granary.error.UnsupportedVersionException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
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

    static final String FIRST_WORD = "granary ";
    private static final String CHECKSUM = "checksum ";
    static final String SEALED = "sealed";

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

    /** Returns this manifest with all files of another of the same game added. */
    public Manifest with(Manifest added) {
        SortedMap<Integer, Entry> scoreFiles = new TreeMap<>(layers);
        SortedMap<Integer, Entry> distanceFiles = new TreeMap<>(distances);
        SortedMap<Integer, Entry> sealedFiles = new TreeMap<>(sealed);
        scoreFiles.putAll(added.layers);
        distanceFiles.putAll(added.distances);
        sealedFiles.putAll(added.sealed);
        return new Manifest(game, parameters, scoreFiles, distanceFiles, sealedFiles);
    }

    /** Returns all files by their names: scores, distances and sealed scores. */
    public Map<String, Entry> allFiles() {
        Map<String, Entry> all = new LinkedHashMap<>();
        for (Quantity quantity : Quantity.values()) {
            for (Map.Entry<Integer, Entry> file : files(quantity).entrySet()) {
                all.put(quantity.fileName(file.getKey()), file.getValue());
            }
        }
        for (Map.Entry<Integer, Entry> file : sealed.entrySet()) {
            all.put(SealedHeader.fileName(file.getKey()), file.getValue());
        }
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
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            text.append("parameter ").append(parameter.getKey()).append(' ');
            text.append(parameter.getValue()).append('\n');
        }
        for (Quantity quantity : Quantity.values()) {
            write(text, quantity.word(), files(quantity));
        }
        write(text, SEALED, sealed);
        String checksum = checksum(text.toString());
        text.append(CHECKSUM).append(checksum).append('\n');
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void write(StringBuilder text, String word, SortedMap<Integer, Entry> files) {
        for (Map.Entry<Integer, Entry> file : files.entrySet()) {
            text.append(word).append(' ').append(file.getKey()).append(' ');
            text.append(file.getValue().length()).append(' ');
            text.append(file.getValue().digest()).append('\n');
        }
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
        String found = text.substring(end);
        if (!found.equals(expected)) {
            String remedy = "the manifest was truncated, damaged or edited; copy it again or run granary repair";
            if (end == 0) {
                throw new ChecksumException(path, bytes.length, "a line with the checksum", "the end", remedy);
            }
            throw new ChecksumException(
                    path, end, "'" + expected.strip() + "' and the end", "'" + printable(found.strip()) + "'", remedy);
        }
        return new ManifestLines(path).parse(text.substring(0, end));
    }

    static String printable(String text) {
        return text.replaceAll("[^ -~]", "?");
    }

    private static String checksum(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
