package granary.games;

import static granary.testing.HeaderBytes.IDENTITY;
import static granary.testing.HeaderBytes.LAYER;
import static granary.testing.HeaderBytes.MINIMUM;
import static granary.testing.HeaderBytes.POSITIONS;
import static granary.testing.HeaderBytes.QUANTITY;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.format.CompressedHeader;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.games.HostileFiles.Case;
import granary.games.HostileFiles.Original;
import granary.plain.CompressedFile;
import granary.plain.Model;
import granary.testing.HeaderBytes;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

/** The compressed files of {@code conformance/hostile}. */
final class HostileCompressedFiles {
    static final String DATABASE = "awari-2-strict-compressed";

    private static final int PITS = 4;
    /** A layer of one block, and of two. */
    private static final int SMALL = 2;

    private static final int LARGE = 10;

    // Fields of the header.
    private static final int UNITS = 48;
    private static final int SPARE = 52;
    private static final int SOURCE = 64;
    private static final int PARENT = 96;
    private static final int MODEL_LENGTH = 128;
    private static final int MODEL_CHECKSUM = 132;
    private static final int PAGES = 136;

    /** Boards of the small layer of which one is stored and one is not: all seeds in the mover's first pit, in the opponent's last. */
    private static final int STORED = 9;

    private static final int NOT_STORED = 0;

    private static final int PAGE_AT = 3 * CompressedHeader.PAGE;
    private static final int RAW = 255;

    private final Path original;
    private final Awari game = new Awari(PITS / 2, RuleSet.STRICT);
    private final List<Case> cases = new ArrayList<>();
    private final Original small;
    private final Original large;

    private HostileCompressedFiles(Path root) throws IOException {
        original = root.resolve(Path.of("conformance", DATABASE));
        small = Original.of(root, "compressed-", DATABASE, FileKind.COMPRESSED.fileName(SMALL), cases);
        large = Original.of(root, "compressed-", DATABASE, FileKind.COMPRESSED.fileName(LARGE), cases);
    }

    /** Returns all cases, made from the original under a directory. */
    static List<Case> all(Path root) throws IOException {
        HostileCompressedFiles files = new HostileCompressedFiles(root);
        files.headers();
        files.units(root);
        files.models();
        files.pages();
        files.directories();
        files.rawBlocks();
        files.filesToAccept();
        return files.cases;
    }

    private void headers() {
        small.open("empty", "no byte at all", new byte[0]);
        small.open("cut", "the last byte is missing", small.ofLength(small.bytes().length - 1));
        for (int version : new int[] {3, 5}) {
            small.unsupported(
                    "major-" + version,
                    "version " + version,
                    file -> file.putShort(HeaderBytes.MAJOR, (short) version));
        }
        small.open("layer-3", "layer 3 under the name of layer 2", LAYER, 3);
        small.unsupported("quantity-1", "quantity 1", file -> file.putInt(QUANTITY, 1));
        small.open("positions-9", "9 positions instead of 10", POSITIONS, 9);
        small.open("minimum-1", "minimum -1 instead of -2", MINIMUM, -1);
        for (int units : new int[] {0, 3, 4, -1}) {
            String text = Integer.toUnsignedString(units);
            small.open("units-" + text, text + " units instead of 2", UNITS, units);
        }
        for (int length : new int[] {0, 6171, 6173, -1}) {
            String text = Integer.toUnsignedString(length);
            small.open("model-" + text, "a model of " + text + " bytes", MODEL_LENGTH, length);
        }
        for (int pages : new int[] {0, 2, -1}) {
            String text = Integer.toUnsignedString(pages);
            small.open("pages-" + text, text + " pages instead of 1", PAGES, pages);
        }
        byte[] none = small.ofLength(PAGE_AT + Integer.BYTES);
        small.open(
                "no-pages",
                "no pages, in a file as short as that makes it",
                HeaderBytes.with(none, file -> file.putInt(PAGES, 0).putLong(16, none.length)));
        small.openTurned("parent", "made of scores that were built on another layer 1", PARENT);
        small.openTurned("source", "made of other scores than layer 3 was built on", SOURCE);
        small.open("rules", "an identity line of other rules", file -> file.put(IDENTITY + 21, (byte) 'o'));
    }

    private void units(Path root) {
        int units = DamagedDatabase.MOST_UNITS + 2;
        new Original("compressed-", DamagedDatabase.NAME, FileKind.COMPRESSED.fileName(1), new byte[0], cases)
                .open(
                        "units-" + units,
                        units + " units, with a model and a file of the length that goes with them",
                        DamagedDatabase.wide(root, units));
    }

