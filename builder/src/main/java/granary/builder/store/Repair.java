package granary.builder.store;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.file.Disk;
import granary.database.Listing;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.error.ReadFaultException;
import granary.error.UnsupportedDatabaseException;
import granary.format.CompressedHeader;
import granary.format.FileHeader;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads every file of a database that may be damaged, and decides which of them its manifest may list.
 *
 * <p>A file stays listed if it is whole, is the listed one, and the files that it was built on are the listed ones, or are not listed.
 * If the manifest is lost or damaged, every file in the directory counts as listed. If a layer was built on other scores than those of
 * the layer below it, the lower layer is removed: a layer has the same bytes however often it is built, so a build shows which of the
 * two was wrong. Only the manifest is written. A file that is no longer listed stays in the directory until a build makes it again.
 * That build removes the layers above from the list if they were built on other scores.
 */
public final class Repair {
    private final Path directory;
    private final Game game;
    /** Empty when it is lost or damaged. */
    private final Manifest listed;
    /** Null when the manifest is whole. */
    private final DatabaseException damage;

    private final Map<FileKind, SortedMap<Integer, FileReport>> whole = new EnumMap<>(FileKind.class);
    private final SortedMap<String, String> removed = new TreeMap<>();
    private Manifest manifest;

    /**
     * Reads the manifest and the layers' headers. The game is the manifest's, or else the only one among whole headers.
     *
     * @throws CheckFailedException when the game cannot be determined, or when the headers or the manifest name different games
     * @throws DatabaseException when there is no database, or one of an unknown game or a later version
     * @throws IOException when the directory cannot be read
     */
    public Repair(Path directory) throws IOException {
        this.directory = directory;
        Manifest found;
        DatabaseException wrong = null;
        try {
            Listing listing = new Listing(directory);
            found = listing.manifest();
            checkIsOfLayers(directory, listing.game());
        } catch (DamagedFileException | UnsupportedDatabaseException e) {
            Path path = directory.resolve(Manifest.FILE_NAME);
            boolean isMissing = Files.notExists(path);
            boolean isDamaged = e instanceof DamagedFileException && Files.isRegularFile(path);
            if (!Files.isDirectory(directory) || !(isMissing || isDamaged)) {
                throw e;
            }
            List<LayerFileName> files = LayerFileName.in(directory);
            if (files.isEmpty() && isMissing) {
                throw e;
            }
            found = manifestOfHeaders(directory, files);
            wrong = e;
        }
        this.listed = found;
        this.damage = wrong;
        this.manifest = found;
        this.game = new Listing(directory, found).game();
        for (FileKind kind : FileKind.values()) {
            whole.put(kind, new TreeMap<>());
        }
    }

    /** Returns the game. */
    public Game game() {
        return game;
    }

    /** Returns the fault of the manifest, null when it is whole. */
    public DatabaseException damage() {
        return damage;
    }

    /**
     * Returns the files to read: the listed ones or, if the manifest is lost or damaged, those in the directory. Users may
     * omit optional files.
     *
     * @throws IOException when the directory cannot be read
     */
    public SortedMap<Integer, List<FileKind>> toRead() throws IOException {
        SortedMap<Integer, List<FileKind>> all = new TreeMap<>();
        if (damage != null) {
            for (LayerFileName file : LayerFileName.in(directory)) {
                if (file.layer() <= game.topLayer()) {
                    all.computeIfAbsent(file.layer(), layer -> new ArrayList<>())
                            .add(file.kind());
                }
            }
        }
        for (FileKind kind : FileKind.values()) {
            for (int layer : listed.files(kind).keySet()) {
                if (!kind.isOptional() || Files.exists(directory.resolve(kind.fileName(layer)))) {
                    all.computeIfAbsent(layer, each -> new ArrayList<>()).add(kind);
                }
            }
        }
        return all;
    }

