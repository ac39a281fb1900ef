package granary.command.option;

import granary.builder.InvalidRequestException;
import granary.database.Database;
import granary.database.Listing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option {@code --layers}: by default all layers. */
public final class LayersOption {
    @Option(
            names = "--layers",
            paramLabel = "A..B",
            converter = Converter.class,
            description = "Only these layers: one, such as 12, or a range, such as 12..16.")
    private Range range;

    private record Range(int first, int last) {}

    /** Parses the user's text. */
    private static final class Converter implements ITypeConverter<Range> {
        private static final Pattern SYNTAX = Pattern.compile("([0-9]{1,4})(?:\\.\\.([0-9]{1,4}))?");

        @Override
        public Range convert(String text) {
            Matcher words = SYNTAX.matcher(text);
            if (!words.matches()) {
                throw new TypeConversionException(
                        "'" + text + "' is not a layer, such as 12, or layers, such as 12..16");
            }
            int first = Integer.parseInt(words.group(1));
            int last = words.group(2) == null ? first : Integer.parseInt(words.group(2));
            if (last < first) {
                throw new TypeConversionException("'" + text + "' ends before it begins");
            }
            return new Range(first, last);
        }
    }

    /** Returns the chosen ones of the given layers. */
    public SortedSet<Integer> of(Collection<Integer> layers) {
        SortedSet<Integer> chosen = new TreeSet<>(layers);
        chosen.removeIf(layer -> range != null && (layer < range.first || layer > range.last));
        return chosen;
    }

    /**
     * Returns the chosen ones of the layers whose scores a database lists.
     *
     * @throws InvalidRequestException when it lists none, or lacks one that the user names
     */
    public SortedSet<Integer> of(Listing listing) {
        SortedSet<Integer> listed = listing.manifest().scoreLayers();
        Range wanted = range != null ? range : new Range(0, listed.isEmpty() ? 0 : -1);
        for (int layer = wanted.first; layer <= wanted.last; layer++) {
            if (!listed.contains(layer)) {
                throw new InvalidRequestException(
                        listing.source().where("") + " holds no layer " + layer + "; it holds " + text(listed));
            }
        }
        return of(listed);
    }

    /**
     * Returns the chosen ones of a database's layers for work on whole layers, which may also read all below them.
     *
     * @throws InvalidRequestException as {@link #of(Listing)}
     * @throws granary.error.MissingLayerException when the file of a listed one, up to the last, is missing
     */
    public SortedSet<Integer> of(Database database) {
        SortedSet<Integer> chosen = of(database.listing());
        database.missingLayers().headSet(chosen.last() + 1).forEach(database::table);
        return chosen;
    }

    /**
     * Returns the chosen ones of a database's layers, for work that does without the layers below them.
     *
     * @throws InvalidRequestException as {@link #of(Listing)}
     * @throws granary.error.MissingLayerException when the file of one is missing
     */
    public SortedSet<Integer> allOf(Database database) {
        SortedSet<Integer> chosen = of(database.listing());
        chosen.forEach(database::table);
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
}
