package granary.database;

import granary.format.BlockChecksums;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.PackedTable;
import granary.format.Quantity;
import granary.format.ScoreTable;
import granary.format.SealedHeader;
import granary.game.Game;
import granary.sealed.SealedTable;
import granary.storage.Storage;
import java.nio.file.Path;
import java.util.function.IntFunction;

/** A layer's file that a database has open. It may still be asked when the database is closed. Any number of threads may use it. */
public final class OpenFile {
    private final Path path;
    private final int layer;
    private final Quantity quantity;
    private final String digest;
    /** The digest of the packed scores that these were built on: for scores those of the layer below. */
    private final String basis;

    final Storage storage;
    final ScoreTable table;
    /** The table of a file of distances, otherwise null. */
    final DistanceTable distances;

    private OpenFile(
            Path path,
            Storage storage,
            int layer,
            Quantity quantity,
            String basis,
            ScoreTable table,
            DistanceTable distances,
            Manifest.Entry listed) {
        this.path = path;
        this.storage = storage;
        this.layer = layer;
        this.quantity = quantity;
        this.basis = basis;
        this.table = table;
        this.distances = distances;
        this.digest = listed.digest();
    }

    /** Opens a listed file and checks what the options say. */
    static OpenFile open(Listing listing, Game game, Quantity quantity, int layer, OpenOptions options) {
        Path path = listing.path(quantity, layer);
        Manifest manifest = listing.manifest();
        Storage storage = DatabaseFiles.open(path, options.access());
        try {
            LayerHeader header = DatabaseFiles.readHeader(path, storage, game, quantity, layer, options.check());
            if (options.check() != Check.NONE) {
                DatabaseFiles.checkLength(
                        path, storage, manifest.files(quantity).get(layer));
                DatabaseFiles.checkBasis(path, header, manifest);
            }
            BlockChecksums checksums = null;
            if (options.check().compareTo(Check.FIRST_USE) >= 0) {
                checksums = new BlockChecksums(path, storage, header);
            }
            if (options.check() == Check.OPENING) {
                checksums.checkAll();
            }
            Manifest.Entry listed = manifest.files(quantity).get(layer);
            Storage checking = checksums == null ? null : storage.checking(checksums);
            Storage used = checking == null ? storage : checking;
            PackedTable table = new PackedTable(used, header, checking == null ? checksums : null);
            DistanceTable distances = quantity == Quantity.DISTANCES
                    ? new DistanceTable(table, header.packing().radix() - 1)
                    : null;
            if (options.prefault()) {
                used.load();
            }
            return new OpenFile(path, used, layer, quantity, header.basis(), table, distances, listed);
        } catch (RuntimeException | Error e) {
            storage.close();
            throw e;
        }
    }

    /**
     * Opens a listed file of sealed scores and checks what the options say.
     *
     * @param tables gives the scores of any layer, for positions that are not stored
     */
    static OpenFile openSealed(
            Listing listing, Game game, int layer, OpenOptions options, IntFunction<ScoreTable> tables) {
        Path path = listing.sealedPath(layer);
        Manifest manifest = listing.manifest();
        Storage storage = DatabaseFiles.open(path, options.access());
        try {
            SealedHeader header = DatabaseFiles.readSealedHeader(path, storage, game, layer, options.check());
            if (options.check() != Check.NONE) {
                DatabaseFiles.checkLength(path, storage, manifest.sealed().get(layer));
                DatabaseFiles.checkBasis(path, header, manifest);
            }
            boolean checks = options.check().compareTo(Check.FIRST_USE) >= 0;
            SealedTable table = new SealedTable(path, storage, header, game, checks, tables);
            if (options.check() == Check.OPENING) {
                table.checkAll();
            }
            if (options.prefault()) {
                storage.load();
            }
            Manifest.Entry listed = manifest.sealed().get(layer);
            return new OpenFile(path, storage, layer, Quantity.SCORES, header.below(), table, null, listed);
        } catch (RuntimeException | Error e) {
            storage.close();
            throw e;
        }
    }

    /**
     * Checks that this file was built on the scores that a sealed file was made of.
     *
     * @param scores the file with the scores of the layer below, or for distances of this layer
     * @throws granary.error.DifferentBuildsException when it was built on others
     */
    void checkBasis(OpenFile scores) {
        if (scores.table instanceof SealedTable made) {
            int at = isSealed() ? SealedHeader.BELOW_AT : LayerHeader.BASIS_AT;
            DatabaseFiles.checkSame(path, at, scores.layer, made.header().basis(), basis);
        }
    }

    /** Returns the layer's number. */
    public int layer() {
        return layer;
    }

    /** Returns what the file holds of the layer. */
    public Quantity quantity() {
        return quantity;
    }

    /** Returns whether the file holds sealed scores. */
    public boolean isSealed() {
        return table instanceof SealedTable;
    }

    /** Returns the file's digest, as the manifest lists it. */
    public String digest() {
        return digest;
    }

    /** Returns where the file is. */
    public Path path() {
        return path;
    }

    /** Returns the file's length in bytes. */
    public long bytes() {
        return storage.length();
    }

    /** Returns the bytes of address space that the file's mapping takes; 0 when the file is not mapped. */
    public long mappedBytes() {
        return storage.mappedBytes();
    }
}
