package granary.builder.store;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.file.Background;
import granary.builder.file.Disk;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.FileHeader;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.Access;
import granary.storage.DirectorySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A database's directory, locked by its builder. A layer exists if the manifest lists it; every other file in the
 * directory is left over or work in progress. Not thread-safe.
 */
public final class DatabaseDirectory implements AutoCloseable {
    /** The name of a file through which a layer is decompressed that the memory does not hold; it is never whole. */
    public static final String DECOMPRESSED = "layer-decompressed.granary";

    /** The names of other files that builders write; with {@link Disk#TEMPORARY_SUFFIX}, and never whole but for the manifest. */
    private static final Set<String> UNFINISHED = Set.of(Manifest.FILE_NAME, DECOMPRESSED);

    private final Disk disk;
    private final Path path;
    private final Game game;
    private final BuilderLock lock;
    private final Background background = new Background();
    private Manifest manifest;
    /** True if {@link #manifest} is the one on the disk. */
    private boolean isWritten;

    /**
     * Locks a directory, which is created if missing.
     *
     * @param path the directory
     * @param game the database's game
     * @throws InvalidRequestException when another builder is running there, or the directory holds a database of another
     *     game, rule set or parameters, or holds none and lies inside one, or Java was started without options that builders need
     * @throws CheckFailedException when the directory holds layer files and has lost its manifest
     * @throws DatabaseException when the manifest is damaged
     * @throws IOException when the directory cannot be written
     */
    public DatabaseDirectory(Path path, Game game) throws IOException {
        this(path, game, new Disk());
    }

    /** Locks a directory as the other constructor does, and publishes through a disk. */
    public DatabaseDirectory(Path path, Game game, Disk disk) throws IOException {
        this.disk = disk;
        this.path = path;
        this.game = game;
        JavaOptions.require();
        if (Files.notExists(path.resolve(Manifest.FILE_NAME))) {
            requireOutside(path);
        }
        disk.createDirectories(path);
        this.lock = BuilderLock.take(path);
        try {
            for (Path unfinished : unfinished(path)) {
                Files.delete(unfinished);
            }
            if (!Files.notExists(path.resolve(Manifest.FILE_NAME))) { // one that cannot be looked at is an error
                this.manifest = new Listing(path).manifest();
                this.isWritten = true;
                checkSameGame();
            } else {
                checkNoLayers();
                this.manifest = Manifest.empty(game.type().id(), game.parameters());
            }
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Makes an empty directory a database without layers. Such a one may lie inside another.
     *
     * @throws IOException when the manifest cannot be written
     */
    public static void makeEmpty(Path path, Game game) throws IOException {
        Files.write(
                path.resolve(Manifest.FILE_NAME),
                Manifest.empty(game.type().id(), game.parameters()).toBytes());
    }

    /**
     * Checks that a file to be written, or the directory of a new database or site, lies in no database. It need not exist, nor those
     * above it.
     *
     * @throws InvalidRequestException when it lies inside a database
     * @throws IOException when a directory cannot be read
     */
    public static void requireOutside(Path wanted) throws IOException {
        Path real = Files.exists(wanted) ? wanted.toRealPath() : wanted.toAbsolutePath();
        requireOutside(wanted, real.getParent());
    }

    /**
     * Checks that a directory is not that of a database or a site, and lies in none, at any depth.
     *
     * @param wanted the file to be written in the directory, for the message
     * @throws InvalidRequestException when it does
     * @throws IOException when a directory cannot be read
     */
    public static void requireOutside(Path wanted, Path directory) throws IOException {
        Path there = directory == null ? null : directory.toAbsolutePath();
        while (there != null && Files.notExists(there)) {
            there = there.getParent();
        }
        for (Path above = there == null ? null : there.toRealPath(); above != null; above = above.getParent()) {
            if (Files.exists(above.resolve(Manifest.FILE_NAME))) {
                throw new InvalidRequestException(
                        wanted + " is inside the database " + above + "; choose another place");
            }
        }
    }

    /** Refuses a database of another game. A manifest that lists nothing, in a directory without layers, is none. */
    private void checkSameGame() throws IOException {
        Manifest empty = Manifest.empty(game.type().id(), game.parameters());
        if (!manifest.game().equals(empty.game()) || !manifest.parameters().equals(empty.parameters())) {
            if (!manifest.allFiles().isEmpty() || !LayerFileName.in(path).isEmpty()) {
                throw new InvalidRequestException(path + " holds a database of " + manifest.game() + " "
                        + manifest.parameters() + "; choose another directory for " + game.identity());
            }
            this.manifest = empty;
            this.isWritten = false;
        }
    }

    /** Refuses layer files without a manifest: the database has lost it, and a new one would overwrite the layers. */
    private void checkNoLayers() throws IOException {
        List<LayerFileName> layers = LayerFileName.in(path);
        if (!layers.isEmpty()) {
            Repair.manifestOfHeaders(path, layers); // refuses what repair refuses
            throw new CheckFailedException(
                    path + " holds " + layers.getFirst().path().getFileName() + " and no " + Manifest.FILE_NAME
                            + "; recover it: granary repair --dir " + path);
        }
    }

    /**
     * Returns the unfinished files that builders of a directory left. Other unfinished files may belong to builders of other databases.
     *
     * @throws IOException when the directory cannot be read
     */
    public static List<Path> unfinished(Path directory) throws IOException {
        return Disk.files(directory).stream()
                .filter(file -> {
                    String name = file.getFileName().toString();
                    if (!name.endsWith(Disk.TEMPORARY_SUFFIX)) {
                        return false;
                    }
                    String whole = name.substring(0, name.length() - Disk.TEMPORARY_SUFFIX.length());
                    return UNFINISHED.contains(whole)
                            || LayerFileName.of(file.resolveSibling(whole)).isPresent();
                })
                .toList();
    }

    /** Returns the directory. */
    public Path path() {
        return path;
    }

    /** Returns the path of a layer's file, which may not exist. */
    public Path path(FileKind kind, int layer) {
        return path.resolve(kind.fileName(layer));
    }

    /** Returns the game. */
    public Game game() {
        return game;
    }

    /** Returns the builder's lock and mark. */
    public BuilderLock lock() {
        return lock;
    }

    /** Returns whether a layer's file is finished and, if it is optional, exists: users may omit those. */
    public boolean has(FileKind kind, int layer) {
        return entry(kind, layer) != null && (!kind.isOptional() || Files.exists(path(kind, layer)));
    }

    /** Returns whether the scores of a layer are finished, packed or compressed. */
    public boolean holds(int layer) {
        return has(FileKind.SCORES, layer) || has(FileKind.COMPRESSED, layer);
    }

    /** Returns which of some files a layer lacks. */
    public Set<FileKind> missing(int layer, Set<FileKind> wanted) {
        return wanted.stream()
                .filter(kind -> kind == FileKind.SCORES ? !holds(layer) : !has(kind, layer))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(FileKind.class)));
    }

