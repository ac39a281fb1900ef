package granary.testing.sealed;

import granary.awari.Awari;
import granary.format.LayerHeader;
import granary.format.SealedHeader;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The file of a sealed layer, straight from the format's description and without any care for speed. Its parts may be changed
 * before its bytes are taken; checksums, and lengths that follow, are right.
 */
public final class PlainSealedFile {
    private static final int BLOCK = 256;
    private static final int HALF = 128;
    private static final int PLAIN = 255;
    /** In the header, what the checksums of pages cover: digests, length and checksum of the model. */
    private static final int NAME_AT = 64;

    private static final int NAME_LENGTH = 72;
    /** The pages for which the index has one entry. */
    private static final int INDEXED = 4096;
    /** Of this number of blocks the second stands as it is. */
    private static final int PLAIN_STEP = 3;

    /** The most blocks in a page; the first page has one, and each of the following one more. */
    private static final int MOST_BLOCKS = 3;

    private final Awari game;
    private final int layer;
    private final PlainModel network;
    private final String basis;
    private final String below;

    /** The model. */
    public byte[] model;

    /** The pages: blocks, lengths, blocks, from byte 4 on. */
    public final List<byte[]> pages = new ArrayList<>();

    /** The numbers of the pages' first blocks, and at last that of all blocks. */
    public final List<Integer> directory = new ArrayList<>();

    /**
     * Seals a layer. Pages have one block, two, and then three each; of each three blocks the second stands as it is.
     *
     * @param scores all scores of the layer
     * @param network a network of this layer
     * @param basis the digest of the packed scores
     * @param below the digest of those of the layer below
     */
    public PlainSealedFile(Awari game, int layer, int[] scores, PlainModel network, String basis, String below) {
        this.game = game;
        this.layer = layer;
        this.network = network;
        this.basis = basis;
        this.below = below;
        this.model = network.bytes();
        int blocks = (scores.length + BLOCK - 1) / BLOCK;
        for (int block = 0; block < blocks; ) {
            int count = Math.min(Math.min(pages.size() + 1, MOST_BLOCKS), blocks - block);
            byte[][] parts = new byte[count][];
            for (int i = 0; i < count; i++) {
                parts[i] = block(block + i, scores);
            }
            directory.add(block);
            pages.add(page(parts));
            block += count;
        }
        directory.add(blocks);
    }

    /** Returns a page of blocks, each with its length byte before it. */
    public static byte[] page(byte[]... blocks) {
        ByteBuffer page = ByteBuffer.allocate(SealedHeader.PAGE).order(ByteOrder.LITTLE_ENDIAN);
        page.putInt(0).putShort((short) blocks.length);
        for (byte[] block : blocks) {
            page.put(block[0]);
        }
        for (byte[] block : blocks) {
            page.put(block, 1, block.length - 1);
        }
        return page.array();
    }

    /** Returns a block with its length byte before it. */
    private byte[] block(int block, int... scores) {
        int first = block * BLOCK;
        int count = Math.min(BLOCK, scores.length - first);
        int middle = Math.min(HALF, count);
        int[] values = new int[count];
        byte[] code = half(first, middle, scores, values, 0);
        if (count > middle) {
            byte[] second = half(first + middle, count - middle, scores, values, middle);
            int length = code.length;
            code = Arrays.copyOf(code, length + second.length);
            for (int i = 0; i < second.length; i++) {
                code[code.length - 1 - i] = second[i];
            }
        }
        boolean isPlain = code.length >= PLAIN || block % PLAIN_STEP == 1;
        byte[] out = new byte[1 + (isPlain ? count : code.length)];
        out[0] = (byte) (isPlain ? PLAIN : code.length);
        for (int i = 1; i < out.length; i++) {
            out[i] = isPlain ? (byte) values[i - 1] : code[i - 1];
        }
        return out;
    }

