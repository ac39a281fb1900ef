package granary.http;

import granary.error.DatabaseException;
import granary.error.NotADatabaseException;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.SealedHeader;
import granary.storage.Storage;
import granary.storage.StorageSource;
import granary.storage.Wanted;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One directory on a web server, read-only, with the files that its manifest lists: a manifest that was read is remembered. Any
 * number of threads may use it.
 */
final class HttpFileSystem extends FileSystem implements StorageSource {
    /** A table of checksums up to this length is read when the file is opened; pieces of a longer one when they are needed. */
    private static final long TABLE = 1 << 16;

    /** The same for the directory of a sealed file, which is sixteen times as long. Of a longer one the index is read. */
    private static final long DIRECTORY = 1 << 20;

    private final URI base;
    private final HttpPath root;
    private final Requests requests;
    private final Blocks blocks;
    private final BlockDirectory disk;

    /** The files of the manifest that was read last, by name. */
    private volatile Map<String, Manifest.Entry> listed = Map.of();
    /** Names of files that are listed, but that the server does not have. */
    private final Set<String> absent = ConcurrentHashMap.newKeySet();
    /** Files whose beginnings were read in advance, until they are opened. */
    private final Map<String, HttpStorage> prepared = new ConcurrentHashMap<>();

    HttpFileSystem(URI base, HttpOptions options) {
        this.base = base;
        this.root = new HttpPath(this, "");
        this.requests = new Requests(options);
        this.blocks = new Blocks(options.memory());
        this.disk = options.disk() == null ? null : new BlockDirectory(options.disk(), options.diskSize());
    }

    URI base() {
        return base;
    }

    HttpPath root() {
        return root;
    }

    /** Returns what the manifest says of a file; null when it lists no such file or the server does not have it. */
    Manifest.Entry entry(HttpPath path) {
        return absent.contains(path.name()) ? null : listed.get(path.name());
    }

    /**
     * Reads a small file, and remembers a manifest.
     *
     * @throws NoSuchFileException when there is none
     */
    byte[] read(HttpPath path) throws IOException {
        byte[] bytes;
        try {
            bytes = Wanted.await(requests.whole(path, Manifest.MAX_LENGTH));
        } catch (NotADatabaseException e) {
            NoSuchFileException none = new NoSuchFileException(path.toString());
            none.initCause(e);
            throw none;
        }
        if (path.name().equals(Manifest.FILE_NAME)) {
            remember(path, bytes);
        }
        return bytes;
    }

    private void remember(HttpPath path, byte[] bytes) {
        try {
            listed = Manifest.parse(path, bytes).allFiles();
        } catch (DatabaseException e) {
            return; // who asked for the bytes parses them, too, and reports it
        }
        absent.clear();
    }

    @Override
    public Storage open(Path path) throws IOException {
        HttpStorage ready = prepared.remove(((HttpPath) path).name());
        return ready == null ? storage((HttpPath) path) : ready;
    }

    private HttpStorage storage(HttpPath path) throws NoSuchFileException {
        Manifest.Entry entry = entry(path);
        if (entry == null) {
            throw new NoSuchFileException(path.toString());
        }
        return new HttpStorage(new HttpFile(path, entry, requests, blocks, disk));
    }

    @Override
    public void prepare(List<Path> paths) {
        List<CompletableFuture<?>> all = new ArrayList<>();
        Map<HttpPath, CompletableFuture<?>> each = new HashMap<>();
        for (Path path : paths) {
            Manifest.Entry entry = entry((HttpPath) path);
            if (entry != null) {
                HttpStorage storage = new HttpStorage(new HttpFile((HttpPath) path, entry, requests, blocks, disk));
                prepared.put(((HttpPath) path).name(), storage);
                each.put((HttpPath) path, storage.fetch(beginning(path, entry.length())));
            }
        }
        each.forEach((path, read) -> all.add(read.exceptionally(failure -> {
            prepared.remove(path.name());
            if (cause(failure) instanceof NotADatabaseException) {
                absent.add(path.name());
                return null;
            }
            throw new CompletionException(cause(failure));
        })));
        Wanted.await(CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)));
    }

    private static Throwable cause(Throwable failure) {
        return failure.getCause() == null || failure instanceof DatabaseException ? failure : failure.getCause();
    }

    /** Returns what opening a file reads of it: its header, and what stands behind its data unless that is long. */
    private static List<Wanted.Range> beginning(Path path, long length) {
        boolean isSealed = path.toString().endsWith(FileKind.SEALED.suffix());
        long header = Math.min(length, LayerHeader.LENGTH);
        long table =
                Math.min(length, isSealed ? SealedHeader.directoryBytes(length) : LayerHeader.checksumBytes(length));
        if (isSealed && table > DIRECTORY) {
            table = SealedHeader.indexBytes(length);
        }
        return table > (isSealed ? DIRECTORY : TABLE)
                ? List.of(new Wanted.Range(0, header))
                : List.of(new Wanted.Range(0, header), new Wanted.Range(length - table, table));
    }

    @Override
    public HttpProvider provider() {
        return HttpProvider.ONLY;
    }

    /** Does nothing: the connections end when nobody uses them. */
    @Override
    public void close() {}

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return true;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(root);
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic");
    }

    @Override
    public Path getPath(String first, String... more) {
        return first.isEmpty() ? root : new HttpPath(this, first);
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        PathMatcher names = FileSystems.getDefault().getPathMatcher(pattern);
        return path -> names.matches(path.getFileName());
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException();
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException();
    }
}