    /**
     * Reads all files.
     *
     * @param threads the number of threads that read
     * @param listener notified of progress; may stop the reading
     * @throws ReadFaultException when the user may not read a file
     * @throws IOException when the directory cannot be read
     */
    public void read(int threads, Monitor listener) throws IOException {
        WorkerPool pool = new WorkerPool(threads, listener);
        for (Map.Entry<Integer, List<FileKind>> files : toRead().entrySet()) {
            int layer = files.getKey();
            long positions = game.size(layer);
            listener.layerBegins(layer, positions, positions);
            listener.phase("reading");
            for (FileKind kind : files.getValue()) {
                take(kind, layer, FileReport.of(directory, game, kind, layer, pool));
            }
        }
        removeContradictions();
        list();
    }

    private void take(FileKind kind, int layer, FileReport report) {
        for (DatabaseException damage : report.damages()) {
            if (damage instanceof ReadFaultException && damage.getCause() instanceof AccessDeniedException) {
                throw damage; // the user may not read it: that is no damage
            }
        }
        Manifest.Entry entry = listed.entry(kind, layer);
        if (!report.isWhole()) {
            remove(kind, layer, report.damages().getFirst().getMessage());
        } else if (entry != null && !entry.equals(report.entry())) {
            remove(kind, layer, report.path() + " is not the file that the manifest lists");
        } else {
            whole.get(kind).put(layer, report);
        }
    }

    private void remove(FileKind kind, int layer, String reason) {
        whole.get(kind).remove(layer);
        removed.put(kind.fileName(layer), reason);
    }

    /** From the top down, so that only the wrong layer goes if it lies between right ones. */
    private void removeContradictions() {
        for (int layer = game.topLayer(); layer >= 0; layer--) {
            for (FileKind kind : FileKind.values()) {
                FileReport report = whole.get(kind).get(layer);
                if (report != null && kind != FileKind.DISTANCES) {
                    for (FileHeader.Reference reference : report.header().references()) {
                        removeOthers(reference, report);
                    }
                }
            }
        }
        for (int layer : whole.get(FileKind.SCORES).keySet()) {
            if (whole.get(FileKind.COMPRESSED).containsKey(layer)) {
                remove(FileKind.COMPRESSED, layer, "layer " + layer + " also exists packed");
            }
        }
        for (FileReport distances : List.copyOf(whole.get(FileKind.DISTANCES).values())) {
            int layer = distances.header().layer();
            FileHeader.Reference reference = distances.header().references().getFirst();
            if (holding(reference.kind()).stream().anyMatch(kind -> contradicts(kind, reference))) {
                remove(FileKind.DISTANCES, layer, distances.path() + " was computed from other scores");
            }
        }
    }

    /** Returns the kinds of files with the same content as packed files of a kind. */
    private static List<FileKind> holding(FileKind packed) {
        return packed == FileKind.SCORES ? List.of(FileKind.SCORES, FileKind.COMPRESSED) : List.of(packed);
    }

    private void removeOthers(FileHeader.Reference reference, FileReport above) {
        for (FileKind kind : holding(reference.kind())) {
            if (contradicts(kind, reference)) {
                remove(
                        kind,
                        reference.layer(),
                        directory.resolve(kind.fileName(reference.layer())) + " is not what "
                                + above.path().getFileName() + " was built on");
            }
        }
    }

    /** Returns whether a file differs from the one that a reference names. */
    private boolean contradicts(FileKind kind, FileHeader.Reference reference) {
        FileReport report = whole.get(kind).get(reference.layer());
        return report != null
                && !reference
                        .digest()
                        .equals(
                                report.header() instanceof CompressedHeader compressed
                                        ? compressed.source()
                                        : report.digest());
    }

