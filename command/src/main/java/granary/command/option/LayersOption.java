package granary.command.option;

import granary.builder.InvalidRequestException;
import java.util.Collection;
import java.util.SortedSet;
import picocli.CommandLine.Option;

/** The option {@code --layers}. */
public final class LayersOption {
    @Option(
            names = "--layers",
            paramLabel = "A..B",
            converter = LayerRange.Converter.class,
            description = "Only these layers: one, such as 12, or a range, such as 12..16.")
    private LayerRange range = LayerRange.ALL;

    /** Returns the chosen ones of the given layers. */
    public SortedSet<Integer> of(Collection<Integer> layers) {
        return range.of(layers);
    }

    /**
     * Returns the chosen ones of a database's layers.
     *
     * @param where the database's directory or address
     * @param layers all of its layers
     * @throws InvalidRequestException when the database holds none of the chosen layers
     */
    public SortedSet<Integer> of(String where, Collection<Integer> layers) {
        SortedSet<Integer> chosen = of(layers);
        if (chosen.isEmpty()) {
            throw new InvalidRequestException(
                    where + (layers.isEmpty() ? " holds no layer" : " holds nothing of " + range));
        }
        return chosen;
    }
}
