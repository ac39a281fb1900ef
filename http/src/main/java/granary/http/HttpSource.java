package granary.http;

import granary.error.DatabaseException;
import granary.error.ReadFaultException;
import granary.format.CompressedHeader;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.storage.Addresses;
import granary.storage.MemorySource;
import granary.storage.Prefetch;
import granary.storage.Source;
import granary.storage.Storage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files of a directory on a web server that answers range requests. What its manifest lists is known once that was opened.
 *
 * <p>Sections of data are compared with their checksums whenever they arrive, and kept in memory up to a limit.
 */
public final class HttpSource implements Source {
    /** A table of checksums up to this length is read when the file is opened; pieces of a longer one when they are needed. */
    private static final long TABLE = 1 << 16;

    /** The same for the directory of a compressed file, which is sixteen times as long. Of a longer one the index is read. */
    private static final long DIRECTORY = 1 << 20;

    private final URI base;
    private final Requests requests;
    private final Sections sections;

    /** The files of the manifest that was read last, by name. */
    private volatile Map<String, Manifest.Entry> listed = Map.of();
    /** Names of files that are listed, but that the server does not have. */
    private final Set<String> absent = ConcurrentHashMap.newKeySet();
    /** Files whose beginnings were read in advance, until they are opened. */
    private final Map<String, HttpStorage> prepared = new ConcurrentHashMap<>();

    /** Takes an address, with the default options, and sends nothing. */
    public HttpSource(URI address) {
        this(address, HttpOptions.DEFAULT);
    }

    /**
     * Takes an address, and sends nothing.
     *
     * @param address begins with http:// or https://; a slash is added at the end if it has none
     * @throws IllegalArgumentException when it is not such an address
     */
    public HttpSource(URI address, HttpOptions options) {
        String text = Addresses.parse(address.toString()).toString();
        if (!isHttp(address)
                || address.getHost() == null
                || address.getRawQuery() != null
                || address.getRawFragment() != null) {
            throw new IllegalArgumentException(text + " is not an address of a directory, such as https://host/awari/");
        }
        this.base = text.endsWith("/") ? address : URI.create(text + "/");
        this.requests = new Requests(options);
        this.sections = new Sections(options.memory());
    }

    static boolean isHttp(URI address) {
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        return scheme.equals("http") || scheme.equals("https");
    }

    @Override
    public Set<String> names() {
        Set<String> names = new TreeSet<>(listed.keySet());
        names.removeAll(absent);
        names.add(Manifest.FILE_NAME);
        return names;
    }

    @Override
    public String where(String name) {
        return base.resolve(name).toString();
    }

    @Override
    public Storage open(String name) throws IOException {
        if (!name.equals(Manifest.FILE_NAME)) {
            HttpStorage ready = prepared.remove(name);
            Manifest.Entry entry = entry(name);
            if (ready == null && entry == null) {
                throw new NoSuchFileException(where(name));
            }
            return ready == null ? storage(name, entry) : ready;
        }
        byte[] bytes;
        try {
            bytes = Prefetch.await(requests.whole(base.resolve(name), Manifest.MAX_LENGTH + 1));
        } catch (ReadFaultException e) {
            if (!Requests.isAbsent(e)) {
                throw e;
            }
            NoSuchFileException none =
                    new NoSuchFileException(where(name), null, e.getCause().getMessage());
            none.initCause(e);
            throw none;
        }
        try {
            listed = Manifest.parse(where(name), bytes).allFiles();
            absent.clear();
        } catch (DatabaseException e) {
            listed = Map.of(); // who asked for the bytes parses them, too, and reports it
        }
        return new MemorySource(Map.of(name, bytes)).open(name);
    }

    /** Returns the manifest's line of a file; null if it lists no such file or the server does not have it. */
    private Manifest.Entry entry(String name) {
        return absent.contains(name) ? null : listed.get(name);
    }

    private HttpStorage storage(String name, Manifest.Entry entry) {
        return new HttpStorage(new HttpFile(base.resolve(name), entry.length()), requests, sections);
    }

    @Override
    public void prepare(Collection<String> names) {
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (String name : names) {
            Manifest.Entry entry = entry(name);
            if (entry != null) {
                HttpFile file = new HttpFile(base.resolve(name), entry.length());
                HttpStorage storage = new HttpStorage(file, requests, sections);
                prepared.put(name, storage);
                CompletableFuture<?> read = entry.length() == 0 // then one byte tells whether it is there
                        ? requests.range(file, 0, 1)
                        : storage.fetch(ends(name, entry.length()));
                all.add(read.exceptionally(failure -> {
                    prepared.remove(name);
                    if (Requests.isAbsent(cause(failure))) {
                        absent.add(name);
                        return null;
                    }
                    throw new CompletionException(cause(failure));
                }));
            }
        }
        Prefetch.await(CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)));
    }

    private static Throwable cause(Throwable failure) {
        return failure.getCause() == null || failure instanceof DatabaseException ? failure : failure.getCause();
    }

    /** Returns the bytes that opening a file reads: its header, and at least the bytes behind its data unless these are long. */
    private static List<Prefetch.Range> ends(String name, long length) {
        long tail = Integer.BYTES * (length / LayerHeader.CHUNK_LENGTH + 1);
        long most = TABLE;
        if (name.endsWith(FileKind.COMPRESSED.suffix())) {
            long pages = length / CompressedHeader.PAGE;
            long index = Integer.BYTES * (pages / CompressedHeader.INDEXED + 1);
            long directory = Integer.BYTES * (pages + 1) + index;
            tail = directory > DIRECTORY ? index : directory;
            most = DIRECTORY;
        }
        Prefetch.Range header = new Prefetch.Range(0, Math.min(length, LayerHeader.LENGTH));
        long start = Math.max(0, length - tail);
        return tail > most ? List.of(header) : List.of(header, new Prefetch.Range(start, length - start));
    }

    /** Ends what is under way. */
    @Override
    public void close() {
        requests.close();
    }
}
