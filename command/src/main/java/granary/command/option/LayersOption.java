package granary.command.option;

import granary.builder.InvalidRequestException;
import granary.database.Database;
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

    /**
     * Returns the chosen ones of a database's layers for work on whole layers, which may read all below them, too.
     *
     * @throws InvalidRequestException when the database holds none of the chosen layers
     * @throws granary.error.MissingLayerException when one that is listed up to the last is not there
     */
    public SortedSet<Integer> of(Database database) {
        SortedSet<Integer> chosen =
                of(database.where(), database.listing().manifest().scoreLayers());
        database.missingLayers().headSet(chosen.last() + 1).forEach(database::table);
        return chosen;
    }
}