    /**
     * Returns the digest of the packed scores of a finished layer, packed or compressed; {@link FileDigest#NONE} below layer 0.
     *
     * @throws DatabaseException when the layer is compressed and its header is damaged
     */
    public String scoresDigest(int layer) {
        if (layer < 0) {
            return FileDigest.NONE;
        }
        return has(FileKind.SCORES, layer)
                ? entry(FileKind.SCORES, layer).digest()
                : ((CompressedHeader) header(FileKind.COMPRESSED, layer)).source();
    }

    /**
     * Reads the header of a file.
     *
     * @throws DatabaseException when it is missing or damaged, or of another game, layer or kind
     */
    public FileHeader header(FileKind kind, int layer) {
        try (LayerFile file = LayerFile.open(new DirectorySource(path, Access.POSITIONED), game, kind, layer)) {
            return file.header();
        }
    }

    /** Returns the files that are listed now, also when the manifest that lists them is not written yet. */
    public Listing listing() {
        return new Listing(path, manifest);
    }

    /**
     * Returns the finished layers, including those that are still on their way to the disk. The caller closes them. Their chunks are
     * not checked on use: {@link FileReport} does it.
     *
     * @throws IOException when the manifest cannot be written
     */
    public LayerFiles layers() throws IOException {
        if (!isWritten) {
            save();
        }
        return new LayerFiles(listing(), game, false);
    }

    /** Begins the file of a layer's scores, as the other method does. */
    public LayerWriter begin(int layer) throws IOException {
        return begin(FileKind.SCORES, layer, 0);
    }