    private void models() {
        small.data("model-data", "one bit of the model turned", small.turned(LayerHeader.LENGTH + 5000, 4));
        small.data(
                "model-checksum",
                "another checksum of the model",
                small.with(file -> file.put(MODEL_CHECKSUM, (byte) ~file.get(MODEL_CHECKSUM))));
        Object[][] branches = {
            {"self", 2, 2, "a node that leads to itself"},
            {"back", 3, 1, "a tree that goes back"},
            {"root", 1, 0, "a node that leads to the root"},
            {"far", 1, 4, "a branch to node 4 of 4"},
            {"score", 3, -6, "a branch to the value 5, in a layer of 5 values"},
            {"least", 1, Short.MIN_VALUE, "a branch to the value 32767"},
        };
        for (Object[] one : branches) {
            CompressedFile file = compressed(SMALL, network(SMALL));
            Model network = network(SMALL);
            network.branches[(int) one[1]][1] = ((Number) one[2]).shortValue();
            file.model = network.bytes();
            small.data("tree-" + one[0], (String) one[3], file.bytes());
        }
    }

    private void pages() {
        small.data("page-data", "one bit of a page turned", small.turned(PAGE_AT + 8, 4));
        small.data("page-checksum", "one bit of a page's checksum turned", small.turned(PAGE_AT + 1, 4));
        String other = "12".repeat(32);
        foreign("source", "compressed from other packed scores", file -> compressed(file, other, file.parent(), SMALL));
        foreign("parent", "made above another layer 1", file -> compressed(file, file.source(), other, SMALL));
        foreign(
                "model",
                "compressed with another model",
                file -> compressed(file, file.source(), file.parent(), LARGE));
        for (int count : new int[] {0, 2, 65535}) {
            changed(
                    "page-of-" + count,
                    "a page of " + count + " blocks where the directory says 1",
                    file -> file.pages.get(0),
                    page -> page.putShort(4, (short) count));
        }
        changed(
                "lengths-overrun",
                "a page of 5000 blocks, whose lengths go beyond it",
                file -> {
                    file.directory.set(1, 5000);
                    return file.pages.get(0);
                },
                page -> page.putShort(4, (short) 5000));
        changed(
                "block-overruns",
                "a page with 4000 lengths, behind which the first block has no room",
                file -> {
                    file.directory.set(1, 4000);
                    return file.pages.get(0);
                },
                page -> page.putShort(4, (short) 4000).put(6, (byte) 254));
    }

    /** Puts the page of another file in the place of the page. That file has other scores. */
    private void foreign(String name, String reason, Function<CompressedHeader, CompressedFile> other) {
        byte[] file = small.bytes().clone();
        byte[] page = other.apply(header(SMALL)).bytes();
        System.arraycopy(page, PAGE_AT, file, PAGE_AT, CompressedHeader.PAGE);
        small.data("page-foreign-" + name, "the page of a file " + reason, file);
    }

    private CompressedFile compressed(CompressedHeader header, String source, String parent, int seed) {
        int[] others = Arrays.stream(scores(SMALL)).map(score -> -score).toArray();
        Model network = CompressedLayers.randomModel(PITS, SMALL, header.units(), seed);
        return CompressedLayers.file(game, SMALL, others, network, source, parent);
    }

    private void changed(
            String name, String reason, Function<CompressedFile, byte[]> choice, Consumer<ByteBuffer> change) {
        CompressedFile file = compressed(SMALL, network(SMALL));
        change.accept(ByteBuffer.wrap(choice.apply(file)).order(ByteOrder.LITTLE_ENDIAN));
        small.data(name, reason, file.bytes());
    }

    private void directories() {
        int end = small.bytes().length;
        small.data("directory-data", "one bit of the directory turned", small.turned(end - 12, 1));
        small.data("directory-end", "a directory that counts 2 blocks instead of 1", small.turned(end - 8, 1 ^ 2));
        Object[][] directories = {
            {"back", "a directory that goes back", List.of(1, 0, 2)},
            {"gap", "a directory that leaves blocks out", List.of(0, 5, 6)},
            {"late", "a directory that begins with block 1", List.of(1, 2, 3)},
            {"short", "a directory that ends before the last block", List.of(0, 1, 1)},
        };
        for (Object[] one : directories) {
            CompressedFile file = compressed(LARGE, network(LARGE));
            for (int i = 0; i < file.directory.size(); i++) {
                file.directory.set(i, (Integer) ((List<?>) one[2]).get(i));
            }
            large.data("directory-" + one[0], (String) one[1], file.bytes());
        }
    }

