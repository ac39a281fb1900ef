package granary.cluster.command;

import granary.builder.resource.ResourceModel;
import granary.builder.store.LayerFiles;
import granary.command.option.LayersOption;
import granary.database.Listing;
import java.util.SortedSet;
import java.util.TreeSet;

/** The layers that a cluster reads: packed ones. */
final class PackedLayers {
    private PackedLayers() {}

    /**
     * Returns the chosen ones of a database's layers.
     *
     * @throws granary.builder.InvalidRequestException when there are none, or some of them are compressed, or of those that captures lead into
     */
    static SortedSet<Integer> of(LayersOption option, Listing listing) {
        SortedSet<Integer> chosen = option.of(listing);
        SortedSet<Integer> read = new TreeSet<>(chosen);
        int lowest = ResourceModel.lowestRead(listing.game(), chosen.first());
        read.addAll(listing.manifest().scoreLayers().subSet(lowest, chosen.last()));
        LayerFiles.requirePacked(listing, read);
        return chosen;
    }
}