    /** Returns the code of half a block; it may be followed by anything, but that of a first half without a second by zeros alone. */
    private byte[] half(int first, int count, int[] scores, int[] all, int at) {
        int[] values = new int[count];
        int[] board = new int[game.cells()];
        Coder coder = new Coder();
        for (int i = 0; i < count; i++) {
            game.unrank(layer, first + i, board);
            values[i] = 2 * layer + 1;
            if (PlainInputs.isStored(board)) {
                int value = scores[first + i] + layer;
                coder.put(value, network.hidden(PlainInputs.of(game, board, first, values, i)));
                values[i] = value;
            }
            all[at + i] = values[i];
        }
        return at == 0 && first + count == scores.length ? coder.finishBeforeZeros() : coder.finish();
    }

    /** The arithmetic coder, in numbers without sign. */
    private final class Coder {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private long low;
        private long high = 0xffff_ffffL;

        void put(int value, int... hidden) {
            boolean isFound = put(0, value, hidden);
            if (!isFound) {
                throw new IllegalArgumentException("the tree does not lead to " + value);
            }
        }

        private boolean put(int node, int value, int... hidden) {
            for (int branch = 0; branch < 2; branch++) {
                if (leads(network.branches[node][branch], value)) {
                    long split = low + ((high - low) * network.probability(node, hidden) >>> 16);
                    low = branch == 1 ? low : split + 1;
                    high = branch == 1 ? split : high;
                    while (low >>> 24 == high >>> 24) {
                        out.write((int) (low >>> 24));
                        low = low << 8 & 0xffff_ffffL;
                        high = (high << 8 & 0xffff_ffffL) | 0xff;
                    }
                    int next = network.branches[node][branch];
                    return next < 0 || put(next, value, hidden);
                }
            }
            return false;
        }

        private boolean leads(int node, int value) {
            return node < 0
                    ? node == -1 - value
                    : leads(network.branches[node][0], value) || leads(network.branches[node][1], value);
        }

        byte[] finish() {
            for (int shift = 24; shift >= 0; shift -= 8) {
                out.write((int) (low >>> shift));
            }
            return out.toByteArray();
        }

        byte[] finishBeforeZeros() {
            if (low > 0) {
                out.write((int) (high >>> 24));
            }
            byte[] bytes = out.toByteArray();
            int length = bytes.length;
            while (length > 0 && bytes[length - 1] == 0) {
                length--;
            }
            return Arrays.copyOf(bytes, length);
        }
    }

    /** Returns the file. */
    public byte[] bytes() {
        SealedHeader header = new SealedHeader(
                game.identity(),
                layer,
                game.size(layer),
                game.minScore(layer),
                network.bias.length,
                model.length,
                crc(model),
                pages.size(),
                basis,
                below);
        ByteBuffer file = ByteBuffer.allocate((int) header.fileLength()).order(ByteOrder.LITTLE_ENDIAN);
        file.put(header.toBytes()).put(LayerHeader.LENGTH, model);
        file.position((int) header.pagesOffset());
        for (int i = 0; i < pages.size(); i++) {
            file.put(signed(file.array(), pages.get(i), directory.get(i)));
        }
        directory.forEach(file::putInt);
        for (int page = 0; page < pages.size(); page += INDEXED) {
            file.putInt(directory.get(page));
        }
        return file.array();
    }

    /** Returns a page with the checksum of what names its file, of the number of its first block, and of itself. */
    private static byte[] signed(byte[] file, byte[] page, int first) {
        ByteBuffer covered = ByteBuffer.allocate(NAME_LENGTH + page.length).order(ByteOrder.LITTLE_ENDIAN);
        covered.put(file, NAME_AT, NAME_LENGTH).put(page).putInt(NAME_LENGTH, first);
        ByteBuffer bytes = ByteBuffer.wrap(page.clone()).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.putInt(0, crc(covered.array())).array();
    }

    private static int crc(byte... bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
