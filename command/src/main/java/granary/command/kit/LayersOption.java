package granary.command.kit;

import granary.builder.InvalidRequestException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.SortedSet;
import picocli.CommandLine.Option;

/** The layers that a command is about. */
public final class LayersOption {
    @Option(
            names = "--layers",
            paramLabel = "A..B",
            converter = LayerRange.Converter.class,
            description = "These layers only: one, or from one to another.")
    private LayerRange range = LayerRange.ALL;

    /** Returns those that are chosen of some layers. */
    public SortedSet<Integer> of(Collection<Integer> layers) {
        return range.of(layers);
    }

    /**
     * Returns those that are chosen of the layers of a database.
     *
     * @param directory the database's directory
     * @param layers all of its layers
     * @throws InvalidRequestException when there are none
     */
    public SortedSet<Integer> of(Path directory, Collection<Integer> layers) {
        SortedSet<Integer> chosen = of(layers);
        if (chosen.isEmpty()) {
            throw new InvalidRequestException(
                    directory + (layers.isEmpty() ? " holds no layer" : " holds nothing of " + range));
        }
        return chosen;
    }
}
