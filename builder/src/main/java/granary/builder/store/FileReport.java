package granary.builder.store;

import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.format.FileDigest;
import granary.format.FileHeader;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.Access;
import granary.storage.DirectorySource;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of reading one layer's file, without any game logic.
 *
 * @param path the file
 * @param header its header, or null when that is damaged
 * @param digest its digest, or null when the header is damaged
 * @param damages its faults, by ascending place, at most {@link #MAX_DAMAGES}
 */
public record FileReport(Path path, FileHeader header, String digest, List<DatabaseException> damages) {
    /** The most faults that are kept. */
    public static final int MAX_DAMAGES = 20;

    /** Returns whether every checksum of the file holds. */
    public boolean isWhole() {
        return damages.isEmpty();
    }

    /** Returns the manifest's entry for the file, if it is whole. */
    public Manifest.Entry entry() {
        return new Manifest.Entry(header.fileLength(), digest);
    }

    /**
     * Reads a file.
     *
     * @param directory where the file is
     * @param pool the threads that read
     */
    public static FileReport of(Path directory, Game game, FileKind kind, int layer, WorkerPool pool) {
        Path path = directory.resolve(kind.fileName(layer));
        try (LayerFile file = open(directory, game, kind, layer)) {
            FileCheck check = new FileCheck(file);
            String digest = check.digest(pool);
            return new FileReport(path, file.header(), digest, check.damages());
        } catch (DatabaseException e) {
            return new FileReport(path, null, null, List.of(e));
        }
    }

    private static LayerFile open(Path directory, Game game, FileKind kind, int layer) {
        return LayerFile.open(new DirectorySource(directory, Access.POSITIONED), game, kind, layer);
    }

    /**
     * Reads a listed file.
     *
     * @return its faults, and after them any difference from the manifest
     */
    public static List<DatabaseException> damages(
            Listing listing, Game game, FileKind kind, int layer, WorkerPool pool) {
        return of(LayerFiles.directory(listing.source()).directory(), game, kind, layer, pool)
                .against(listing.manifest());
    }

    /**
     * Reads a listed file.
     *
     * @throws DatabaseException when it is missing or damaged, with the chunk, or differs from the manifest
     */
    public static void check(Listing listing, Game game, FileKind kind, int layer, WorkerPool pool) {
        for (DatabaseException damage : damages(listing, game, kind, layer, pool)) {
            throw damage;
        }
    }

    /**
     * The result of reading some segments of a file: see {@link FileDigest}.
     *
     * @param from the first segment
     * @param digests of the segments
     * @param damages the damaged chunks or pages, by ascending place, at most {@link #MAX_DAMAGES}
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares readings
    public record Segments(int from, byte[] digests, List<DatabaseException> damages) implements Serializable {
        /**
         * Reads segments of a file whose header is whole.
         *
         * @param directory where it is
         * @param to the segment after the last
         * @throws DatabaseException when the file cannot be read
         */
        public static Segments of(Path directory, Game game, FileKind kind, int layer, int from, int to) {
            try (LayerFile file = open(directory, game, kind, layer)) {
                FileCheck check = new FileCheck(file);
                byte[] digests = check.digests(from, to, new WorkerPool(1, Monitor.SILENT));
                return new Segments(from, digests, check.damages());
            }
        }
    }

    /** Combines the results of reading all segments of a file whose header is whole, in the order of the segments. */
    public static FileReport of(Path path, FileHeader header, List<Segments> all) {
        FileDigest digest = new FileDigest(header.fileLength());
        List<DatabaseException> damages = new ArrayList<>();
        for (Segments segments : all) {
            digest.set(segments.from(), segments.digests());
            damages.addAll(segments.damages());
        }
        return new FileReport(
                path, header, digest.hex(), damages.stream().limit(MAX_DAMAGES).toList());
    }

    /**
     * Compares the file with a manifest.
     *
     * @return its faults, and after them any difference from the manifest
     */
    public List<DatabaseException> against(Manifest manifest) {
        List<DatabaseException> all = new ArrayList<>(damages);
        if (header != null) {
            Manifest.Entry listed = manifest.files(header.kind()).get(header.layer());
            if (isWhole() && !listed.equals(entry())) {
                all.add(new DamagedFileException(
                        path.toString(),
                        -1,
                        listed.length() + " bytes with the digest " + listed.digest(),
                        header.fileLength() + " bytes with " + digest,
                        "not the file that the manifest lists; copy it again or run granary repair"));
            }
            try {
                LayerFile.checkReferences(path.toString(), header, manifest);
            } catch (DatabaseException e) {
                all.add(e);
            }
        }
        return all;
    }
}
