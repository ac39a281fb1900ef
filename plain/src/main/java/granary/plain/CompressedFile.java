package granary.plain;

import static granary.plain.Header.refuseUnless;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of compressed scores: header, model, pages of blocks, directory, index. Model, pages and directory may be changed before the
 * bytes are taken; checksums and lengths follow.
 */
public final class CompressedFile {
    private static final int PAGE = 4096;
    private static final int BLOCK = 256;
    private static final int HALF = 128;
    private static final int RAW = 255;
    private static final int INDEXED = 4096;
    /** The second of this number of blocks is written raw. */
    private static final int RAW_STEP = 3;
    /** The most blocks of a page that is written; the first page has one, and each of the following one more. */
    private static final int MOST_BLOCKS = 3;

    private static final Pattern IDENTITY = Pattern.compile("awari pits=([2-6]) rules=(olympiad|strict|abapa)");
    /** The offset of the bytes that differ from those of every other file. */
    private static final int NAME = 64;

    private static final int NAME_END = 136;

    /** The fields of the header: pits on a side, seeds, units, digests. */
    public record Fields(Rules rules, int pits, int seeds, int units, String source, String parent) {
        long positions() {
            return Boards.count(2 * pits, seeds);
        }

        int[] board(long rank) {
            return Boards.board(2 * pits, seeds, rank);
        }
    }

    public final Fields fields;
    public byte[] model;
    /** Pages without their checksums. */
    public final List<byte[]> pages = new ArrayList<>();
    /** The numbers of the pages' first blocks, and at last that of all blocks. */
    public final List<Integer> directory = new ArrayList<>();

    private CompressedFile(Fields fields) {
        this.fields = fields;
    }

    /** Compresses the scores of a layer. */
    public static CompressedFile of(Fields fields, Model model, int... scores) {
        CompressedFile file = new CompressedFile(fields);
        file.model = model.bytes();
        int blocks = (scores.length + BLOCK - 1) / BLOCK;
        for (int block = 0; block < blocks; ) {
            int count = Math.min(Math.min(file.pages.size() + 1, MOST_BLOCKS), blocks - block);
            byte[][] together = new byte[count][];
            for (int i = 0; i < count; i++) {
                together[i] = file.block(model, block + i, scores);
            }
            file.directory.add(block);
            file.pages.add(page(together));
            block += count;
        }
        file.directory.add(blocks);
        return file;
    }