    /** Returns the layer of two blocks with both in one of its two pages. */
    private CompressedFile together(int full) {
        CompressedFile file = compressed(LARGE, network(LARGE));
        byte[][] blocks = new byte[2][];
        for (int i = 0; i < blocks.length; i++) {
            byte[] page = file.pages.get(i);
            int length = page[6] & 0xff;
            int bytes = length == RAW ? (int) game.size(LARGE) - 256 : length;
            blocks[i] = block(length, Arrays.copyOfRange(page, 7, 7 + bytes));
        }
        file.pages.set(full, CompressedFile.page(blocks));
        file.pages.set(1 - full, CompressedFile.page());
        file.directory.set(1, 2 * (1 - full));
        return file;
    }

    private static byte[] block(int length, byte... bytes) {
        byte[] block = new byte[1 + bytes.length];
        block[0] = (byte) length;
        System.arraycopy(bytes, 0, block, 1, bytes.length);
        return block;
    }

    private void rawBlocks() {
        for (int value : new int[] {5, 127, 128, 255}) {
            small.data(
                    "raw-" + value,
                    "a raw block with the value " + value + ", in a layer of 5 values",
                    raw(STORED, value));
        }
    }

    /** Returns the small layer as a raw block, with another byte for a position. */
    private byte[] raw(int offset, int value) {
        byte[] block = new byte[11];
        block[0] = (byte) RAW;
        int[] scores = scores(SMALL);
        for (int i = 0; i < scores.length; i++) {
            block[1 + i] = (byte) (scores[i] + SMALL);
        }
        block[1 + offset] = (byte) value;
        CompressedFile file = compressed(SMALL, network(SMALL));
        file.pages.set(0, CompressedFile.page(block));
        return file.bytes();
    }

    private void filesToAccept() {
        small.digest("raw-not-stored", "a raw block with the byte 255 where no score is stored", raw(NOT_STORED, 255));
        small.digest("raw-other", "a raw block with another score where none is stored", raw(NOT_STORED, 4));
        small.digest(
                "spare",
                "spare bytes of the header that are not 0",
                small.with(file -> file.put(SPARE, (byte) 1).put(140, (byte) 2)));
        small.digest(
                "index",
                "an index of a short directory, which nobody needs, that says 1 for 0",
                small.turned(small.bytes().length - 4, 1));
        small.digest("model-padding", "padding behind the model that is not 0", small.turned(PAGE_AT - 1, 1));
        CompressedFile page = compressed(SMALL, network(SMALL));
        page.pages.get(0)[CompressedHeader.PAGE - 1] = 1;
        small.digest("page-padding", "a byte behind the blocks of a page that is not 0", page.bytes());
        CompressedFile longer = compressed(SMALL, network(SMALL));
        byte[] old = longer.pages.get(0);
        byte[] block = Arrays.copyOf(block(254, Arrays.copyOfRange(old, 7, 7 + old[6])), 255);
        longer.pages.set(0, CompressedFile.page(block));
        small.digest("block-zeros", "a block that ends in zeros", longer.bytes());
        small.digest("model-limits", "numbers at their limits, so that sums and products go round", limits().bytes());
        for (int full : new int[] {0, 1}) {
            int empty = 1 - full;
            large.digest(
                    "page-empty-" + empty,
                    "page " + empty + " without blocks",
                    together(full).bytes());
        }
    }

    private CompressedFile limits() {
        Random random = new Random(2);
        Model network = network(SMALL);
        short[] limits = {Short.MIN_VALUE, Short.MAX_VALUE, -1, 1};
        for (short[][] rows : new short[][][] {network.vectors, network.nodeVectors, {network.bias}}) {
            for (short[] row : rows) {
                for (int i = 0; i < row.length; i++) {
                    row[i] = limits[random.nextInt(limits.length)];
                }
            }
        }
        for (int i = 0; i < network.nodeBias.length; i++) {
            network.nodeBias[i] = random.nextBoolean() ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        }
        network.table[0] = 0;
        network.table[network.table.length - 1] = 65535;
        return compressed(SMALL, network);
    }

    private Model network(int layer) {
        return CompressedLayers.randomModel(PITS, layer, 2, layer);
    }

    private int[] scores(int layer) {
        try (Database database = Database.open(original)) {
            int[] scores = new int[(int) game.size(layer)];
            database.table(layer).values(0, scores.length, scores, 0);
            return scores;
        }
    }

    private CompressedFile compressed(int layer, Model network) {
        CompressedHeader header = header(layer);
        return CompressedLayers.file(game, layer, scores(layer), network, header.source(), header.parent());
    }

    private CompressedHeader header(int layer) {
        try (Database database = Database.open(original)) {
            Path path = Path.of(database.listing().where(FileKind.COMPRESSED, layer));
            byte[] file = Files.readAllBytes(path);
            return CompressedHeader.parse(path.toString(), Arrays.copyOf(file, LayerHeader.LENGTH), file.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
