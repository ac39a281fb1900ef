package granary.database;

import granary.format.BlockChecksums;
import granary.format.FileHeader;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.format.PackedTable;
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
    private final FileKind kind;
    private final String digest;
    private final FileHeader header;

    final Storage storage;
    final LayerTable table;

    /**
     * Opens a listed file and checks what the options say.
     *
     * @param tables gives the scores of any layer, for positions that are not stored in a sealed one
     */
    OpenFile(
            Listing listing, Game game, FileKind kind, int layer, OpenOptions options, IntFunction<LayerTable> tables) {
        Manifest manifest = listing.manifest();
        Manifest.Entry listed = manifest.entry(kind, layer);
        Check check = options.check();
        boolean checksData = check.compareTo(Check.FIRST_USE) >= 0;
        this.path = listing.path(kind, layer);
        this.layer = layer;
        this.kind = kind;
        this.digest = listed.digest();
        Storage opened = DatabaseFiles.open(path, options.access());
        try {
            this.header = DatabaseFiles.readHeader(path, opened, game, kind, layer, check);
            if (check != Check.NONE) {
                DatabaseFiles.checkLength(path, opened, listed);
                DatabaseFiles.checkBasis(path, header, manifest);
            }
            if (header instanceof SealedHeader sealedHeader) {
                SealedTable sealed = new SealedTable(path, opened, sealedHeader, game, checksData, tables);
                if (check == Check.OPENING) {
                    sealed.checkAll();
                }
                this.storage = sealed.storage();
                this.table = sealed;
            } else {
                LayerHeader packed = (LayerHeader) header;
                boolean hasOneScore = kind == FileKind.SCORES
                        && packed.positions() == 1
                        && game.minScore(layer) == game.maxScore(layer);
                BlockChecksums checksums = checksData ? new BlockChecksums(path, opened, packed, hasOneScore) : null;
                if (check == Check.OPENING) {
                    checksums.checkAll();
                }
                Storage checking = checksData ? opened.checking(checksums) : null;
                this.storage = checking == null ? opened : checking;
                this.table = new PackedTable(storage, packed, checking == null ? checksums : null);
            }
        } catch (RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    /**
     * Checks that this file was made of the packed scores that another file holds, which the manifest may not list.
     *
     * @param scores the file with the scores of the layer below, or for distances of this layer
     * @throws granary.error.DifferentBuildsException when it was made of others
     */
    void checkBasis(OpenFile scores) {
        for (FileHeader.Basis basis : header.bases()) {
            if (basis.layer() == scores.layer) {
                DatabaseFiles.checkBasis(path, basis, scores.packedDigest());
            }
        }
    }

    /** Returns the digest of the packed scores, which the file holds packed or sealed. */
    String packedDigest() {
        return kind == FileKind.SEALED ? header.basis() : digest;
    }

    /** Returns the layer's number. */
    public int layer() {
        return layer;
    }

    /** Returns what the file holds. */
    public FileKind kind() {
        return kind;
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
