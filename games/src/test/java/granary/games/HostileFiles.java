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

    /**
     * A file of a conformance database, whose place others take.
     *
     * @param kind what the names of the others begin with
     * @param database the database
     * @param replaces the name of the file
     * @param bytes its bytes
     * @param cases receives the others
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Original(String kind, String database, String replaces, byte[] bytes, List<Case> cases) {
        static Original of(Path root, String kind, String database, String replaces, List<Case> cases)
                throws IOException {
            byte[] bytes =
                    Files.readAllBytes(root.resolve(Case.original(database)).resolve(replaces));
            return new Original(kind, database, replaces, bytes, cases);
        }

        /** Returns the bytes with a changed header, whose checksum is right. */
        byte[] with(Consumer<ByteBuffer> change) {
            return HeaderBytes.with(bytes, change);
        }

        /** Returns the bytes with some bits of one turned. */
        byte[] turned(int at, int bits) {
            byte[] turned = bytes.clone();
            turned[at] ^= (byte) bits;
            return turned;
        }

        byte[] ofLength(int length) {
            return Arrays.copyOf(bytes, length);
        }

        void open(String name, String reason, byte[] other) {
            add(FoundBy.OPEN, DAMAGED, name, reason, other);
        }

        void open(String name, String reason, Consumer<ByteBuffer> change) {
            open(name, reason, with(change));
        }

        void open(String name, String reason, int field, int value) {
            open(name, reason, file -> file.putInt(field, value));
        }

        /** Another byte at the beginning of a field. */
        void openTurned(String name, String reason, int field) {
            open(name, reason, file -> file.put(field, (byte) ~file.get(field)));
        }

        void unsupported(String name, String reason, byte[] other) {
            add(FoundBy.OPEN, UNSUPPORTED, name, reason, other);
        }

        void unsupported(String name, String reason, Consumer<ByteBuffer> change) {
            unsupported(name, reason, with(change));
        }

        void data(String name, String reason, byte[] other) {
            add(FoundBy.DATA, DAMAGED, name, reason, other);
        }

        /** A file that reads well, and differs from the one that the manifest lists. */
        void digest(String name, String reason, byte[] other) {
            add(FoundBy.DIGEST, DAMAGED, name, reason, other);
        }

        void accepted(String name, String reason, byte[] other) {
            add(FoundBy.NOTHING, null, name, reason, other);
        }

        void add(FoundBy foundBy, Class<? extends DatabaseException> error, String name, String reason, byte[] other) {
            String file = kind + name + (replaces.equals(Manifest.FILE_NAME) ? "" : ".granary");
            String about = kind.equals("compressed-") ? "compressed scores: " : "";
            cases.add(new Case(file, database, replaces, foundBy, error, about + reason, other));
        }
    }

    static final Class<DamagedFileException> DAMAGED = DamagedFileException.class;
    static final Class<UnsupportedDatabaseException> UNSUPPORTED = UnsupportedDatabaseException.class;

    /** A byte of the header that readers ignore. */
    private static final int SPARE = 54;

    private final Path root;
    private final List<Case> cases = new ArrayList<>();
    private final Original layer;
    private final Original lowest;
    private final Original distances;
    private final Original bounds;
    private final Original lowestBounds;
    private final Original manifest;
    /** The lines of the manifest but the checksum. */
    private final List<String> lines;

    private HostileFiles(Path root) throws IOException {
        this.root = root;
        layer = Original.of(root, "layer-", ORIGINAL, Manifest.fileName(2), cases);
        lowest = Original.of(root, "layer-", ORIGINAL, Manifest.fileName(0), cases);
        distances = Original.of(root, "distances-", WITH_DISTANCES, FileKind.DISTANCES.fileName(3), cases);
        bounds = Original.of(root, "bounds-", WITH_BOUNDS, FileKind.BOUNDS.fileName(3), cases);
        lowestBounds = Original.of(root, "bounds-", WITH_BOUNDS, FileKind.BOUNDS.fileName(0), cases);
        manifest = manifest(ORIGINAL);
        lines = lines(manifest);
    }

    private Original manifest(String database) throws IOException {
        return Original.of(root, "manifest-", database, Manifest.FILE_NAME, cases);
    }

    private static List<String> lines(Original manifest) {
        List<String> lines =
                new String(manifest.bytes, StandardCharsets.US_ASCII).lines().toList();
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
        layer.open("empty", "no byte at all", new byte[0]);
        int length = layer.bytes.length;
        layer.open("magic", "another magic", file -> file.put(0, (byte) 'g'));
        layer.open("cut-in-header", "ends in the header", layer.ofLength(100));
        layer.open("cut", "the last byte is missing", layer.ofLength(length - 1));
        layer.open("longer", "a byte too many", layer.ofLength(length + 1));
        layer.open("header-checksum", "wrong checksum of the header", layer.turned(SPARE, 1));
        byte[] longer = HeaderBytes.with(layer.ofLength(length + 8), file -> file.putLong(FILE_LENGTH, length + 8));
        layer.open("trailing-bytes", "8 bytes behind the table, and a header that says so", longer);
    }

    private void headers() {
        for (int version : new int[] {0, 3, 5}) {
            layer.unsupported(
                    "major-" + version, "major version " + version, file -> file.putShort(MAJOR, (short) version));
        }
        layer.open("header-length", "a header of 8192 bytes", HEADER_LENGTH, 8192);
        layer.open("file-length", "file length 2^64 - 1", file -> file.putLong(FILE_LENGTH, -1));
        layer.open("layer-3", "layer 3 under the name of layer 2", LAYER, 3);
        layer.open("layer-max", "layer 2^32 - 1", LAYER, -1);
        layer.unsupported("quantity-0", "quantity 0", file -> file.putInt(QUANTITY, 0));
        layer.open("quantity-2", "distances under the name of scores", QUANTITY, 2);
        layer.unsupported("quantity-3", "quantity 3", file -> file.putInt(QUANTITY, 3));
        layer.open("quantity-4", "bounds under the name of scores", QUANTITY, 4);
        layer.unsupported("quantity-5", "quantity 5", file -> file.putInt(QUANTITY, 5));
        layer.open("positions-0", "no position", file -> file.putLong(POSITIONS, 0));
        layer.open(
                "positions-less",
                "20 positions instead of 21, which take as many bytes",
                file -> file.putLong(POSITIONS, 20));
        layer.open(
                "positions-more",
                "22 positions instead of 21, which take as many bytes",
                file -> file.putLong(POSITIONS, 22));
        layer.open("positions-huge", "2^63 - 1 positions", file -> file.putLong(POSITIONS, Long.MAX_VALUE));
        layer.open("positions-max", "2^64 - 1 positions", file -> file.putLong(POSITIONS, -1));
        layer.openTurned("parent", "built on another layer 1", BUILT_ON);
        layer.open("parent-none", "built on nothing", file -> file.put(BUILT_ON, new byte[32]));
        lowest.open("parent-of-layer-0", "layer 0, built on something", file -> file.put(BUILT_ON, (byte) 1));
    }

    private void packings() {
        layer.open("minimum-less", "minimum -3 instead of -2", MINIMUM, -3);
        layer.open("minimum-more", "minimum -1 instead of -2", MINIMUM, -1);
        for (int radix : new int[] {0, 1, 65537, -1}) {
            layer.open(
                    "radix-" + Integer.toUnsignedString(radix),
                    "radix " + Integer.toUnsignedString(radix),
                    RADIX,
                    radix);
        }
        layer.open(
                "radix-other",
                "radix 3 with its k and b, which take as many bytes",
                file -> file.putInt(RADIX, 3).put(DIGITS, (byte) 29).put(BITS, (byte) 46));
        for (int digits : new int[] {0, 23, 25, 255}) {
            layer.open("k-" + digits, "k = " + digits + " instead of 24", file -> file.put(DIGITS, (byte) digits));
        }
        for (int bits : new int[] {0, 55, 57, 255}) {
            layer.open("b-" + bits, "b = " + bits + " instead of 56", file -> file.put(BITS, (byte) bits));
        }
    }

    private void identities() {
        layer.open("rules", "an identity line of other rules", file -> file.put(IDENTITY + 21, (byte) 'o'));
        layer.open("identity-3001", "an identity line of 3001 characters", file -> {
            file.putShort(IDENTITY, (short) 3001);
            for (int i = IDENTITY + 2; i < IDENTITY + 2 + 3001; i++) {
                file.put(i, (byte) 'a');
            }
        });
        layer.open("identity-max", "an identity line of 65535 characters", file -> file.putShort(IDENTITY, (short) -1));
        layer.open(
                "identity-escape",
                "an escape character in the identity line",
                file -> file.put(IDENTITY + 7, (byte) 27));
        layer.open("identity-nul", "a zero byte in the identity line", file -> file.put(IDENTITY + 7, (byte) 0));
    }

    private void data() {
        layer.data("data", "one bit of the data turned", layer.turned(LayerHeader.LENGTH + 1, 4));
        layer.data("table", "one bit of the checksum table turned", layer.turned(layer.bytes.length - 1, 4));
        layer.digest("minor", "minor version 7", layer.with(file -> file.putShort(MINOR, (short) 7)));
        layer.digest(
                "spare",
                "spare bytes of the header that are not 0",
                layer.with(file -> file.put(SPARE, (byte) 1)
                        .put(63, (byte) 2)
                        .put(96, (byte) 3)
                        .put(1023, (byte) 4)
                        .put(4091, (byte) 5)));
        layer.digest(
                "padding",
                "padding behind the groups that is not 0",
                LayerFile.sign(layer.turned(LayerHeader.LENGTH + 7, 1)));
        lowest.data(
                "digit",
                "digit 1 in layer 0, which has one score",
                LayerFile.sign(lowest.turned(LayerHeader.LENGTH, 1)));
        layer.digest(
                "group",
                "a group of 2^56 - 2^40 or more, with other scores",
                LayerFile.sign(layer.with(file -> file.putShort(LayerHeader.LENGTH + 5, (short) -1))));
    }

    private void distances() {
        distances.open("empty", "distances: no byte at all", new byte[0]);
        distances.open("cut", "distances: the last byte is missing", distances.ofLength(distances.bytes.length - 1));
        distances.open("layer-2", "distances of layer 2 under the name of layer 3", LAYER, 2);
        distances.open("quantity-1", "scores under the name of distances", QUANTITY, 1);
        distances.open("positions-119", "distances of 119 positions instead of 120", POSITIONS, 119);
        distances.open("minimum-1", "distances with the minimum 1 instead of 0", MINIMUM, 1);
        for (int radix : new int[] {0, 1, 65537}) {
            distances.open("radix-" + radix, "distances of radix " + radix, RADIX, radix);
        }
        for (int field : new int[] {DIGITS, BITS}) {
            String name = field == DIGITS ? "k" : "b";
            distances.open(
                    name,
                    "distances with a greater " + name + " than follows from the radix",
                    file -> file.put(field, (byte) (file.get(field) + 1)));
        }
        distances.openTurned("source", "distances built on other scores", BUILT_ON);
        distances.data("data", "one bit of the distances turned", distances.turned(LayerHeader.LENGTH + 1, 4));
        distances.digest(
                "spare",
                "distances with a spare byte of the header that is not 0",
                distances.with(file -> file.put(SPARE, (byte) 1)));
    }

    private void bounds() {
        bounds.open("cut", "bounds: the last byte is missing", bounds.ofLength(bounds.bytes.length - 1));
        bounds.open("layer-2", "bounds of layer 2 under the name of layer 3", LAYER, 2);
        bounds.open("quantity-1", "scores under the name of bounds", QUANTITY, 1);
        bounds.open("quantity-2", "distances under the name of bounds", QUANTITY, 2);
        bounds.open("positions-19", "bounds of 19 positions instead of 20", POSITIONS, 19);
        bounds.open("minimum-1", "bounds with the minimum 1 instead of 0", MINIMUM, 1);
        for (int radix : new int[] {9, 11}) {
            Packing packing = Packing.of(radix);
            bounds.open(
                    "radix-" + radix,
                    "bounds of radix " + radix + " instead of 10, with its k and b",
                    file -> file.putInt(RADIX, radix)
                            .put(DIGITS, (byte) packing.digits())
                            .put(BITS, (byte) packing.bits()));
        }
        bounds.openTurned("parent", "bounds built on other bounds of layer 2", BUILT_ON);
        lowestBounds.open(
                "parent-of-layer-0", "bounds of layer 0, built on something", file -> file.put(BUILT_ON, (byte) 1));
        bounds.data("data", "one bit of the bounds turned", bounds.turned(LayerHeader.LENGTH + 1, 4));
        lowestBounds.data(
                "digit",
                "digit 1 in the bounds of layer 0, which has one pair",
                LayerFile.sign(lowestBounds.turned(LayerHeader.LENGTH, 1)));
        bounds.digest(
                "spare",
                "bounds with a spare byte of the header that is not 0",
                bounds.with(file -> file.put(SPARE, (byte) 1)));
    }

    private void manifests() {
        manifest.open("empty", "no byte at all", new byte[0]);
        manifest.open("first-word", "does not begin with granary", changed("granary 4", "Granary 2"));
        manifest.open(
                "unsigned", "no checksum line", (String.join("\n", lines) + "\n").getBytes(StandardCharsets.US_ASCII));
        manifest.open("checksum", "wrong checksum", manifest.turned(40, 1));
        String text = new String(manifest.bytes, StandardCharsets.US_ASCII);
        manifest.open(
                "checksum-capitals",
                "a checksum in capitals",
                text.substring(0, text.length() - 9)
                        .concat(text.substring(text.length() - 9).toUpperCase(Locale.ROOT))
                        .getBytes(StandardCharsets.US_ASCII));
        manifest.open("no-line-feed", "no line feed at the end", manifest.ofLength(manifest.bytes.length - 1));
        manifest.open("appended", "a line behind the checksum", (text + "more\n").getBytes(StandardCharsets.US_ASCII));
        manifest.open(
                "carriage-returns",
                "carriage returns before the line feeds",
                text.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
        manifest.unsupported("version-3", "version 3", changed("granary 4", "granary 3"));
        manifest.unsupported("version-5", "version 5", changed("granary 4", "granary 5"));
        manifest.unsupported("version-words", "a word behind the version", changed("granary 4", "granary 4 beta"));
        manifest.open("two-versions", "a second first line", added("granary 4"));
        manifest.open("two-checksums", "a second checksum", added("checksum 00000000"));
        manifest.open("no-game", "no game", changed("game awari\n", ""));
        manifest.open("two-games", "two games", changed("game awari\n", "game awari\ngame awari\n"));
        manifest.unsupported("unknown-game", "a game that is not known", changed("game awari", "game tiddlywinks"));
        manifest.unsupported(
                "game-capital", "a game that is not known: a capital", changed("game awari", "game Awari"));
        manifest.unsupported("no-parameter", "a parameter is missing", changed("parameter pits 3\n", ""));
        manifest.open(
                "two-parameters",
                "a parameter twice",
                changed("parameter pits 3\n", "parameter pits 3\nparameter pits 3\n"));
        manifest.unsupported(
                "unknown-parameter",
                "a parameter that is not known",
                changed("parameter pits 3\n", "parameter pits 3\nparameter colour red\n"));
        manifest.unsupported("parameter-value", "03 pits", changed("parameter pits 3\n", "parameter pits 03\n"));
        manifest.unsupported("parameter-range", "9 pits", changed("parameter pits 3\n", "parameter pits 9\n"));
        manifest.open("escape", "an escape character, in a line that is not known", added("colour \u001b[31m"));
        manifest.open("latin-1", "a byte above 7e, in a line that is not known", added("na\u00efve"));
        manifest.open("too-long", "2^20 + 1 bytes", ofLength(Manifest.MAX_LENGTH + 1));
    }

    /** Returns the manifest with empty lines added until it has a length. */
    private byte[] ofLength(int length) {
        return added("\n".repeat(length - added("").length));
    }

    private void manifestLines() {
        String line = lines.get(6); // scores of layer 2
        String digest = line.split(" ", -1)[3];
        String[][] others = {
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
        for (String[] one : others) {
            manifest.open(one[0], one[1], changed(line, one[2]));
        }
        manifest.open(
                "scores-length", "another length than that of the file", changed(line, line.replace("4116", "4117")));
        manifest.open(
                "scores-digest",
                "another digest of layer 2 than layer 3 was built on",
                changed(digest, "0".repeat(64)));
    }

    private void manifestsToAccept() {
        manifest.accepted("unknown-line", "a line whose first word is not known", added("colours 1 2 3"));
        manifest.accepted(
                "unknown-line-two-spaces",
                "two spaces in a line whose first word is not known",
                added("colours  1  2 "));
        manifest.accepted("empty-line", "an empty line", added(""));
        manifest.accepted(
                "empty-word", "a line that begins with a space, so that its first word is empty", added(" scores 2"));
        manifest.accepted("longest", "2^20 bytes", ofLength(Manifest.MAX_LENGTH));
        List<String> turned = new ArrayList<>(lines);
        Collections.reverse(turned.subList(1, turned.size()));
        manifest.accepted("order", "the lines in another order", SignedManifest.of(turned.toArray(String[]::new)));
        manifest.accepted(
                "gap", "layer 3 is not listed: the database does not have it", changed(lines.get(7) + "\n", ""));
        manifest.accepted(
                "scores-missing",
                "scores of layer 6, whose file is not there: the database does not have it",
                added(lines.get(6).replace("scores 2", "scores 6")));
        manifest.accepted(
                "distances-missing",
                "distances that are listed and not there",
                added("distances 2 4116 " + "0".repeat(64)));
        for (int length : new int[] {0, 1, LayerHeader.LENGTH - 1}) {
            manifest.accepted(
                    "distances-missing-of-" + length,
                    "distances that are listed with " + length + " bytes, less than a header, and not there",
                    added("distances 2 " + length + " " + "0".repeat(64)));
        }
        manifest.accepted(
                "bounds-missing", "bounds that are listed and not there", added("bounds 2 4116 " + "0".repeat(64)));
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
            other(
                    HostileCompressedFiles.DATABASE,
                    "compressed-" + word,
                    null,
                    word + " of a layer whose scores are compressed",
                    lines -> lines.add(word + " 2 4116 " + digest));
        }
        other(
                WITH_BOUNDS,
                "bounds-gap",
                null,
                "bounds of layer 3 are not listed: the database does not have them",
                lines -> lines.removeIf(line -> line.startsWith("bounds 3 ")));
        compressed(
                "compressed-parent",
                "another digest of layer 1 than compressed layer 2 names",
                lines -> lines.replaceAll(line -> line.startsWith("scores 1 ") ? "scores 1 4116 " + digest : line));
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
        Original original = manifest(database);
        List<String> changed = new ArrayList<>(lines(original));
        change.accept(changed);
        original.add(
                error == null ? FoundBy.NOTHING : FoundBy.OPEN,
                error,
                name,
                reason,
                SignedManifest.of(changed.toArray(String[]::new)));
    }

    private byte[] changed(String from, String to) {
        String text = String.join("\n", lines) + "\n";
        String other = text.replace(from, to);
        if (other.equals(text)) {
            throw new IllegalArgumentException(from);
        }
        return SignedManifest.of(other.substring(0, other.length() - 1));
    }

    private byte[] added(String line) {
        return SignedManifest.of(String.join("\n", lines) + "\n" + line);
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
