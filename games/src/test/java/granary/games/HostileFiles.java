package granary.games;

import static granary.testing.HeaderBytes.BITS;
import static granary.testing.HeaderBytes.BUILT_ON;
import static granary.testing.HeaderBytes.DIGITS;
import static granary.testing.HeaderBytes.FILE_LENGTH;
import static granary.testing.HeaderBytes.HEADER_LENGTH;
import static granary.testing.HeaderBytes.IDENTITY;
import static granary.testing.HeaderBytes.LAYER;
import static granary.testing.HeaderBytes.MAJOR;
import static granary.testing.HeaderBytes.MINIMUM;
import static granary.testing.HeaderBytes.MINOR;
import static granary.testing.HeaderBytes.POSITIONS;
import static granary.testing.HeaderBytes.QUANTITY;
import static granary.testing.HeaderBytes.RADIX;

import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.error.UnsupportedDatabaseException;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.plain.LayerFile;
import granary.plain.Packing;
import granary.testing.HeaderBytes;
import granary.testing.SignedManifest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The files of {@code conformance/hostile}: each takes the place of a file of a conformance database and has one thing wrong
 * with it, with checksums that are right, or one thing that a reader is to pass over. Run it from the root of the project
 * to write them, and the {@link DamagedDatabase}.
 */
final class HostileFiles {
    static final Path DIRECTORY = Path.of("conformance", "hostile");
    private static final String ORIGINAL = "awari-3-abapa";
    private static final String WITH_DISTANCES = "awari-4-strict";
    private static final String WITH_BOUNDS = "awari-2-abapa";
    private static final String CHAIN = "chain-direct";
    private static final String CHEXERS = "chexers-blue";

    /** The check that finds the fault. */
    enum FoundBy {
        /** Opening the database. */
        OPEN,
        /** Comparing the checksums of chunks, pages and models. */
        DATA,
        /** Comparing the digest of the file with the manifest. */
        DIGEST,
        /** Nothing: a reader is to accept it. */
        NOTHING
    }

    /**
     * A file.
     *
     * @param name its name in the directory
     * @param database the conformance database
     * @param replaces the name of the file whose place it takes
     * @param foundBy what refuses it
     * @param error the exception, or null when a reader accepts the file
     * @param reason what is wrong with it, or may differ
     * @param bytes its bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Case(
            String name,
            String database,
            String replaces,
            FoundBy foundBy,
            Class<? extends DatabaseException> error,
            String reason,
            byte[] bytes) {
        /** Returns the database under the root of the project. */
        Path original() {
            return original(database);
        }

        private static Path original(String database) {
            return Path.of("conformance", database);
        }

