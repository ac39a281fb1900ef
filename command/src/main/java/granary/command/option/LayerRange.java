package granary.command.option;

import granary.database.Database;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A range of layers, such as {@code 12..16}, or a single one, such as {@code 12}.
 *
 * @param first the first layer
 * @param last the last layer
 */
public record LayerRange(int first, int last) {
    /** All layers. */
    public static final LayerRange ALL = new LayerRange(0, Integer.MAX_VALUE);

    private static final Pattern SYNTAX = Pattern.compile("([0-9]{1,4})(?:\\.\\.([0-9]{1,4}))?");

    /** Returns those of the given layers that are in the range. */
    public SortedSet<Integer> of(Collection<Integer> layers) {
        SortedSet<Integer> chosen = new TreeSet<>(layers);
        chosen.removeIf(layer -> layer < first || layer > last);
        return chosen;
    }

    /**
     * Returns all layers of the range, or all of the database when the user gave no range.
     *
     * @throws granary.builder.InvalidRequestException when the database lacks one of them
     * @throws granary.error.MissingLayerException when one that is listed is not there
     */
    public SortedSet<Integer> allOf(Database database) {
        of(database.missingLayers()).forEach(database::table);
        SortedSet<Integer> chosen = of(database.layers());
        int end = !equals(ALL) ? last : chosen.isEmpty() ? first : -1;
        for (int layer = first; layer <= end; layer++) {
            if (!chosen.contains(layer)) {
                throw DatabaseOption.noLayer(database, layer);
            }
        }
        return chosen;
    }

    /** Returns layers in words, such as {@code 0 to 4, 6}. */
    public static String text(SortedSet<Integer> layers) {
        List<String> ranges = new ArrayList<>();
        for (int layer : layers) {
            if (!layers.contains(layer - 1)) {
                int last = layer;
                while (layers.contains(last + 1)) {
                    last++;
                }
                ranges.add(last == layer ? Integer.toString(layer) : layer + " to " + last);
            }
        }
        return ranges.isEmpty() ? "none" : String.join(", ", ranges);
    }

    @Override
    public String toString() {
        return first == last ? "layer " + first : "layers " + first + " to " + last;
    }

    /** Parses the user's text. */
    public static final class Converter implements ITypeConverter<LayerRange> {
        @Override
        public LayerRange convert(String text) {
            Matcher range = SYNTAX.matcher(text);
            if (!range.matches()) {
                throw new TypeConversionException(
                        "'" + text + "' is not a layer, such as 12, or layers, such as 12..16");
            }
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            if (last < first) {
                throw new TypeConversionException("'" + text + "' ends before it begins");
            }
            return new LayerRange(first, last);
        }
    }
}
