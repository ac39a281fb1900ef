package granary.builder.store;

import granary.builder.WorkerPool;
import granary.database.DatabaseFiles;
import granary.database.Listing;
import granary.error.ChecksumException;
import granary.error.DatabaseException;
import granary.format.FileDigest;
import granary.format.Manifest;
import granary.format.SealedHeader;
import granary.game.Game;
import granary.sealed.SealedTable;
import granary.storage.Access;
import granary.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** Reads files of sealed scores, without any game logic. */
public final class SealedCheck {
    private SealedCheck() {}

    /**
     * Returns the first error in the bytes of a sealed layer's file: in its header, checksums, directory, digest, or the files that it
     * was made of.
     *
     * @param listing lists the file
     * @param pool the threads that read
     */
    public static List<DatabaseException> damages(Listing listing, Game game, int layer, WorkerPool pool) {
        Path path = listing.sealedPath(layer);
        Manifest.Entry listed = listing.manifest().sealed().get(layer);
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED)) {
            SealedHeader header = DatabaseFiles.readSealedHeader(path, storage, game, layer);
            DatabaseFiles.checkLength(path, storage, listed);
            DatabaseFiles.checkBasis(path, header, listing.manifest());
            String digest = digest(path, storage, header, game, pool);
            if (!digest.equals(listed.digest())) {
                throw new ChecksumException(
                        path,
                        -1,
                        "the digest " + listed.digest(),
                        digest,
                        "not the file that the manifest lists; copy it again or run granary repair");
            }
            return List.of();
        } catch (DatabaseException e) {
            return List.of(e);
        }
    }

    /**
     * Checks all bytes of a sealed layer's file but for its basis.
     *
     * @return the manifest's entry for it
     * @throws DatabaseException when it is damaged
     */
    public static Manifest.Entry entry(Path path, Game game, int layer, WorkerPool pool) {
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED)) {
            SealedHeader header = DatabaseFiles.readSealedHeader(path, storage, game, layer);
            return new Manifest.Entry(storage.length(), digest(path, storage, header, game, pool));
        }
    }

    /** Returns the digest of a file, of which nothing else is checked. */
    public static String digest(Path path, WorkerPool pool) {
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED)) {
            FileDigest digest = new FileDigest(storage.length());
            new FilePieces(storage, pool)
                    .read(
                            0,
                            digest.pieces(),
                            (piece, bytes, length) -> digest.set(piece, ByteBuffer.wrap(bytes, 0, length)));
            return digest.hex();
        }
    }

    /** Checks model, pages and directory, and returns the digest, in one reading. */
    private static String digest(Path path, Storage storage, SealedHeader header, Game game, WorkerPool pool) {
        SealedTable table = new SealedTable(path, storage, header, game, true, lower -> null);
        table.checkModel();
        FileDigest digest = new FileDigest(storage.length());
        new FilePieces(storage, pool).read(0, digest.pieces(), (piece, bytes, length) -> {
            digest.set(piece, ByteBuffer.wrap(bytes, 0, length));
            byte[] page = new byte[SealedHeader.PAGE];
            for (int at = 0; at < length; at += page.length) {
                long number = (digest.start(piece) + at - header.pagesOffset()) / page.length;
                if (digest.start(piece) + at >= header.pagesOffset() && number < header.pages()) {
                    System.arraycopy(bytes, at, page, 0, page.length);
                    table.checkPage(number, page);
                }
            }
        });
        return digest.hex();
    }
}
