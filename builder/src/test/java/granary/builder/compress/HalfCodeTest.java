package granary.builder.compress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class HalfCodeTest {
    /**
     * Each half is given by its decisions: {@code u} or {@code l} for the upper or lower branch, and the probability of the upper one in
     * hexadecimal digits.
     */
    @ParameterizedTest
    @CsvFileSource(resources = "half-codes.tsv", delimiter = '\t', numLinesToSkip = 1)
    void aBlockHasTheFewestBytesThatBothHalvesAreDecodedFrom(String first, String second, String block, String why) {
        byte[] target = new byte[256];
        int length = HalfCode.join(code(first), code(second), target);
        assertEquals(block == null ? "" : block, HexFormat.of().formatHex(Arrays.copyOf(target, length)), why);
    }

    private static HalfCode code(String decisions) {
        HalfCode code = new HalfCode();
        code.begin();
        if (decisions != null) {
            for (String decision : decisions.split(" ", -1)) {
                code.put(decision.charAt(0) == 'u', Integer.parseInt(decision, 1, decision.length(), 16));
            }
        }
        return code;
    }
}
