package granary.builder.repair;

import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.file.Disk;
import granary.builder.store.FileReport;
import granary.builder.store.Inventory;
import granary.error.DatabaseException;
import granary.error.ReadFaultException;
import granary.format.CompressedHeader;
import granary.format.FileHeader;
import granary.format.FileKind;
import granary.format.Manifest;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Comparator;
import java.util.EnumMap;
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
    private final Inventory inventory;
    private final Map<FileKind, SortedMap<Integer, FileReport>> whole = new EnumMap<>(FileKind.class);
    private final SortedMap<String, String> removed = new TreeMap<>();
    private Manifest manifest;

    private Repair(Inventory inventory) {
        this.inventory = inventory;
        this.manifest = inventory.manifest();
        for (FileKind kind : FileKind.values()) {
            whole.put(kind, new TreeMap<>());
        }
    }

    /**
     * Reads all files.
     *
     * @param threads the number of threads that read
     * @param listener notified of progress; may stop the reading
     * @throws ReadFaultException when the user may not read a file
     * @throws IOException when the directory cannot be read
     */
    public static Repair of(Inventory inventory, int threads, Monitor listener) throws IOException {
        Repair repair = new Repair(inventory);
        WorkerPool pool = new WorkerPool(threads, listener);
        for (Map.Entry<Integer, List<FileKind>> files : inventory.toRead().entrySet()) {
            int layer = files.getKey();
            long positions = inventory.game().size(layer);
            listener.layerBegins(layer, positions, positions);
            listener.phase("reading");
            for (FileKind kind : files.getValue()) {
                repair.take(kind, layer, FileReport.of(inventory.directory(), inventory.game(), kind, layer, pool));
            }
        }
        repair.removeContradictions();
        repair.list();
        return repair;
    }

    private void take(FileKind kind, int layer, FileReport report) {
        for (DatabaseException damage : report.damages()) {
            if (damage instanceof ReadFaultException && damage.getCause() instanceof AccessDeniedException) {
                throw damage; // the user may not read it: that is no damage
            }
        }
        Manifest.Entry listed = inventory.manifest().entry(kind, layer);
        if (!report.isWhole()) {
            remove(kind, layer, report.damages().getFirst().getMessage());
        } else if (listed != null && !listed.equals(report.entry())) {
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
        for (int layer = inventory.game().topLayer(); layer >= 0; layer--) {
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
                        inventory.path(kind, reference.layer()) + " is not what "
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
            for (int layer : inventory.manifest().files(kind).keySet()) {
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
        return inventory.damage() != null || !manifest.equals(inventory.manifest());
    }

    /** Returns the manifest of the files that are whole and belong together. */
    public Manifest manifest() {
        return manifest;
    }

    /**
     * Publishes the manifest. The caller has locked the directory.
     *
     * @throws IOException when the disk fails
     */
    public void publish(Disk disk) throws IOException {
        inventory.publish(disk, manifest);
    }
}
