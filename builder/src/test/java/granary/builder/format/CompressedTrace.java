package granary.builder.format;

import granary.plain.Boards;
import granary.plain.Coder;
import granary.plain.CompressedFile;
import granary.plain.Inputs;
import granary.plain.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Follows the decoder through the first block of a compressed file, which is not plain. */
final class CompressedTrace {
    static final String FILE_NAME = "trace.tsv";

    private static final int HALF = 128;
    private static final int BLOCK = 256;

    private final CompressedFile file;
    private final Model network;
    private final int[] digits;

    CompressedTrace(CompressedFile file) {
        this.file = file;
        this.network = file.network();
        this.digits = new int[(int) Math.min(BLOCK, Boards.count(2 * file.fields.pits(), file.fields.seeds()))];
    }

    /** Returns the lines of the table, the names of its columns first. */
    List<String> lines() {
        CompressedFile.Fields fields = file.fields;
        byte[] page = file.pages.get(0);
        int from = 6 + (page[4] & 0xff);
        byte[] block = Arrays.copyOfRange(page, from, from + (page[6] & 0xff));
        List<String> lines = new ArrayList<>();
        lines.add("layer\trank\tboard\tvectors\tunits\tsteps\tdigit");
        Coder coder = new Coder(network, block);
        for (int rank = 0; rank < digits.length; rank++) {
            int first = rank / HALF * HALF;
            coder = rank == HALF ? new Coder(network, CompressedFile.reversed(block)) : coder;
            int[] board = Boards.board(2 * fields.pits(), fields.seeds(), rank);
            digits[rank] = Inputs.none(fields.seeds());
            String line = fields.seeds() + "\t" + rank + "\t" + text(board) + "\t";
            if (Inputs.isStored(board)) {
                int[] inputs = Inputs.of(board, first, Arrays.copyOfRange(digits, first, rank));
                int[] units = network.units(inputs);
                digits[rank] = coder.take(units);
                line += text(inputs) + "\t" + text(units) + "\t" + steps(coder, units) + "\t" + digits[rank];
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

    private String steps(Coder coder, int... units) {
        return coder.steps.stream()
                .map(step -> String.format(
                        Locale.ROOT,
                        "%d:%d:%d:%08x:%08x:%s",
                        step.node(),
                        network.product(step.node(), units),
                        step.probability(),
                        step.split(),
                        step.code(),
                        step.isUpper() ? "u" : "l"))
                .collect(Collectors.joining(" "));
    }

    private static String text(int... numbers) {
        return Arrays.stream(numbers).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }
}