        /** Returns the case's line in the table. */
        String row() {
            return String.join(
                    "\t",
                    name,
                    database,
                    replaces,
                    foundBy.name().toLowerCase(Locale.ROOT),
                    error == null ? "-" : error == DAMAGED ? "damaged" : "unsupported",
                    reason);
        }
    }

    static final Class<DamagedFileException> DAMAGED = DamagedFileException.class;
    static final Class<UnsupportedDatabaseException> UNSUPPORTED = UnsupportedDatabaseException.class;

    private static final String LAYER_FILE = Manifest.fileName(2);
    private static final String LOWEST_FILE = Manifest.fileName(0);

    private static final String DISTANCES_FILE = FileKind.DISTANCES.fileName(3);
    private static final String BOUNDS_FILE = FileKind.BOUNDS.fileName(3);
    private static final String LOWEST_BOUNDS_FILE = FileKind.BOUNDS.fileName(0);

    /** A byte of the header that readers ignore. */
    private static final int SPARE = 54;

    private final Path root;
    private final List<Case> cases = new ArrayList<>();
    private final byte[] layer;
    private final byte[] lowest;
    private final byte[] distances;
    private final byte[] bounds;
    private final byte[] lowestBounds;
    private final List<String> manifest;

    private HostileFiles(Path root) throws IOException {
        this.root = root;
        Path original = root.resolve(Case.original(ORIGINAL));
        layer = Files.readAllBytes(original.resolve(LAYER_FILE));
        lowest = Files.readAllBytes(original.resolve(LOWEST_FILE));
        distances =
                Files.readAllBytes(root.resolve(Case.original(WITH_DISTANCES)).resolve(DISTANCES_FILE));
        Path withBounds = root.resolve(Case.original(WITH_BOUNDS));
        bounds = Files.readAllBytes(withBounds.resolve(BOUNDS_FILE));
        lowestBounds = Files.readAllBytes(withBounds.resolve(LOWEST_BOUNDS_FILE));
        manifest = manifest(ORIGINAL);
    }

    /** Returns the lines of a database's manifest but the checksum. */
    private List<String> manifest(String database) throws IOException {
        List<String> lines =
                Files.readAllLines(root.resolve(Case.original(database)).resolve(Manifest.FILE_NAME));
        return lines.subList(0, lines.size() - 1);
    }

    /** Returns all cases, made from the original under a directory. */
    static List<Case> all(Path root) throws IOException {
        HostileFiles files = new HostileFiles(root);
        files.layers();
        files.headers();
        files.packings();
        files.identities();
        files.data();
        files.distances();
        files.bounds();
        files.manifests();
        files.manifestLines();
        files.manifestsToAccept();
        files.otherGames();
        files.compressedLines();
        files.cases.addAll(HostileCompressedFiles.all(root));
        return files.cases;
    }

    /** Returns the table of all cases. */
    static String table(List<Case> cases) {
        StringBuilder table = new StringBuilder("file\tdatabase\treplaces\tfound by\terror\treason\n");
        cases.forEach(one -> table.append(one.row()).append('\n'));
        return table.toString();
    }

    private void layers() {
        layer("empty", "no byte at all", new byte[0]);
        layer("magic", "another magic", with(file -> file.put(0, (byte) 'g')));
        layer("cut-in-header", "ends in the header", Arrays.copyOf(layer, 100));
        layer("cut", "the last byte is missing", Arrays.copyOf(layer, layer.length - 1));
        layer("longer", "a byte too many", Arrays.copyOf(layer, layer.length + 1));
        byte[] unsigned = layer.clone();
        unsigned[SPARE]++;
        layer("header-checksum", "wrong checksum of the header", unsigned);
        byte[] longer = HeaderBytes.with(
                Arrays.copyOf(layer, layer.length + 8), file -> file.putLong(FILE_LENGTH, layer.length + 8));
        layer("trailing-bytes", "8 bytes behind the table, and a header that says so", longer);
    }

    private void headers() {
        for (int version : new int[] {0, 3, 5}) {
            unsupported("major-" + version, "major version " + version, file -> file.putShort(MAJOR, (short) version));
        }
        field("header-length", "a header of 8192 bytes", file -> file.putInt(HEADER_LENGTH, 8192));
        field("file-length", "file length 2^64 - 1", file -> file.putLong(FILE_LENGTH, -1));
        field("layer-3", "layer 3 under the name of layer 2", file -> file.putInt(LAYER, 3));
        field("layer-max", "layer 2^32 - 1", file -> file.putInt(LAYER, -1));
        unsupported("quantity-0", "quantity 0", file -> file.putInt(QUANTITY, 0));
        field("quantity-2", "distances under the name of scores", file -> file.putInt(QUANTITY, 2));
        unsupported("quantity-3", "quantity 3", file -> file.putInt(QUANTITY, 3));
        field("quantity-4", "bounds under the name of scores", file -> file.putInt(QUANTITY, 4));
        unsupported("quantity-5", "quantity 5", file -> file.putInt(QUANTITY, 5));
        field("positions-0", "no position", file -> file.putLong(POSITIONS, 0));
        field(
                "positions-less",
                "20 positions instead of 21, which take as many bytes",
                file -> file.putLong(POSITIONS, 20));
        field(
                "positions-more",
                "22 positions instead of 21, which take as many bytes",
                file -> file.putLong(POSITIONS, 22));
        field("positions-huge", "2^63 - 1 positions", file -> file.putLong(POSITIONS, Long.MAX_VALUE));
        field("positions-max", "2^64 - 1 positions", file -> file.putLong(POSITIONS, -1));
        field("parent", "built on another layer 1", file -> file.put(BUILT_ON, (byte) ~file.get(BUILT_ON)));
        field("parent-none", "built on nothing", file -> file.put(BUILT_ON, new byte[32]));
        add(
                "parent-of-layer-0",
                LOWEST_FILE,
                FoundBy.OPEN,
                "layer 0, built on something",
                HeaderBytes.with(lowest, file -> file.put(BUILT_ON, (byte) 1)));
    }

    private void packings() {
        field("minimum-less", "minimum -3 instead of -2", file -> file.putInt(MINIMUM, -3));
        field("minimum-more", "minimum -1 instead of -2", file -> file.putInt(MINIMUM, -1));
        for (int radix : new int[] {0, 1, 65537, -1}) {
            field(
                    "radix-" + Integer.toUnsignedString(radix),
                    "radix " + Integer.toUnsignedString(radix),
                    file -> file.putInt(RADIX, radix));
        }
        field(
                "radix-other",
                "radix 3 with its k and b, which take as many bytes",
                file -> file.putInt(RADIX, 3).put(DIGITS, (byte) 29).put(BITS, (byte) 46));
        for (int digits : new int[] {0, 23, 25, 255}) {
            field("k-" + digits, "k = " + digits + " instead of 24", file -> file.put(DIGITS, (byte) digits));
        }
        for (int bits : new int[] {0, 55, 57, 255}) {
            field("b-" + bits, "b = " + bits + " instead of 56", file -> file.put(BITS, (byte) bits));
        }
    }

    private void identities() {
        field("rules", "an identity line of other rules", file -> file.put(IDENTITY + 21, (byte) 'o'));
        field("identity-3001", "an identity line of 3001 characters", file -> {
            file.putShort(IDENTITY, (short) 3001);
            for (int i = IDENTITY + 2; i < IDENTITY + 2 + 3001; i++) {
                file.put(i, (byte) 'a');
            }
        });
        field("identity-max", "an identity line of 65535 characters", file -> file.putShort(IDENTITY, (short) -1));
        field("identity-escape", "an escape character in the identity line", file -> file.put(IDENTITY + 7, (byte) 27));
        field("identity-nul", "a zero byte in the identity line", file -> file.put(IDENTITY + 7, (byte) 0));
    }

    private void data() {
        byte[] flipped = layer.clone();
        flipped[LayerHeader.LENGTH + 1] ^= 4;
        add("data", LAYER_FILE, FoundBy.DATA, "one bit of the data turned", flipped);
        byte[] table = layer.clone();
        table[table.length - 1] ^= 4;
        add("table", LAYER_FILE, FoundBy.DATA, "one bit of the checksum table turned", table);
        other("minor", "minor version 7", with(file -> file.putShort(MINOR, (short) 7)));
        other(
                "spare",
                "spare bytes of the header that are not 0",
                with(file -> file.put(SPARE, (byte) 1)
                        .put(63, (byte) 2)
                        .put(96, (byte) 3)
                        .put(1023, (byte) 4)
                        .put(4091, (byte) 5)));
        byte[] padded = layer.clone();
        padded[LayerHeader.LENGTH + 7] = 1;
        other("padding", "padding behind the groups that is not 0", LayerFile.sign(padded));
        byte[] digit = lowest.clone();
        digit[LayerHeader.LENGTH] |= 1;
        add("digit", LOWEST_FILE, FoundBy.DATA, "digit 1 in layer 0, which has one score", LayerFile.sign(digit));
        byte[] group = layer.clone();
        group[LayerHeader.LENGTH + 6] = -1;
        group[LayerHeader.LENGTH + 5] = -1;
        add(
                "group",
                LAYER_FILE,
                FoundBy.DIGEST,
                "a group of 2^56 - 2^40 or more, with other scores",
                LayerFile.sign(group));
    }

    private void distances() {
        distances("empty", "distances: no byte at all", new byte[0]);
        distances("cut", "distances: the last byte is missing", Arrays.copyOf(distances, distances.length - 1));
        distances("layer-2", "distances of layer 2 under the name of layer 3", LAYER, 2);
        distances("quantity-1", "scores under the name of distances", QUANTITY, 1);
        distances("positions-119", "distances of 119 positions instead of 120", POSITIONS, 119);
        distances("minimum-1", "distances with the minimum 1 instead of 0", MINIMUM, 1);
        for (int radix : new int[] {0, 1, 65537}) {
            distances("radix-" + radix, "distances of radix " + radix, RADIX, radix);
        }
        for (int field : new int[] {DIGITS, BITS}) {
            String name = field == DIGITS ? "k" : "b";
            distances(
                    name,
                    "distances with a greater " + name + " than follows from the radix",
                    HeaderBytes.with(distances, file -> file.put(field, (byte) (file.get(field) + 1))));
        }
        distances(
                "source",
                "distances built on other scores",
                HeaderBytes.with(distances, file -> file.put(BUILT_ON, (byte) ~file.get(BUILT_ON))));
        byte[] flipped = distances.clone();
        flipped[LayerHeader.LENGTH + 1] ^= 4;
        add("data", DISTANCES_FILE, FoundBy.DATA, "one bit of the distances turned", flipped);
        add(
                "spare",
                DISTANCES_FILE,
                FoundBy.DIGEST,
                "distances with a spare byte of the header that is not 0",
                HeaderBytes.with(distances, file -> file.put(SPARE, (byte) 1)));
    }

    private void distances(String name, String reason, int field, int value) {
        distances(name, reason, HeaderBytes.with(distances, file -> file.putInt(field, value)));
    }

    private void distances(String name, String reason, byte[] bytes) {
        add(name, DISTANCES_FILE, FoundBy.OPEN, reason, bytes);
    }

    private void bounds() {
        bounds("cut", "bounds: the last byte is missing", Arrays.copyOf(bounds, bounds.length - 1));
        bounds("layer-2", "bounds of layer 2 under the name of layer 3", LAYER, 2);
        bounds("quantity-1", "scores under the name of bounds", QUANTITY, 1);
        bounds("quantity-2", "distances under the name of bounds", QUANTITY, 2);
        bounds("positions-19", "bounds of 19 positions instead of 20", POSITIONS, 19);
        bounds("minimum-1", "bounds with the minimum 1 instead of 0", MINIMUM, 1);
        for (int radix : new int[] {9, 11}) {
            Packing packing = Packing.of(radix);
            bounds(
                    "radix-" + radix,
                    "bounds of radix " + radix + " instead of 10, with its k and b",
                    HeaderBytes.with(
                            bounds,
                            file -> file.putInt(RADIX, radix)
                                    .put(DIGITS, (byte) packing.digits())
                                    .put(BITS, (byte) packing.bits())));
        }
        bounds(
                "parent",
                "bounds built on other bounds of layer 2",
                HeaderBytes.with(bounds, file -> file.put(BUILT_ON, (byte) ~file.get(BUILT_ON))));
        add(
                "parent-of-layer-0",
                LOWEST_BOUNDS_FILE,
                FoundBy.OPEN,
                "bounds of layer 0, built on something",
                HeaderBytes.with(lowestBounds, file -> file.put(BUILT_ON, (byte) 1)));
        byte[] flipped = bounds.clone();
        flipped[LayerHeader.LENGTH + 1] ^= 4;
        add("data", BOUNDS_FILE, FoundBy.DATA, "one bit of the bounds turned", flipped);
        byte[] digit = lowestBounds.clone();
        digit[LayerHeader.LENGTH] |= 1;
        add(
                "digit",
                LOWEST_BOUNDS_FILE,
                FoundBy.DATA,
                "digit 1 in the bounds of layer 0, which has one pair",
                LayerFile.sign(digit));
        add(
                "spare",
                BOUNDS_FILE,
                FoundBy.DIGEST,
                "bounds with a spare byte of the header that is not 0",
                HeaderBytes.with(bounds, file -> file.put(SPARE, (byte) 1)));
    }

    private void bounds(String name, String reason, int field, int value) {
        bounds(name, reason, HeaderBytes.with(bounds, file -> file.putInt(field, value)));
    }

    private void bounds(String name, String reason, byte[] bytes) {
        add(name, BOUNDS_FILE, FoundBy.OPEN, reason, bytes);
    }

    private void manifests() {
        manifest("empty", "no byte at all", new byte[0]);
        manifest("first-word", "does not begin with granary", changed("granary 4", "Granary 2"));
        manifest(
                "unsigned",
                "no checksum line",
                (String.join("\n", manifest) + "\n").getBytes(StandardCharsets.US_ASCII));
        byte[] good = SignedManifest.of(manifest.toArray(String[]::new));
        byte[] bad = good.clone();
        bad[40] ^= 1;
        manifest("checksum", "wrong checksum", bad);
        String text = new String(good, StandardCharsets.US_ASCII);
        manifest(
                "checksum-capitals",
                "a checksum in capitals",
                text.substring(0, text.length() - 9)
                        .concat(text.substring(text.length() - 9).toUpperCase(Locale.ROOT))
                        .getBytes(StandardCharsets.US_ASCII));
        manifest("no-line-feed", "no line feed at the end", Arrays.copyOf(good, good.length - 1));
        manifest("appended", "a line behind the checksum", (text + "more\n").getBytes(StandardCharsets.US_ASCII));
        manifest(
                "carriage-returns",
                "carriage returns before the line feeds",
                text.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
        unsupported("version-3", "version 3", changed("granary 4", "granary 3"));
        unsupported("version-5", "version 5", changed("granary 4", "granary 5"));
        unsupported("version-words", "a word behind the version", changed("granary 4", "granary 4 beta"));
        manifest("two-versions", "a second first line", added("granary 4"));
        manifest("two-checksums", "a second checksum", added("checksum 00000000"));
        manifest("no-game", "no game", changed("game awari\n", ""));
        manifest("two-games", "two games", changed("game awari\n", "game awari\ngame awari\n"));
        unsupported("unknown-game", "a game that is not known", changed("game awari", "game tiddlywinks"));
        unsupported("game-capital", "a game that is not known: a capital", changed("game awari", "game Awari"));
        unsupported("no-parameter", "a parameter is missing", changed("parameter pits 3\n", ""));
        manifest(
                "two-parameters",
                "a parameter twice",
                changed("parameter pits 3\n", "parameter pits 3\nparameter pits 3\n"));
        unsupported(
                "unknown-parameter",
                "a parameter that is not known",
                changed("parameter pits 3\n", "parameter pits 3\nparameter colour red\n"));
        unsupported("parameter-value", "03 pits", changed("parameter pits 3\n", "parameter pits 03\n"));
        unsupported("parameter-range", "9 pits", changed("parameter pits 3\n", "parameter pits 9\n"));
        manifest("escape", "an escape character, in a line that is not known", added("colour \u001b[31m"));
        manifest("latin-1", "a byte above 7e, in a line that is not known", added("na\u00efve"));
        manifest("too-long", "2^20 + 1 bytes", ofLength(Manifest.MAX_LENGTH + 1));
    }

    /** Returns the manifest with empty lines added until it has a length. */
    private byte[] ofLength(int length) {
        return added("\n".repeat(length - added("").length));
    }

    private void manifestLines() {
        String line = manifest.get(6); // scores of layer 2
        String digest = line.split(" ", -1)[3];
        String[][] lines = {
            {"scores-length-0", "length 0 of a file that is there", line.replace(" 4116 ", " 0 ")},
            {"scores-3-words", "the digest is missing", "scores 2 4116"},
            {"scores-5-words", "a word too many", line + " more"},
            {"scores-two-spaces", "two spaces", line.replace("scores ", "scores  ")},
            {"scores-tab", "a tab", line.replace("scores 2 ", "scores 2\t")},
            {"scores-negative", "layer -2", line.replace("scores 2", "scores -2")},
            {"scores-plus", "layer +2", line.replace("scores 2", "scores +2")},
            {"scores-zeros", "layer 02", line.replace("scores 2", "scores 02")},
            {"scores-10-digits", "layer 2^32 + 2", line.replace("scores 2", "scores 4294967298")},
            {"scores-hexadecimal", "layer 0x2", line.replace("scores 2", "scores 0x2")},
            {"scores-no-layer", "a layer above the limit of the game", line.replace("scores 2", "scores 59")},
            {"scores-length-zeros", "length 04116", line.replace("4116", "04116")},
            {"scores-length-19-digits", "a length of 19 digits", line.replace("4116", "9000000000000004116")},
            {"scores-digest-short", "a digest of 63 digits", line.substring(0, line.length() - 1)},
            {"scores-digest-capitals", "a digest in capitals", line.replace(digest, digest.toUpperCase(Locale.ROOT))},
            {"scores-twice", "a layer twice", line + "\n" + line},
            {"scores-path", "a file name instead of a layer", line.replace("scores 2", "scores ../layer-002.granary")},
            {"distances-alone", "distances of a layer whose scores are not listed", line.replace("scores", "distances")
            },
            {"bounds-alone", "bounds of a layer whose scores are not listed", line.replace("scores", "bounds")},
            {"bounds-3-words", "bounds without a digest", line + "\nbounds 2 4116"},
            {"bounds-twice", "bounds of a layer twice", line + "\n" + (line + "\n" + line).replace("scores", "bounds")},
        };
        for (String[] one : lines) {
            manifest(one[0], one[1], changed(line, one[2]));
        }
        manifest("scores-length", "another length than that of the file", changed(line, line.replace("4116", "4117")));
        manifest(
                "scores-digest",
                "another digest of layer 2 than layer 3 was built on",
                changed(digest, "0".repeat(64)));
    }

    private void manifestsToAccept() {
        accept("unknown-line", "a line whose first word is not known", added("colours 1 2 3"));
        accept(
                "unknown-line-two-spaces",
                "two spaces in a line whose first word is not known",
                added("colours  1  2 "));
        accept("empty-line", "an empty line", added(""));
        accept("empty-word", "a line that begins with a space, so that its first word is empty", added(" scores 2"));
        accept("longest", "2^20 bytes", ofLength(Manifest.MAX_LENGTH));
        List<String> turned = new ArrayList<>(manifest);
        Collections.reverse(turned.subList(1, turned.size()));
        accept("order", "the lines in another order", SignedManifest.of(turned.toArray(String[]::new)));
        accept("gap", "layer 3 is not listed: the database does not have it", changed(manifest.get(7) + "\n", ""));
        accept(
                "scores-missing",
                "scores of layer 6, whose file is not there: the database does not have it",
                added(manifest.get(6).replace("scores 2", "scores 6")));
        accept(
                "distances-missing",
                "distances that are listed and not there",
                added("distances 2 4116 " + "0".repeat(64)));
        for (int length : new int[] {0, 1, LayerHeader.LENGTH - 1}) {
            accept(
                    "distances-missing-of-" + length,
                    "distances that are listed with " + length + " bytes, less than a header, and not there",
                    added("distances 2 " + length + " " + "0".repeat(64)));
        }
        accept("bounds-missing", "bounds that are listed and not there", added("bounds 2 4116 " + "0".repeat(64)));
    }

    private void otherGames() throws IOException {
        String digest = "0".repeat(64);
        other(
                CHAIN,
                "chain-distances",
                DAMAGED,
                "distances of chain, whose scores tell them",
                lines -> lines.add("distances 3 4116 " + digest));
        other(
                CHAIN,
                "chain-bounds",
                DAMAGED,
                "bounds of chain, which has none",
                lines -> lines.add("bounds 3 4116 " + digest));
        String[][] spellings = {
            {"order", "blocked hexes in another order", "-3,2;-3,3", "-3,3;-3,2"},
            {"zero", "a blocked hex with the coordinate -0", ";0,-3;", ";-0,-3;"},
            {"zeros", "a blocked hex with the coordinate 01", ";1,1;", ";01,1;"},
            {"space", "a space between blocked hexes", ";1,1;", "; 1,1;"},
            {"plus", "a coordinate with a plus", ";1,1;", ";+1,1;"},
            {"twice", "a blocked hex twice", ";1,1;", ";1,1;1,1;"},
            {"off-board", "a blocked hex that is not on the board", ";1,1;", ";1,1;1,3;"},
            {"semicolons", "two semicolons between blocked hexes", ";1,1;", ";;1,1;"},
        };
        for (String[] one : spellings) {
            other(
                    CHEXERS,
                    "chexers-blocks-" + one[0],
                    one[0].equals("space") ? DAMAGED : UNSUPPORTED,
                    one[1],
                    lines -> lines.replaceAll(line -> line.replace(one[2], one[3])));
        }
    }

    private void compressedLines() throws IOException {
        String digest = "0".repeat(64);
        other(
                CHAIN,
                "chain-compressed",
                DAMAGED,
                "compressed scores of chain",
                lines -> lines.add("compressed 3 16396 " + digest));
        compressed(
                "compressed-too",
                "a layer both packed and compressed",
                lines -> lines.add("compressed 3 16396 " + digest));
        compressed(
                "compressed-layer-0",
                "compressed scores of layer 0",
                lines -> lines.add("compressed 0 16396 " + digest));
        compressed(
                "compressed-pits-7",
                "compressed scores of 7 pits a side",
                lines -> lines.replaceAll(line -> line.equals("parameter pits 2") ? "parameter pits 7" : line));
        compressed(
                "compressed-no-layer",
                "compressed scores of layer 61 of 60",
                lines -> lines.add("compressed 61 16396 " + digest));
        compressed(
                "compressed-twice",
                "compressed scores of a layer twice",
                lines -> lines.add("compressed 2 16396 " + digest));
        compressed(
                "compressed-3-words", "compressed scores without a digest", lines -> lines.add("compressed 3 16396"));
        other(
                HostileCompressedFiles.DATABASE,
                "compressed-missing",
                null,
                "compressed scores of layer 11, whose file is not there",
                lines -> lines.add("compressed 11 16396 " + digest));
        compressed(
                "compressed-length",
                "another length of compressed scores than the file's",
                lines -> lines.replaceAll(line -> line.replace("compressed 2 16396", "compressed 2 16397")));
        for (String word : List.of("distances", "bounds")) {
            List<String> more = new ArrayList<>(manifest(HostileCompressedFiles.DATABASE));
            more.add(word + " 2 4116 " + digest);
            acceptOf(
                    HostileCompressedFiles.DATABASE,
                    "compressed-" + word,
                    word + " of a layer whose scores are compressed",
                    more);
        }
        List<String> gap = new ArrayList<>(manifest(WITH_BOUNDS));
        gap.removeIf(line -> line.startsWith("bounds 3 "));
        acceptOf(WITH_BOUNDS, "bounds-gap", "bounds of layer 3 are not listed: the database does not have them", gap);
        compressed(
                "compressed-parent",
                "another digest of layer 1 than compressed layer 2 names",
                lines -> lines.replaceAll(line -> line.startsWith("scores 1 ") ? "scores 1 4116 " + digest : line));
    }

    private void acceptOf(String database, String name, String reason, List<String> lines) {
        byte[] bytes = SignedManifest.of(lines.toArray(String[]::new));
        cases.add(new Case("manifest-" + name, database, Manifest.FILE_NAME, FoundBy.NOTHING, null, reason, bytes));
    }

    private void compressed(String name, String reason, Consumer<List<String>> change) throws IOException {
        other(HostileCompressedFiles.DATABASE, name, DAMAGED, reason, change);
    }

    /** A manifest of another database. */
    private void other(
            String database,
            String name,
            Class<? extends DatabaseException> error,
            String reason,
            Consumer<List<String>> change)
            throws IOException {
        List<String> lines = new ArrayList<>(manifest(database));
        change.accept(lines);
        byte[] bytes = SignedManifest.of(lines.toArray(String[]::new));
        FoundBy foundBy = error == null ? FoundBy.NOTHING : FoundBy.OPEN;
        cases.add(new Case("manifest-" + name, database, Manifest.FILE_NAME, foundBy, error, reason, bytes));
    }

    private byte[] with(Consumer<ByteBuffer> change) {
        return HeaderBytes.with(layer, change);
    }

    private byte[] changed(String from, String to) {
        String text = String.join("\n", manifest) + "\n";
        String other = text.replace(from, to);
        if (other.equals(text)) {
            throw new IllegalArgumentException(from);
        }
        return SignedManifest.of(other.substring(0, other.length() - 1));
    }

    private byte[] added(String line) {
        return SignedManifest.of(String.join("\n", manifest) + "\n" + line);
    }

    private void field(String name, String reason, Consumer<ByteBuffer> change) {
        layer(name, reason, with(change));
    }

    private void unsupported(String name, String reason, Consumer<ByteBuffer> change) {
        add(name, LAYER_FILE, FoundBy.OPEN, UNSUPPORTED, reason, with(change));
    }

    private void layer(String name, String reason, byte[] bytes) {
        add(name, LAYER_FILE, FoundBy.OPEN, reason, bytes);
    }

    /** A file that reads well, and differs from the one that the manifest lists. */
    private void other(String name, String reason, byte[] bytes) {
        add(name, LAYER_FILE, FoundBy.DIGEST, reason, bytes);
    }

    private void manifest(String name, String reason, byte[] bytes) {
        add(name, Manifest.FILE_NAME, FoundBy.OPEN, reason, bytes);
    }

    private void unsupported(String name, String reason, byte[] bytes) {
        add(name, Manifest.FILE_NAME, FoundBy.OPEN, UNSUPPORTED, reason, bytes);
    }

    private void accept(String name, String reason, byte[] bytes) {
        add(name, Manifest.FILE_NAME, FoundBy.NOTHING, null, reason, bytes);
    }

    private void add(String name, String replaces, FoundBy foundBy, String reason, byte[] bytes) {
        add(name, replaces, foundBy, DAMAGED, reason, bytes);
    }

    private void add(
            String name,
            String replaces,
            FoundBy foundBy,
            Class<? extends DatabaseException> error,
            String reason,
            byte[] bytes) {
        boolean isManifest = replaces.equals(Manifest.FILE_NAME);
        boolean isDistances = replaces.equals(DISTANCES_FILE);
        boolean isBounds = replaces.endsWith(FileKind.BOUNDS.suffix());
        String kind = isDistances ? "distances-" : isBounds ? "bounds-" : "layer-";
        String fullName = isManifest ? "manifest-" + name : kind + name + ".granary";
        String database = isDistances ? WITH_DISTANCES : isBounds ? WITH_BOUNDS : ORIGINAL;
        cases.add(new Case(fullName, database, replaces, foundBy, error, reason, bytes));
    }

    /** Writes all files. */
    public static void main(String[] arguments) throws IOException {
        List<Case> cases = all(Path.of(""));
        Files.createDirectories(DIRECTORY);
        for (Case one : cases) {
            Files.write(DIRECTORY.resolve(one.name()), one.bytes());
        }
        Files.writeString(DIRECTORY.resolve("reasons.tsv"), table(cases));
        Path damaged = Files.createDirectories(Case.original(DamagedDatabase.NAME));
        for (Map.Entry<String, byte[]> file : DamagedDatabase.files(Path.of("")).entrySet()) {
            Files.write(damaged.resolve(file.getKey()), file.getValue());
        }
        Files.writeString(damaged.resolve(DamagedDatabase.TABLE), DamagedDatabase.table(damaged));
    }
}
