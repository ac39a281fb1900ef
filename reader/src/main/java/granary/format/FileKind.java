package granary.format;

import java.util.List;
import java.util.Locale;

/** The content of a layer's file. A layer has at most one file of each kind. */
public enum FileKind {
    /** The score of every position, from the mover's point of view, packed. */
    SCORES(1, ""),
    /** The distance of every position to conversion, in plies, packed. Users may leave these files away. */
    DISTANCES(2, ".distances"),
    /** The scores of the stored positions, predicted and coded, from which all others follow. */
    COMPRESSED(3, ".compressed"),
    /**
     * The seeds that each side can force in every position, whatever endless play is worth, packed. With the seeds s that both force
     * together, a value is s (s + 1) / 2 + the seeds that the mover forces. Users may leave these files away.
     */
    BOUNDS(4, ".bounds");

    /** The kinds of files that tell something beside the scores of their layer, so that users may leave them away. */
    public static final List<FileKind> OPTIONAL = List.of(DISTANCES, BOUNDS);

    private final int code;
    private final String infix;

    FileKind(int code, String infix) {
        this.code = code;
        this.infix = infix;
    }

    /** Returns the number that stands for it in a header. */
    int code() {
        return code;
    }

    /** Returns whether it is one of {@link #OPTIONAL}. */
    public boolean isOptional() {
        return OPTIONAL.contains(this);
    }

    /** Returns the word for it in manifests and messages: its name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of its file for a layer. */
    public String fileName(int layer) {
        String number = Integer.toString(layer);
        return "layer-" + "0".repeat(Math.max(0, 3 - number.length())) + number + suffix();
    }

    /** Returns the suffix of its files' names; names of packed scores have no other. */
    public String suffix() {
        return infix + ".granary";
    }
}
