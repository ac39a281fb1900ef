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
            new SealedTable(path, storage, header, game, true, lower -> null).checkAll();
            String digest = digest(storage, pool);
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

    /** Returns the digest of a file. */
    public static String digest(Path path, WorkerPool pool) {
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED)) {
            return digest(storage, pool);
        }
    }

    private static String digest(Storage storage, WorkerPool pool) {
        FileDigest digest = new FileDigest(storage.length());
        pool.run(digest.pieces(), (worker, number) -> {
            int piece = (int) number;
            byte[] bytes = new byte[digest.length(piece)];
            storage.read(digest.start(piece), bytes, 0, bytes.length);
            digest.set(piece, ByteBuffer.wrap(bytes));
        });
        return digest.hex();
    }
}
