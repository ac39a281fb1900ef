package granary.database;

import granary.format.BlockChecksums;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.format.ScoreTable;
import granary.game.Game;
import granary.storage.Storage;
import java.nio.file.Path;

/** A layer's file that a database has open. It may still be asked when the database is closed. Any number of threads may use it. */
public final class OpenFile {
    private final Path path;
    private final LayerHeader header;
    final Storage storage;
    final ScoreTable table;
    /** The table of a file of distances, otherwise null. */
    final DistanceTable distances;

    private OpenFile(Path path, Storage storage, LayerHeader header, BlockChecksums checksums) {
        this.path = path;
        this.storage = storage;
        this.header = header;
        this.table = new ScoreTable(storage, header, checksums);
        this.distances = header.quantity() == Quantity.DISTANCES
                ? new DistanceTable(table, header.packing().radix() - 1)
                : null;
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
            Storage checking = checksums == null ? null : storage.checking(checksums);
            OpenFile file = checking == null
                    ? new OpenFile(path, storage, header, checksums)
                    : new OpenFile(path, checking, header, null);
            if (options.prefault()) {
                file.storage.load();
            }
            return file;
        } catch (RuntimeException | Error e) {
            storage.close();
            throw e;
        }
    }

    /** Returns the layer's number. */
    public int layer() {
        return header.layer();
    }

    /** Returns what the file holds of the layer. */
    public Quantity quantity() {
        return header.quantity();
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
