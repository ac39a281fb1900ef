package granary.database;

import granary.compressed.CompressedTable;
import granary.compressed.Model;
import granary.database.OpenOptions.Check;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.error.MissingLayerException;
import granary.error.ReadFaultException;
import granary.format.ChunkChecksums;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.FileHeader;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.format.PackedTable;
import granary.format.Packing;
import granary.game.Game;
import granary.storage.CheckedSections;
import granary.storage.Source;
import granary.storage.Storage;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.function.IntFunction;

/**
 * A layer's file that is open, and whose header is that of its layer. Nothing else opens such a file. It may still be asked when it is
 * closed. Any number of threads may use it.
 */
public final class LayerFile implements AutoCloseable {
    private final String where;
    private final Game game;
    private final FileHeader header;
    private Storage storage;
    /** Null until the file was compared with a manifest. */
    private Manifest.Entry listed;

    private LayerFile(Source source, Game game, FileKind kind, int layer) {
        this.where = source.where(kind.fileName(layer));
        this.game = game;
        try {
            this.storage = source.open(kind.fileName(layer));
        } catch (NoSuchFileException e) {
            throw MissingLayerException.ofFile(where, layer, e);
        } catch (IOException e) {
            throw unreadable(where, e);
        }
        try {
            this.header = readHeader(kind, layer);
        } catch (RuntimeException | Error e) {
            storage.close();
            throw e;
        }
    }

    /**
     * Opens a file that a manifest need not list, and reads its header.
     *
     * @throws MissingLayerException when there is no such file
     * @throws ReadFaultException when it cannot be opened
     * @throws DatabaseException as {@link Database#open(java.nio.file.Path)}, when the header is damaged, or not that of this game, kind
     *     and layer
     */
    public static LayerFile open(Source source, Game game, FileKind kind, int layer) {
        return new LayerFile(source, game, kind, layer);
    }

    /**
     * Opens a listed file, reads its header, and compares it with the manifest.
     *
     * @throws DatabaseException as {@link #open(Source, Game, FileKind, int)}, and when the file has another length or other references than
     *     the manifest says
     */
    public static LayerFile open(Listing listing, Game game, FileKind kind, int layer) {
        LayerFile file = new LayerFile(listing.source(), game, kind, layer);
        file.listed = listing.manifest().entry(kind, layer);
        try {
            if (file.bytes() != file.listed.length()) {
                throw new DamagedFileException(
                        file.where,
                        -1,
                        file.listed.length() + " bytes, as the manifest says",
                        file.bytes() + " bytes",
                        "copied from another database, or the manifest was edited; run granary repair");
            }
            checkReferences(file.where, file.header, listing.manifest());
        } catch (RuntimeException | Error e) {
            file.close();
            throw e;
        }
        return file;
    }

    static ReadFaultException unreadable(String where, IOException e) {
        String found = e instanceof AccessDeniedException ? "permission denied" : e.getMessage();
        ReadFaultException fault =
                new ReadFaultException(where, -1, "a readable file", found, "check the file and its permissions");
        fault.initCause(e);
        return fault;
    }

    private FileHeader readHeader(FileKind kind, int layer) {
        int length = (int) Math.min(storage.length(), LayerHeader.LENGTH);
        FileHeader found = storage.parse(0, length, page -> FileHeader.parse(kind, where, page, storage.length()));
        String owner = owner(game.identity(), layer, kind);
        String foundOwner = owner(found.identity(), found.layer(), found.kind());
        if (!foundOwner.equals(owner)) {
            throw new DamagedFileException(
                    where, -1, owner, foundOwner, "copied from another database, or renamed; run granary repair");
        }
        String expected;
        String values;
        if (found instanceof CompressedHeader compressed) {
            int model = Model.length(game.cells(), layer, compressed.units());
            expected = values(game.size(layer), game.minScore(layer), "a model of " + model + " bytes");
            values = values(
                    compressed.positions(), compressed.minimum(), "a model of " + compressed.modelLength() + " bytes");
        } else {
            LayerHeader packed = (LayerHeader) found;
            expected = values(header(kind, game, layer, packed.packing().radix() - 1, packed.builtOn()));
            values = values(packed);
        }
        if (!values.equals(expected)) {
            throw new DamagedFileException(where, -1, expected, values, "written by another program");
        }
        return found;
    }

    private static String owner(String identity, int layer, FileKind kind) {
        return identity + ", layer " + layer + ", " + (kind == FileKind.COMPRESSED ? "compressed scores" : kind.word());
    }

    private static String values(LayerHeader header) {
        Packing packing = header.packing();
        String groups = "radix " + packing.radix() + ", groups of " + packing.bits() + " bits";
        return values(header.positions(), header.minimum(), groups);
    }

    private static String values(long positions, int minimum, String more) {
        return positions + " positions with values from " + minimum + ", " + more;
    }

