package granary.cluster.command;

import granary.builder.InvalidRequestException;
import granary.builder.account.Account;
import granary.command.option.LayerRange;
import granary.command.option.LayersOption;
import granary.database.Listing;
import granary.format.FileKind;
import java.util.SortedSet;
import java.util.TreeSet;

/** The layers that a cluster reads: packed ones. */
final class PackedLayers {
    private PackedLayers() {}

    /**
     * Returns the chosen ones of a database's layers.
     *
     * @throws InvalidRequestException when there are none, or some of them are sealed, or of those that captures lead into
     */
    static SortedSet<Integer> of(LayersOption option, Listing listing) {
        SortedSet<Integer> chosen =
                option.of(listing.source().where(""), listing.manifest().scoreLayers());
        SortedSet<Integer> sealed = new TreeSet<>(chosen);
        int lowest = Account.lowestRead(listing.game(), chosen.first());
        sealed.addAll(listing.manifest().scoreLayers().subSet(lowest, chosen.last()));
        sealed.removeAll(listing.manifest().files(FileKind.SCORES).keySet());
        if (!sealed.isEmpty()) {
            throw new InvalidRequestException(
                    "of layers " + LayerRange.text(sealed) + " there are sealed files alone, which a"
                            + " cluster does not read: choose others with --layers, or unseal these (granary unseal)");
        }
        return chosen;
    }
}
