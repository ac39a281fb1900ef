package granary.format;

import java.util.List;
import java.util.Locale;

/** The content of a layer's file. A layer has at most one file of each kind. */
public enum FileKind {
    /** The score of every position, from the mover's point of view, packed. */
    SCORES(1, ""),
    /** The distance of every position to conversion, in plies, packed. Users may omit these files. */
    DISTANCES(2, ".distances"),
    /** The scores of the stored positions, predicted and coded, from which all others follow. */
    COMPRESSED(3, ".compressed"),
    /**
     * The seeds that each side can force in every position, whatever endless play is worth, packed. With the seeds s that both force
     * together, a value is s (s + 1) / 2 + the seeds that the mover forces. Users may omit these files.
     */
    BOUNDS(4, ".bounds");

    /** The kinds of files that add something to the scores of their layer, so that users may omit them. */
    public static final List<FileKind> OPTIONAL = List.of(DISTANCES, BOUNDS);

    private final int code;
    private final String infix;

    FileKind(int code, String infix) {
        this.code = code;
        this.infix = infix;
    }

    /** Returns its number in a header. */
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
        return "layer-" + (layer < 10 ? "00" : layer < 100 ? "0" : "") + layer + suffix();
    }

    /** Returns the suffix of its files' names; names of packed scores have no other. */
    public String suffix() {
        return infix + ".granary";
    }
}