    /**
     * Checks that a file was made of packed files that the manifest lists. If the manifest does not list them, there is nothing to check.
     *
     * @throws DamagedFileException when it was made of others
     */
    public static void checkReferences(String where, FileHeader header, Manifest manifest) {
        for (FileHeader.Reference reference : header.references()) {
            Manifest.Entry packed = manifest.entry(reference.kind(), reference.layer());
            checkReferences(
                    where,
                    reference,
                    reference.layer() < 0 ? FileDigest.NONE : packed == null ? null : packed.digest());
        }
    }

    private static void checkReferences(String where, FileHeader.Reference reference, String expected) {
        if (expected != null && !expected.equals(reference.digest())) {
            String file = reference.layer() < 0 ? "a file" : reference.kind().fileName(reference.layer());
            throw new DamagedFileException(
                    where,
                    reference.at(),
                    reference.layer() < 0
                            ? "nothing below layer 0"
                            : "to be built on " + file + " with the digest " + expected,
                    file + " with the digest " + reference.digest(),
                    "the files stem from different builds; copy all of one, or run granary repair");
        }
    }

    /** Checks that this file was made of the packed scores that another file holds, which the manifest may not list. */
    void checkReferences(LayerFile scores) {
        for (FileHeader.Reference reference : header.references()) {
            if (reference.kind() == FileKind.SCORES && reference.layer() == scores.layer()) {
                checkReferences(where, reference, scores.packedDigest());
            }
        }
    }

    /** Returns the digest of the packed scores, which the file holds packed or compressed. */
    String packedDigest() {
        return header instanceof CompressedHeader compressed ? compressed.source() : listed.digest();
    }

    /**
     * Returns the table of the file's values, which checks what the options say.
     *
     * @param tables gives the scores of any layer, for positions that are not stored in a compressed one
     */
    LayerTable table(Check check, IntFunction<LayerTable> tables) {
        boolean checksData = check.compareTo(Check.FIRST_USE) >= 0;
        if (header instanceof CompressedHeader) {
            CompressedTable compressed = compressedTable(checksData, tables);
            storage = compressed.storage();
            if (check == Check.OPENING) {
                compressed.checkAll();
            }
            return compressed;
        }
        ChunkChecksums checksums = checksData ? checksums() : null;
        if (check == Check.OPENING) {
            checksums.checkAll();
        }
        Storage checking = checksData ? storage.checking(checksums) : null;
        storage = checking == null ? storage : checking;
        return new PackedTable(storage, (LayerHeader) header, checking == null ? checksums : null);
    }

    /**
     * Returns the table of a file of compressed scores.
     *
     * @param checks whether to compare checksums
     * @param tables gives the scores of any layer, for positions that are not stored
     */
    public CompressedTable compressedTable(boolean checks, IntFunction<LayerTable> tables) {
        return new CompressedTable(where, storage, (CompressedHeader) header, game, checks, tables);
    }

    /** Returns the checksums of a file of packed values. */
    public ChunkChecksums checksums() {
        LayerHeader packed = (LayerHeader) header;
        boolean hasOneValue = packed.positions() == 1
                && (packed.kind() == FileKind.SCORES
                        ? game.minScore(packed.layer()) == game.maxScore(packed.layer())
                        : packed.kind() == FileKind.BOUNDS && Bounds.pairs(packed.layer()) == 1);
        return new ChunkChecksums(where, storage, packed, hasOneValue);
    }

    /** Returns the sections of the file that have checksums: chunks or pages. */
    public CheckedSections sections() {
        return kind() == FileKind.COMPRESSED
                ? compressedTable(true, lower -> null).sections()
                : checksums();
    }

    /**
     * Returns the header of a packed file of a layer.
     *
     * @param longest the longest distance in the layer, if that is its kind
     * @param builtOn the digest of the scores of the same layer for distances, of the file of its own kind of the layer below for scores
     *     and bounds, or {@link FileDigest#NONE} in place of one below layer 0
     */
    public static LayerHeader header(FileKind kind, Game game, int layer, int longest, String builtOn) {
        int minimum = kind == FileKind.SCORES ? game.minScore(layer) : 0;
        int maximum = switch (kind) {
            case SCORES -> game.maxScore(layer);
            case DISTANCES -> longest;
            case BOUNDS -> Bounds.pairs(layer) - 1;
            case COMPRESSED -> throw new IllegalArgumentException("compressed files have another header");
        };
        Packing packing = Packing.of(minimum, maximum);
        return new LayerHeader(kind, game.identity(), layer, game.size(layer), minimum, packing, builtOn);
    }

    /** Returns the location of the file: a path or an address. */
    public String where() {
        return where;
    }

    /** Returns the kind of the file. */
    public FileKind kind() {
        return header.kind();
    }

    /** Returns the layer's number. */
    public int layer() {
        return header.layer();
    }

    /** Returns the file's header. */
    public FileHeader header() {
        return header;
    }

    /** Returns the file's bytes. */
    public Storage storage() {
        return storage;
    }

    /** Returns the file's digest, as the manifest lists it. */
    public String digest() {
        return listed.digest();
    }

    /** Returns the file's length in bytes. */
    public long bytes() {
        return storage.length();
    }

    /** Closes the file. */
    @Override
    public void close() {
        storage.close();
    }
}
