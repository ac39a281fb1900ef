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

    /**
     * Opens a listed file and checks what the options say.
     *
     * @param tables gives the scores of any layer, for positions that are not stored in a sealed one
     */
    OpenFile(
            Listing listing,
            Game game,
            Quantity quantity,
            int layer,
            OpenOptions options,
            IntFunction<ScoreTable> tables) {
        Manifest manifest = listing.manifest();
        Manifest.Entry packed = manifest.files(quantity).get(layer);
        Manifest.Entry listed = packed == null ? manifest.sealed().get(layer) : packed;
        Check check = options.check();
        boolean checksData = check.compareTo(Check.FIRST_USE) >= 0;
        this.path = listing.anyPath(quantity, layer);
        this.layer = layer;
        this.quantity = quantity;
        this.digest = listed.digest();
        Storage opened = DatabaseFiles.open(path, options.access());
        try {
            if (packed == null) {
                SealedHeader header = DatabaseFiles.readSealedHeader(path, opened, game, layer, check);
                if (check != Check.NONE) {
                    DatabaseFiles.checkLength(path, opened, listed);
                    DatabaseFiles.checkBasis(path, header, manifest);
                }
                SealedTable sealed = new SealedTable(path, opened, header, game, checksData, tables);
                if (check == Check.OPENING) {
                    sealed.checkAll();
                }
                this.storage = opened;
                this.table = sealed;
                this.basis = header.below();
            } else {
                LayerHeader header = DatabaseFiles.readHeader(path, opened, game, quantity, layer, check);
                if (check != Check.NONE) {
                    DatabaseFiles.checkLength(path, opened, listed);
                    DatabaseFiles.checkBasis(path, header, manifest);
                }
                boolean hasOneScore = quantity == Quantity.SCORES
                        && header.positions() == 1
                        && game.minScore(layer) == game.maxScore(layer);
                BlockChecksums checksums = checksData ? new BlockChecksums(path, opened, header, hasOneScore) : null;
                if (check == Check.OPENING) {
                    checksums.checkAll();
                }
                Storage checking = checksData ? opened.checking(checksums) : null;
                this.storage = checking == null ? opened : checking;
                this.table = new PackedTable(storage, header, checking == null ? checksums : null);
                this.basis = header.basis();
            }
            if (options.prefault()) {
                storage.load();
            }
        } catch (RuntimeException | Error e) {
            opened.close();
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
