package granary.builder.build;

import granary.builder.CheckFailedException;
import granary.builder.WorkerPool;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.FileReport;
import granary.builder.store.Remains;
import granary.builder.store.SealedCheck;
import granary.error.DatabaseException;
import granary.error.ReadFaultException;
import granary.format.FileDigest;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.format.SealedHeader;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Decides which files of a database are kept and which are built anew, after reading all of them.
 *
 * <p>A file is kept only if every checksum in it holds, if it is the one that the manifest lists (or none is listed), if it was built
 * on the file below it, and if no whole file above was built on another file in its place. When a file is built anew, whole
 * files above it are kept if the new file is the one that they were built on. It is, unless the old one held wrong scores: a
 * layer has the same bytes however it is built.
 */
public final class RepairPlan {
    private final Remains remains;
    private final boolean missingDistances;
    private final Map<Quantity, List<FileReport>> reports = new EnumMap<>(Quantity.class);
    /** Sealed files that are whole and not listed. */
    private final SortedMap<Integer, Manifest.Entry> unlistedSealed = new TreeMap<>();

    private RepairPlan(Remains remains, boolean missingDistances) {
        this.remains = remains;
        this.missingDistances = missingDistances;
    }

    /**
     * Reads all files.
     *
     * @param missingDistances whether files of distances that are not there are to be built
     * @param threads the number of threads that read
     * @param listener notified of progress; may stop the reading
     * @throws ReadFaultException when the user may not read a file
     * @throws CheckFailedException when the manifest is lost and a sealed file is damaged, which only a copy of it tells
     */
    public static RepairPlan of(Remains remains, boolean missingDistances, int threads, BuildListener listener) {
        RepairPlan plan = new RepairPlan(remains, missingDistances);
        WorkerPool pool = new WorkerPool(threads, listener);
        for (Quantity quantity : Quantity.values()) {
            plan.reports.put(quantity, new ArrayList<>());
        }
        for (int layer = 0; layer <= plan.top(); layer++) {
            long positions = remains.game().size(layer);
            listener.layerBegins(layer, positions, positions);
            listener.phase("reading");
            for (Quantity quantity : Quantity.values()) {
                if (layer <= remains.last().get(quantity)) {
                    Path path = remains.directory().resolve(quantity.fileName(layer));
                    plan.reports.get(quantity).add(read(FileReport.of(path, remains.game(), quantity, layer, pool)));
                }
            }
        }
        for (int layer : remains.sealed().keySet()) {
            if (remains.isSealed(layer) && !remains.manifest().sealed().containsKey(layer)) {
                plan.readSealed(layer, pool);
            }
        }
        return plan;
    }

    private void readSealed(int layer, WorkerPool pool) {
        try {
            unlistedSealed.put(layer, SealedCheck.entry(remains.sealedPath(layer), game(), layer, pool));
        } catch (DatabaseException e) {
            if (remains.manifestDamage() != null) {
                throw new CheckFailedException(
                        e.getMessage() + "; and " + remains.manifestDamage().getMessage()
                                + "; copy the manifest from another copy of this sealed database, then repair --from it",
                        e);
            }
        }
    }

    /** Returns whether the database has the scores of a layer sealed alone. */
    boolean isSealed(int layer) {
        return remains.isSealed(layer);
    }

    /** Returns the last layer that is sealed, -1 when there is none. */
    int lastSealed() {
        return remains.sealed().isEmpty() ? -1 : remains.sealed().lastKey();
    }

    /** Returns the entry of a sealed file that is whole and not listed, or null. */
    Manifest.Entry unlistedSealed(int layer) {
        return unlistedSealed.get(layer);
    }

    /** Returns the header of a layer's sealed file; null when it cannot be read. */
    SealedHeader sealedHeader(int layer) {
        return remains.sealed().get(layer);
    }

    /** Throws when the user may not read a file: that is no damage. */
    private static FileReport read(FileReport report) {
        for (DatabaseException damage : report.damages()) {
            if (damage instanceof ReadFaultException && damage.getCause() instanceof AccessDeniedException) {
                throw damage;
            }
        }
        return report;
    }

    /** Returns the last layer, -1 when there is none. */
    public int top() {
        return remains.last().get(Quantity.SCORES);
    }

    /** Returns the game. */
    Game game() {
        return remains.game();
    }

    /**
     * If the manifest is damaged, makes sure that files with the names of the last layers exist: the repair writes a new manifest,
     * and from then on only these names tell which layers the database is to have.
     *
     * @throws IOException when the disk fails
     */
    void keepNames(DatabaseDirectory directory) throws IOException {
        if (remains.manifestDamage() != null) {
            for (Map.Entry<Quantity, Integer> last : remains.last().entrySet()) {
                if (last.getValue() >= 0 && wants(last.getKey(), last.getValue())) {
                    directory.keepName(last.getKey(), last.getValue());
                }
            }
        }
    }

