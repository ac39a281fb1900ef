package granary.builder.format;

import granary.awari.Awari;
import granary.format.SealedHeader;
import granary.testing.sealed.PlainInputs;
import granary.testing.sealed.PlainModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Follows the decoder through the first block of a sealed file, straight from the format's description. */
final class SealedTrace {
    static final String FILE_NAME = "trace.tsv";

    private static final int HALF = 128;
    private static final int BLOCK = 256;

    private final Awari game;
    private final SealedHeader header;
    private final PlainModel network;
    private final byte[] block;
    private final int[] digits;

    // The decoder, with numbers of 32 bits.
    private long low;
    private long high;
    private long code;
    private byte[] bytes;
    private int at;

    /**
     * Prepares the trace.
     *
     * @param file the whole file, whose first block is not plain
     * @param network the network that it was made with
     */
    SealedTrace(Awari game, SealedHeader header, PlainModel network, byte[] file) {
        this.game = game;
        this.header = header;
        this.network = network;
        int page = (int) header.pagesOffset();
        int from = page + SealedHeader.LENGTHS_AT + (file[page + 4] & 0xff);
        this.block = Arrays.copyOfRange(file, from, from + (file[page + SealedHeader.LENGTHS_AT] & 0xff));
        this.digits = new int[(int) Math.min(BLOCK, header.positions())];
    }

    /** Returns the lines of the table, the names of its columns first. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("layer\toffset\tboard\tvectors\tunits\tsteps\tdigit");
        int[] board = new int[game.cells()];
        for (int offset = 0; offset < digits.length; offset++) {
            int first = offset / HALF * HALF;
            if (offset == first) {
                begin(first > 0);
            }
            game.unrank(header.layer(), offset, board);
            String line = header.layer() + "\t" + offset + "\t" + text(board) + "\t";
            digits[offset] = 2 * header.layer() + 1;
            if (PlainInputs.isStored(board)) {
                int[] values = Arrays.copyOfRange(digits, first, digits.length);
                int[] inputs = PlainInputs.of(game, board, first, values, offset - first);
                int[] units = network.hidden(inputs);
                List<String> steps = new ArrayList<>();
                digits[offset] = decode(units, steps);
                line += text(inputs) + "\t" + text(units) + "\t" + String.join(" ", steps) + "\t" + digits[offset];
            } else {
                line += "\t\t\t";
            }
            lines.add(line);
        }
        return lines;
    }

    /** Returns score + n of each position that is stored, and 2n + 1 for the others. */
    int[] digits() {
        return digits.clone();
    }

    private void begin(boolean isSecond) {
        bytes = block.clone();
        for (int i = 0; isSecond && i < block.length; i++) {
            bytes[i] = block[block.length - 1 - i];
        }
        at = 0;
        low = 0;
        high = 0xffff_ffffL;
        code = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            code = code << 8 | next();
        }
    }

    private int next() {
        return at < bytes.length ? bytes[at++] & 0xff : 0;
    }

    private int decode(int[] units, List<String> steps) {
        int node = 0;
        while (node >= 0) {
            int probability = network.probability(node, units);
            long split = low + ((high - low) * probability >>> 16);
            boolean isUpper = code <= split;
            steps.add(String.format(
                    "%d:%d:%d:%08x:%08x:%s",
                    node, network.product(node, units), probability, split, code, isUpper ? "u" : "l"));
            low = isUpper ? low : split + 1;
            high = isUpper ? split : high;
            while (low >>> 24 == high >>> 24) {
                low = low << 8 & 0xffff_ffffL;
                high = high << 8 & 0xffff_ffffL | 0xff;
                code = code << 8 & 0xffff_ffffL | next();
            }
            node = network.branches[node][isUpper ? 1 : 0];
        }
        return -1 - node;
    }

    private static String text(int... numbers) {
        return Arrays.stream(numbers).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }
}