    /** Makes the manifest of the whole files, without optional files of layers that it no longer lists. */
    private void list() {
        List<FileKind> scoresFirst = Stream.of(FileKind.values())
                .sorted(Comparator.comparing(FileKind::isOptional))
                .toList();
        for (FileKind kind : scoresFirst) {
            for (int layer : listed.files(kind).keySet()) {
                if (removed.containsKey(kind.fileName(layer))) {
                    manifest = manifest.without(kind, layer);
                }
            }
            for (Map.Entry<Integer, FileReport> file : whole.get(kind).entrySet()) {
                int layer = file.getKey();
                if (!kind.isOptional() || manifest.scoreLayers().contains(layer)) {
                    manifest = manifest.with(kind, layer, file.getValue().entry());
                } else {
                    removed.put(kind.fileName(layer), "the scores of layer " + layer + " are not listed");
                }
            }
        }
    }

    /** Returns the files in the directory, or listed before, that the manifest must not list, each with the reason. */
    public SortedMap<String, String> removed() {
        return removed;
    }

    /** Returns whether the manifest is to be written. */
    public boolean isNeeded() {
        return damage != null || !manifest.equals(listed);
    }

    /** Returns the manifest of the files that are whole and belong together; until they are read, the one that was found, or an empty one. */
    public Manifest manifest() {
        return manifest;
    }

    /**
     * Publishes the manifest. First forces the files that were not listed to the disk, since a killed process may have left them. The
     * caller has locked the directory.
     *
     * @throws IOException when the disk fails
     */
    public void publish(Disk disk) throws IOException {
        for (FileKind kind : FileKind.values()) {
            for (int layer : manifest.files(kind).keySet()) {
                if (listed.entry(kind, layer) == null) {
                    disk.forceWithName(directory.resolve(kind.fileName(layer)));
                }
            }
        }
        disk.publish(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
    }

    /** Refuses a manifest of another database: none of the files is one that it could list. */
    private static void checkIsOfLayers(Path directory, Game game) throws IOException {
        SortedMap<String, Path> identities = identities(LayerFileName.in(directory));
        if (!identities.isEmpty() && !identities.containsKey(game.identity())) {
            throw new CheckFailedException(directory.resolve(Manifest.FILE_NAME) + " is of " + game.identity()
                    + ", but no layer next to it is: "
                    + describe(identities.entrySet().iterator().next()) + "; move away what does not belong here");
        }
    }

    /**
     * Returns a manifest of the game that the headers name, without layers.
     *
     * @throws CheckFailedException when they name none or several
     */
    static Manifest manifestOfHeaders(Path directory, List<LayerFileName> files) throws IOException {
        SortedMap<String, Path> identities = identities(files);
        if (identities.isEmpty()) {
            throw new CheckFailedException(
                    "nothing in " + directory + " says which game the database is of: " + Manifest.FILE_NAME
                            + " is lost or damaged, and so is the header of every layer; move the layers away, and the manifest, to build again");
        }
        if (identities.size() > 1) {
            Iterator<Map.Entry<String, Path>> both = identities.entrySet().iterator();
            throw new CheckFailedException(Manifest.FILE_NAME + " in " + directory
                    + " is lost or damaged, and the layers are of several databases: " + describe(both.next()) + ", "
                    + describe(both.next()) + "; move away what does not belong here");
        }
        String[] words = identities.firstKey().split(" ", -1);
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            parameters.put(words[i].substring(0, Math.max(0, equals)), words[i].substring(equals + 1));
        }
        return Manifest.empty(words[0], parameters);
    }

    /** Returns the identity lines of whole headers, each with a file. */
    private static SortedMap<String, Path> identities(List<LayerFileName> files) throws IOException {
        SortedMap<String, Path> identities = new TreeMap<>();
        for (LayerFileName file : files) {
            file.header().ifPresent(header -> identities.putIfAbsent(header.identity(), file.path()));
        }
        return identities;
    }

    private static String describe(Map.Entry<String, Path> identity) {
        return identity.getValue().getFileName() + " of " + identity.getKey();
    }
}