    /** Returns whether the database is to have a file. */
    boolean wants(Quantity quantity, int layer) {
        return remains.wants(quantity, layer, missingDistances);
    }

    /** Returns the report of a file that the database is to have. */
    FileReport report(Quantity quantity, int layer) {
        return reports.get(quantity).get(layer);
    }

    /**
     * Returns why a file has to be built anew.
     *
     * @param basis the digest of the file that it is to be built on; null when that is not known yet
     * @return the reason, or empty when the file is kept
     */
    Optional<String> fault(Quantity quantity, int layer, String basis) {
        FileReport report = report(quantity, layer);
        if (!report.isWhole()) {
            return Optional.of(report.damages().getFirst().getMessage());
        }
        Manifest.Entry listed = listed(quantity, layer);
        if (listed != null && !listed.equals(report.entry())) {
            return Optional.of(report.path() + " is not the file that the manifest lists");
        }
        if (basis != null && !report.header().basis().equals(basis)) {
            return Optional.of(report.path() + " was built on another file than the one that is there");
        }
        if (quantity == Quantity.SCORES && isContradicted(layer)) {
            return Optional.of(report.path() + " is not the file that the layer above was built on");
        }
        return Optional.empty();
    }

    private Manifest.Entry listed(Quantity quantity, int layer) {
        return remains.manifest().files(quantity).get(layer);
    }

    /** Returns whether the layer above is whole, as surely listed as this one, and built on another file in place of this one. */
    private boolean isContradicted(int layer) {
        if (layer == top() || !wants(Quantity.SCORES, layer + 1)) {
            return false;
        }
        FileReport above = report(Quantity.SCORES, layer + 1);
        Manifest.Entry listedAbove = listed(Quantity.SCORES, layer + 1);
        return above.isWhole()
                && !above.header().basis().equals(report(Quantity.SCORES, layer).digest())
                && (listedAbove == null ? listed(Quantity.SCORES, layer) == null : listedAbove.equals(above.entry()));
    }

    /** Returns a line for each thing that will be done. */
    public List<String> describe() {
        List<String> lines = new ArrayList<>();
        if (remains.manifestDamage() != null) {
            lines.add("write " + Manifest.FILE_NAME + ": "
                    + remains.manifestDamage().getMessage());
        }
        int kept = 0;
        int unlisted = 0;
        int conditional = 0;
        boolean isBuiltBelow = false;
        for (Judgement file : judgements()) {
            if (file.fault().isPresent()) {
                lines.add(
                        "build " + report(file.quantity(), file.layer()).path().getFileName() + ": "
                                + file.fault().get());
                isBuiltBelow |= file.quantity() == Quantity.SCORES;
            } else {
                kept++;
                conditional += isBuiltBelow ? 1 : 0;
                unlisted += listed(file.quantity(), file.layer()) == null ? 1 : 0;
            }
        }
        if (unlisted > 0 && remains.manifestDamage() == null) {
            lines.add("list " + unlisted + " whole files in " + Manifest.FILE_NAME);
        }
        if (!unlistedSealed.isEmpty()) {
            lines.add("list sealed layers " + unlistedSealed.keySet() + " in " + Manifest.FILE_NAME);
        }
        if (conditional > 0) {
            lines.add(
                    "keep " + conditional + " of " + kept + " whole files only if the layers that are built below them"
                            + " come out as what they were built on");
        }
        return lines;
    }

    /** Returns the layers of which something will be built, if what is built comes out as what other files were built on. */
    public Set<Integer> layersToBuild() {
        return judgements().stream()
                .filter(file -> file.fault().isPresent())
                .map(Judgement::layer)
                .collect(Collectors.toSet());
    }

    /** Judges all files that the database is to have, from the lowest layer up, on what is known of those below. */
    private List<Judgement> judgements() {
        List<Judgement> all = new ArrayList<>();
        String below = FileDigest.NONE;
        for (int layer = 0; layer <= top(); layer++) {
            if (isSealed(layer)) {
                below = sealedHeader(layer) == null ? null : sealedHeader(layer).basis();
            }
            String basis = below;
            for (Quantity quantity : Quantity.values()) {
                if (wants(quantity, layer)) {
                    Optional<String> fault = fault(quantity, layer, basis);
                    all.add(new Judgement(quantity, layer, fault));
                    if (quantity == Quantity.SCORES) {
                        basis = fault.isPresent()
                                ? null
                                : report(quantity, layer).digest();
                        below = basis;
                    }
                }
            }
        }
        return all;
    }

    /** Whether a file is kept, or why it is built anew. */
    private record Judgement(Quantity quantity, int layer, Optional<String> fault) {}
}
