package granary.exchange.oware;

import granary.builder.InvalidRequestException;
import granary.export.Export;
import granary.export.ExportFormat;
import granary.format.FileKind;
import granary.format.LayerTable;
import java.util.Optional;

/** Writes files of the published solution of oware. */
public final class OwareFormat implements ExportFormat {
    /** Makes the format. */
    public OwareFormat() {}

    @Override
    public String id() {
        return "oware";
    }

    @Override
    public String description() {
        return "files oware_nNNN.lh of the solution of oware by jh85: the bounds";
    }

    @Override
    public FileKind kind(boolean isDistances) {
        return FileKind.BOUNDS;
    }

    @Override
    public Optional<String> fileName(int layer, boolean isDistances) {
        return Optional.of(OwareSolution.fileName(layer));
    }

    @Override
    public boolean isDirectory() {
        return true;
    }

    @Override
    public Content content(Export export) {
        OwareSolution.checkGame(export.database().game());
        export.refuseDistances("the solution of oware has none");
        int seeds = export.layer();
        if (seeds > OwareFile.MAX_SEEDS) {
            throw new InvalidRequestException("the solution of oware ends at " + OwareFile.MAX_SEEDS + " seeds");
        }
        if (!export.database().boundsLayers().contains(seeds)) {
            throw OwareSolution.missing(export.database(), " of layer " + seeds);
        }
        LayerTable bounds = export.database().pairs(seeds);
        return out -> new OwareFile(seeds)
                .content(bounds, export.threads(), export.listener())
                .writeTo(out);
    }
}