    /**
     * Begins a packed file of a layer. What it is built on is finished: the scores or bounds of the layer below, or the layer's own scores.
     *
     * @param longest the longest distance in the layer; not used for scores and bounds
     * @throws granary.builder.CheckFailedException when the disk is full
     * @throws IOException when the file cannot be created
     */
    public LayerWriter begin(FileKind kind, int layer, int longest) throws IOException {
        String builtOn = switch (kind) {
            case SCORES -> scoresDigest(layer - 1);
            case DISTANCES -> entry(FileKind.SCORES, layer).digest();
            case BOUNDS -> layer == 0 ? FileDigest.NONE : entry(kind, layer - 1).digest();
            case COMPRESSED -> throw new IllegalArgumentException("compressed files have another header");
        };
        return new LayerWriter(disk, path, LayerFile.header(kind, game, layer, longest, builtOn));
    }

    /**
     * Publishes a file, then the manifest that lists it. That manifest no longer lists files that were built on a file that
     * this one replaces.
     *
     * <p>This object has the file from now on. A background thread forces the file and then the manifest to the disk, one file at a
     * time, in the order of publication. {@link #awaitPublication} waits for it.
     *
     * @throws IOException when the disk fails, or failed for the previous file
     */
    public void publish(LayerWriter writer) throws IOException {
        save(); // layers without any manifest would be those of a database that has lost it
        list(writer.kind(), writer.layer(), writer.finish());
        Path file = path(writer.kind(), writer.layer());
        byte[] listing = manifest.toBytes();
        isWritten = true;
        background.begin(() -> {
            disk.forceWithName(file);
            disk.publish(path.resolve(Manifest.FILE_NAME), listing);
        });
    }

    /** Returns the files that are finished. */
    public Manifest manifest() {
        return manifest;
    }

    /** Returns the disk through which files are published. */
    public Disk disk() {
        return disk;
    }

    /**
     * Publishes a file that was written under its temporary name, then the manifest that lists it.
     *
     * @throws IOException when the disk fails
     */
    public void publish(FileKind kind, int layer, Manifest.Entry entry) throws IOException {
        save();
        disk.publish(path(kind, layer));
        list(kind, layer, entry);
        save();
    }

    /**
     * Waits until all published files are on the disk and listed there.
     *
     * @throws IOException when the disk failed; then the manifest on the disk does not list the file that was published last
     */
    public void awaitPublication() throws IOException {
        background.await();
    }

    /**
     * Has the next {@link #save} list a file that was read and found whole. If it was not listed, it is forced to the disk: whoever
     * left it may have been killed before.
     *
     * @throws IOException when the disk fails
     */
    public void adopt(FileKind kind, int layer, Manifest.Entry entry) throws IOException {
        if (!entry.equals(entry(kind, layer))) {
            disk.forceWithName(path(kind, layer));
            list(kind, layer, entry);
        }
    }

    private void list(FileKind kind, int layer, Manifest.Entry entry) {
        boolean isParent = kind == FileKind.SCORES || kind == FileKind.BOUNDS;
        if (isParent && !isParentOfNext(kind, layer, entry)) {
            for (int above : manifest.scoreLayers().tailSet(layer + 1)) {
                for (FileKind each : FileKind.values()) {
                    if (kind == FileKind.SCORES || each == kind) {
                        manifest = manifest.without(each, above);
                    }
                }
            }
        }
        manifest = manifest.with(kind, layer, entry);
        isWritten = false;
    }

    /** Returns whether the file of the layer above, if it is listed, was built on this one, as far as its header can be read. */
    private boolean isParentOfNext(FileKind kind, int layer, Manifest.Entry entry) {
        FileKind above = kind == FileKind.SCORES ? manifest.scoresKind(layer + 1) : kind;
        if (!has(above, layer + 1)) {
            return true;
        }
        try {
            return header(above, layer + 1).references().stream()
                    .allMatch(reference -> reference.kind() != kind
                            || reference.layer() != layer
                            || reference.digest().equals(entry.digest()));
        } catch (DatabaseException e) {
            Manifest.Entry before = entry(kind, layer);
            return before == null || before.equals(entry);
        }
    }

    /**
     * Writes the manifest if it has changed.
     *
     * @throws IOException when the disk fails
     */
    public void save() throws IOException {
        awaitPublication();
        if (!isWritten) {
            disk.publish(path.resolve(Manifest.FILE_NAME), manifest.toBytes());
            isWritten = true;
        }
    }

    /** Returns the manifest's line of a file, or null. */
    public Manifest.Entry entry(FileKind kind, int layer) {
        return manifest.entry(kind, layer);
    }

    /** Waits as {@link #awaitPublication} does, then releases the lock. */
    @Override
    public void close() throws IOException {
        try (lock) {
            awaitPublication();
        }
    }
}
