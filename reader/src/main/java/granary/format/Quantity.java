package granary.format;

import java.util.Locale;

/** What a layer file holds for every position. Each quantity of a layer has a file of its own. */
public enum Quantity {
    /** The score, from the mover's point of view. */
    SCORES(1, ""),
    /** The distance to conversion in plies. Users may leave these files away. */
    DISTANCES(2, ".distances");

    private final int code;
    private final String infix;

    Quantity(int code, String infix) {
        this.code = code;
        this.infix = infix;
    }

    /** Returns the number that stands for it in a header. */
    int code() {
        return code;
    }

    /** Returns the number of its encoding in a header: 1 for groups of whole bytes, 2 for groups of bits. */
    int encoding() {
        return this == SCORES ? 1 : 2;
    }

    /** Returns how values of a radix are packed. */
    public Packing packing(int radix) {
        return this == SCORES ? Packing.of(0, radix - 1) : Packing.inBits(radix);
    }

    /** Returns the length of a group as a header has it: in bytes or bits. */
    int groupLength(Packing packing) {
        return this == SCORES ? packing.bytes() : packing.bits();
    }

    /** Returns the word for it in manifests and messages: its name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of its file for a layer. */
    public String fileName(int layer) {
        String number = Integer.toString(layer);
        return "layer-" + "0".repeat(Math.max(0, 3 - number.length())) + number + infix + ".granary";
    }
}