    /** Returns a page of blocks, each with its length byte before it. */
    public static byte[] page(byte[]... blocks) {
        ByteBuffer page = ByteBuffer.allocate(PAGE).order(ByteOrder.LITTLE_ENDIAN);
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
    private byte[] block(Model model, int block, int... scores) {
        int first = block * BLOCK;
        int count = Math.min(BLOCK, scores.length - first);
        int middle = Math.min(HALF, count);
        int[] digits = new int[count];
        for (int i = 0; i < count; i++) {
            boolean isStored = Inputs.isStored(fields.board(first + i));
            digits[i] = isStored ? scores[first + i] + fields.seeds : Inputs.none(fields.seeds);
        }
        boolean isShort = count == middle; // then only zeros follow
        byte[] forwards = half(model, first, isShort, Arrays.copyOf(digits, middle));
        byte[] backwards = half(model, first + middle, isShort, Arrays.copyOfRange(digits, middle, count));
        int length = forwards.length + backwards.length;
        boolean isRaw = length >= RAW || block % RAW_STEP == 1;
        byte[] coded = Arrays.copyOf(forwards, length);
        System.arraycopy(reversed(backwards), 0, coded, forwards.length, backwards.length);
        byte[] made = new byte[1 + (isRaw ? count : length)];
        made[0] = (byte) (isRaw ? RAW : length);
        for (int i = 1; i < made.length; i++) {
            made[i] = isRaw ? (byte) digits[i - 1] : coded[i - 1];
        }
        return made;
    }

    /** Returns the bytes of a block as the coder of its second half takes them. */
    public static byte[] reversed(byte... bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    private byte[] half(Model model, int first, boolean isBeforeZeros, int... digits) {
        Coder coder = new Coder(model);
        for (int i = 0; i < digits.length; i++) {
            if (digits[i] != Inputs.none(fields.seeds)) {
                coder.put(digits[i], model.units(Inputs.of(fields.board(first + i), first, digits)));
            }
        }
        return coder.finish(isBeforeZeros);
    }

    /** Returns the offset of the pages. */
    private int pagesAt() {
        return Header.LENGTH + (model.length + PAGE - 1) / PAGE * PAGE;
    }

    /** Returns the bytes of the file. */
    public byte[] bytes() {
        int index = (pages.size() + INDEXED - 1) / INDEXED;
        int length = pagesAt() + PAGE * pages.size() + 4 * (pages.size() + 1 + index);
        ByteBuffer file = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        file.put(Header.ofScores(fields.rules, fields.pits, fields.seeds, fields.source)
                .bytes());
        file.putLong(16, length);
        file.putInt(28, 3);
        file.putInt(48, fields.units).putInt(52, 0);
        file.put(96, HexFormat.of().parseHex(fields.parent));
        file.putInt(128, model.length).putInt(132, Checksums.crc(model, 0, model.length));
        file.putInt(136, pages.size());
        file.put(0, Header.sign(file.array()));
        file.put(Header.LENGTH, model).position(pagesAt());
        for (int i = 0; i < pages.size(); i++) {
            int at = file.position();
            file.put(pages.get(i)).putInt(at, checksum(file.array(), i));
        }
        directory.forEach(file::putInt);
        for (int i = 0; i < index; i++) {
            file.putInt(directory.get(INDEXED * i));
        }
        return file.array();
    }

    /** Returns the checksum of a page: of the name of the file, of the number of its first block, and of its own bytes. */
    private int checksum(byte[] file, int page) {
        ByteBuffer covered = ByteBuffer.allocate(NAME_END - NAME + PAGE).order(ByteOrder.LITTLE_ENDIAN);
        covered.put(file, NAME, NAME_END - NAME).putInt(directory.get(page));
        covered.put(pages.get(page), 4, PAGE - 4);
        return Checksums.crc(covered.array(), 0, covered.capacity());
    }

    /** Reads a file, and compares all its checksums. Throws an {@link IllegalArgumentException} when anything is to be refused. */
    public static CompressedFile read(byte[] bytes) {
        ByteBuffer in = Header.open(bytes);
        Matcher game = IDENTITY.matcher(Header.identity(bytes));
        refuseUnless(game.matches(), "game");
        HexFormat hex = HexFormat.of();
        Fields fields = new Fields(
                Rules.valueOf(game.group(2).toUpperCase(Locale.ROOT)),
                Integer.parseInt(game.group(1)),
                in.getInt(24),
                in.getInt(48),
                hex.formatHex(bytes, NAME, 96),
                hex.formatHex(bytes, 96, 128));
        CompressedFile file = new CompressedFile(fields);
        refuseUnless(fields.seeds > 0 && fields.seeds <= 64 - 2 * fields.pits, "layer");
        refuseUnless(in.getInt(28) == 3, "quantity");
        refuseUnless(in.getLong(32) == fields.positions() && in.getInt(44) == -fields.seeds, "positions");
        refuseUnless(fields.units > 0 && fields.units <= 1024 && fields.units % 2 == 0, "units");
        refuseUnless(
                in.getInt(128) == new Model(2 * fields.pits, fields.seeds, fields.units).bytes().length,
                "model length");
        file.model = Arrays.copyOfRange(bytes, Header.LENGTH, Header.LENGTH + in.getInt(128));
        refuseUnless(in.getInt(132) == Checksums.crc(file.model, 0, file.model.length), "checksum of the model");
        int pages = in.getInt(136);
        refuseUnless(pages > 0 && pages <= bytes.length / PAGE, "number of pages");
        in.position(file.pagesAt() + PAGE * pages);
        refuseUnless(in.remaining() >= 4 * (pages + 1), "length");
        for (int i = 0; i <= pages; i++) {
            file.directory.add(in.getInt());
        }
        for (int i = 0; i < pages; i++) {
            int at = file.pagesAt() + PAGE * i;
            file.pages.add(Arrays.copyOfRange(bytes, at, at + PAGE));
            refuseUnless(in.getInt(at) == file.checksum(bytes, i), "checksum of a page");
        }
        refuseUnless(file.bytes().length == bytes.length && in.getLong(16) == bytes.length, "length");
        return file;
    }

    /** Returns the network that the model says. */
    public Model network() {
        return Model.read(model, 2 * fields.pits, fields.seeds, fields.units);
    }

    /** Returns the digits of all boards in their order; {@link Inputs#none} where a board is not stored. */
    public int[] digits() {
        Model network = network();
        refuseUnless(
                directory.get(0) == 0 && directory.get(pages.size()) == (fields.positions() + BLOCK - 1) / BLOCK,
                "ends");
        int[] digits = new int[(int) fields.positions()];
        for (int i = 0; i < pages.size(); i++) {
            ByteBuffer page = ByteBuffer.wrap(pages.get(i)).order(ByteOrder.LITTLE_ENDIAN);
            int count = Short.toUnsignedInt(page.getShort(4));
            refuseUnless(count == directory.get(i + 1) - directory.get(i), "number of blocks");
            int at = 6 + count;
            for (int k = 0; k < count; k++) {
                int first = (directory.get(i) + k) * BLOCK;
                int length = page.get(6 + k) & 255;
                int end = at + (length == RAW ? Math.min(BLOCK, digits.length - first) : length);
                refuseUnless(end <= PAGE, "end of a block");
                decode(length == RAW ? null : network, first, Arrays.copyOfRange(pages.get(i), at, end), digits);
                at = end;
            }
        }
        return digits;
    }

    /** Decodes a block, which is raw if there is no network. */
    private void decode(Model network, int first, byte[] block, int... digits) {
        Coder decoder = new Coder(network, block);
        int half = first;
        for (int at = first; at < Math.min(digits.length, first + BLOCK); at++) {
            if (at == first + HALF) {
                decoder = new Coder(network, reversed(block));
                half = at;
            }
            int[] board = fields.board(at);
            if (!Inputs.isStored(board)) {
                digits[at] = Inputs.none(fields.seeds);
            } else if (network == null) {
                digits[at] = block[at - first] & 255;
                refuseUnless(digits[at] <= 2 * fields.seeds, "byte of a raw block");
            } else {
                int[] before = Arrays.copyOfRange(digits, half, at);
                digits[at] = decoder.take(network.units(Inputs.of(board, half, before)));
            }
        }
    }

    /** Returns the score of a board, stored or the best of its moves, from all digits and the scores of boards with fewer seeds. */
    public int score(int[] board, int[] digits, ToIntFunction<int[]> lower) {
        int digit = digits[(int) Boards.rank(board)];
        if (digit != Inputs.none(fields.seeds)) {
            return digit - fields.seeds;
        }
        return fields.rules.moves(board).stream()
                .mapToInt(move -> move.captured()
                        - (move.captured() == 0 ? score(move.board(), digits, lower) : lower.applyAsInt(move.board())))
                .max()
                .orElse(fields.rules.scoreWithoutMove(board));
    }
}
