package granary.builder.seal;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerWriter;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.format.SealedHeader;
import granary.format.StoringRule;
import granary.storage.Access;
import granary.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Another directory, which gets all layers, sealed or packed, and the statistics that were counted.
 *
 * @param from the packed database
 * @param to the sealed one
 */
record SealedCopy(Database from, DatabaseDirectory to, StoringRule rule, int threads, Monitor monitor)
        implements SealingPlace {
    @Override
    public boolean isDone(int layer) {
        Manifest manifest = to.manifest();
        Manifest.Entry packed = manifest.layers().get(layer);
        if (packed != null) {
            check(layer, packed.digest());
            return true;
        }
        if (!manifest.sealed().containsKey(layer)) {
            return false;
        }
        check(layer, header(to, layer, rule).basis());
        return true;
    }

    /**
     * Reads the header of a layer that was sealed.
     *
     * @throws InvalidRequestException when it was sealed by another rule
     */
    static SealedHeader header(DatabaseDirectory directory, int layer, StoringRule rule) {
        Path path = directory.sealedPath(layer);
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED)) {
            SealedHeader header = DatabaseFiles.readSealedHeader(path, storage, directory.game(), layer);
            if (header.rule() != rule) {
                throw new InvalidRequestException(directory.path() + " holds layers sealed by the rule " + header.rule()
                        + "; seal by that rule, or into another directory");
            }
            return header;
        }
    }

    private void check(int layer, String found) {
        if (!found.equals(from.scoresDigest(layer))) {
            throw new CheckFailedException(to.path() + " holds layer " + layer + " of another build than "
                    + from.directory() + "; seal into another directory");
        }
    }

    @Override
    public OpenLayer open(int layer) {
        long bytes = from.listing().manifest().layers().get(layer).length();
        return new OpenLayer(LayerSealing.of(from, layer, rule), bytes, () -> {});
    }

    @Override
    public Path path(int layer) {
        return to.sealedPath(layer);
    }

    @Override
    public void publish(OpenLayer packed, Manifest.Entry entry) throws IOException {
        to.publishSealed(packed.sealing().layer(), entry);
    }

    @Override
    public void keep(OpenLayer packed) throws IOException {
        int layer = packed.sealing().layer();
        LayerHeader header = DatabaseFiles.scoresHeader(
                from.game(), layer, layer == 0 ? FileDigest.NONE : from.scoresDigest(layer - 1));
        try (LayerWriter writer = to.begin(header)) {
            PackedCopy.write(from.table(layer), writer, new WorkerPool(threads, monitor));
            to.publish(writer);
        }
        to.settle();
        check(layer, to.manifest().layers().get(layer).digest());
    }

    /** Copies the statistics, if there are any: they belong to the digest of the packed scores. */
    @Override
    public void end(int layer) throws IOException {
        String name = DatabaseDirectory.statisticsName(layer);
        Path counted = from.listing().path(Quantity.SCORES, layer).resolveSibling(name);
        if (Files.exists(counted)) {
            to.disk().publish(to.path().resolve(name), Files.readAllBytes(counted));
        }
    }
}
