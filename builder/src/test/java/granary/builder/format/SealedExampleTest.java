package granary.builder.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.StoringRule;
import granary.testing.sealed.PlainInputs;
import granary.testing.sealed.PlainModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sealed layer that the specification works through is the committed one, and decodes as it says. */
class SealedExampleTest {
    private static final int LAYER = 2;
    private static final int MODEL = 6172;
    private static final int CODE_AT = 0x3007;

    private final Awari game = new Awari(2, RuleSet.STRICT);
    private final PlainModel network = PlainModel.random(4, LAYER, 2, LAYER);
    private byte[] file;

    // The decoder, with numbers of 32 bits.
    private long low;
    private long high = 0xffff_ffffL;
    private long code;
    private int at = CODE_AT;

    @BeforeEach
    void read() throws IOException {
        file = Files.readAllBytes(
                Path.of("..", "conformance", "awari-2-strict-reachable").resolve(FileKind.SEALED.fileName(LAYER)));
    }

    @Test
    void theBytesThatAreShownAreInTheFile() throws IOException {
        assertEquals(
                242, SpecificationExampleTest.shown("### Sealed scores", file).cardinality());
        byte[] model = Arrays.copyOfRange(file, LayerHeader.LENGTH, LayerHeader.LENGTH + MODEL);
        assertArrayEquals(network.bytes(), model);
    }

    @Test
    void theBlockDecodesAsItSays() throws IOException {
        for (int i = 0; i < Integer.BYTES; i++) {
            code = code << 8 | file[at++] & 0xff;
            code &= 0xffff_ffffL;
        }
        List<String> lines = new ArrayList<>();
        int[] board = new int[game.cells()];
        int[] values = new int[(int) game.size(LAYER)];
        for (int offset = 0; offset < values.length; offset++) {
            game.unrank(LAYER, offset, board);
            if (PlainInputs.isStored(board, StoringRule.REACHABLE)) {
                int[] inputs = PlainInputs.of(game, board, 0, values, offset);
                int[] units = network.hidden(inputs);
                lines.add("    " + text(board) + "  rows " + text(inputs) + "; units " + text(units));
                values[offset] = decode(units, lines);
            } else {
                lines.add("    " + text(board) + "  not stored");
                values[offset] = 2 * LAYER + 1;
            }
        }
        List<String> part = SpecificationExampleTest.part("### Sealed scores");
        int first = part.indexOf(lines.get(0));
        assertEquals(
                String.join("\n", lines), String.join("\n", part.subList(Math.max(0, first), first + lines.size())));
    }

    private int decode(int[] units, List<String> lines) {
        int node = 0;
        while (node >= 0) {
            int product = network.product(node, units);
            int probability = network.probability(node, units);
            long split = low + ((high - low) * probability >>> 16);
            boolean isUpper = code <= split;
            int next = network.branches[node][isUpper ? 1 : 0];
            lines.add(String.format(
                    "        node %d: product %d, entry %d: %d; split %08x, code %08x: %s%s",
                    node,
                    product,
                    Math.floorDiv(product, 2048) + 1024,
                    probability,
                    split,
                    code,
                    isUpper ? "upper" : "lower",
                    next < 0 ? ", value " + (-1 - next) : ""));
            low = isUpper ? low : split + 1;
            high = isUpper ? split : high;
            while (low >>> 24 == high >>> 24) {
                low = low << 8 & 0xffff_ffffL;
                high = high << 8 & 0xffff_ffffL | 0xff;
                code = code << 8 & 0xffff_ffffL | file[at++] & 0xff; // zeros follow the block in its page
            }
            node = next;
        }
        return -1 - node;
    }

    private static String text(int... numbers) {
        return Arrays.stream(numbers).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }
}
