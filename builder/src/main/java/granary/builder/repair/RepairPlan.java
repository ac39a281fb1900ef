package granary.builder.repair;

import granary.builder.CheckFailedException;
import granary.builder.WorkerPool;
import granary.builder.account.Account;
import granary.builder.database.BuildListener;
import granary.builder.store.FileReport;
import granary.builder.store.Inventory;
import granary.error.DatabaseException;
import granary.error.ReadFaultException;
import granary.format.FileDigest;
import granary.format.FileHeader;
import granary.format.FileKind;
import granary.format.Manifest;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Decides what becomes of each file of a database, after reading all of them.
 *
 * <p>A file is kept only if every checksum in it holds, if it is the one that the manifest lists (or none is listed), if it was built
 * on the file below it, and if no whole file above was built on another file in its place. A packed file that is not kept is built
 * anew, and whole files above it are kept if the new file is the one that they were built on. It is, unless the old one held wrong
 * scores: a layer has the same bytes however it is built. A sealed file that is not kept is replaced by that of another copy. Where a
 * layer is both packed and sealed, because a build was killed, a file that is not kept is removed, and so is a packed one that the
 * sealed one has replaced.
 */
public final class RepairPlan {
    private static final String COPY_OF_MANIFEST =
            "; copy the manifest from another copy of this sealed database, then repair --from it";

    private final Inventory inventory;
    private final boolean missingDistances;
    private final Map<FileKind, Map<Integer, FileReport>> reports = new EnumMap<>(FileKind.class);
    private final List<Path> strays;

    /** What becomes of a file. */
    enum Fate {
        KEEP,
        BUILD,
        REPLACE,
        REMOVE
    }

    /**
     * What becomes of a file.
     *
     * @param reason why it is not kept; null when it is
     */
    record Judgement(FileKind kind, int layer, Fate fate, String reason) {}

    private RepairPlan(Inventory inventory, boolean missingDistances) {
        this.inventory = inventory;
        this.missingDistances = missingDistances;
        this.strays = new ArrayList<>(inventory.strays());
    }

    /**
     * Reads all files.
     *
     * @param missingDistances whether files of distances that are not there are to be built
     * @param threads the number of threads that read
     * @param listener notified of progress; may stop the reading
     * @throws ReadFaultException when the user may not read a file
     * @throws CheckFailedException when the manifest is lost and a sealed file is damaged or missing, which only a copy of it tells
     */
    public static RepairPlan of(Inventory inventory, boolean missingDistances, int threads, BuildListener listener) {
        RepairPlan plan = new RepairPlan(inventory, missingDistances);
        WorkerPool pool = new WorkerPool(threads, listener);
        plan.requireAllLayers();
        for (FileKind kind : FileKind.values()) {
            plan.reports.put(kind, new TreeMap<>());
        }
        for (int layer = 0; layer <= inventory.top(); layer++) {
            long positions = inventory.game().size(layer);
            listener.layerBegins(layer, positions, positions);
            listener.phase("reading");
            for (FileKind kind : List.of(FileKind.SEALED, FileKind.SCORES, FileKind.DISTANCES)) {
                if (plan.reads(kind, layer)) {
                    Path path = inventory.path(kind, layer);
                    plan.take(kind, layer, FileReport.of(path, inventory.game(), kind, layer, pool));
                }
            }
        }
        plan.packWhatIsRead();
        return plan;
    }

    /**
     * Leaves a sealed file as it is that the manifest does not list, and that holds the scores of a listed packed one, where something
     * that reads the packed one is to be built: then that is built, too.
     */
    private void packWhatIsRead() {
        // From the top down, because what is built reads layers below.
        for (int layer = inventory.top(); layer >= 0; layer--) {
            FileReport sealed = report(FileKind.SEALED, layer);
            if (sealed != null && isListedPackedAlone(layer) && isReadPacked(layer)) {
                strays.add(sealed.path());
                reports.get(FileKind.SEALED).remove(layer);
            }
        }
    }

    /** Returns whether the manifest lists a layer packed, and not sealed. */
    private boolean isListedPackedAlone(int layer) {
        return listed(FileKind.SEALED, layer) == null && listed(FileKind.SCORES, layer) != null;
    }

    private boolean isReadPacked(int layer) {
        return judgements().stream()
                .filter(file -> file.fate() == Fate.BUILD)
                .anyMatch(file -> Account.lowestRead(inventory.game(), file.layer()) <= layer
                        && layer < file.layer() + (file.kind() == FileKind.DISTANCES ? 1 : 0));
    }

    /** Refuses a sealed database that has lost its manifest and whole layers: nothing tells how these were stored. */
    private void requireAllLayers() {
        for (int layer = 0; inventory.manifestDamage() != null && layer < inventory.top(); layer++) {
            Path packed = inventory.path(FileKind.SCORES, layer);
            if (!inventory.sealed().isEmpty() && !inventory.sealed().contains(layer) && Files.notExists(packed)) {
                throw new CheckFailedException("layer " + layer + " is missing below sealed ones, and "
                        + inventory.manifestDamage().getMessage() + COPY_OF_MANIFEST);
            }
        }
    }

    private boolean reads(FileKind kind, int layer) {
        boolean isThere = Files.exists(inventory.path(kind, layer));
        return switch (kind) {
            case SEALED -> inventory.sealed().contains(layer);
            case SCORES ->
                report(FileKind.SEALED, layer) == null
                        ? layer <= inventory.last().get(kind)
                        : isThere || listed(kind, layer) != null;
            case DISTANCES -> layer <= inventory.last().get(kind) && (missingDistances || isThere);
        };
    }

    private void take(FileKind kind, int layer, FileReport report) {
        for (DatabaseException damage : report.damages()) {
            if (damage instanceof ReadFaultException && damage.getCause() instanceof AccessDeniedException) {
                throw damage; // the user may not read it: that is no damage
            }
            if (kind == FileKind.SEALED && listed(kind, layer) == null) {
                if (inventory.manifestDamage() == null) {
                    strays.add(report.path());
                    return;
                }
                if (Files.notExists(inventory.path(FileKind.SCORES, layer))) {
                    throw new CheckFailedException(
                            damage.getMessage() + "; and "
                                    + inventory.manifestDamage().getMessage()
                                    + COPY_OF_MANIFEST,
                            damage);
                }
            }
        }
        if (kind == FileKind.SEALED
                && isListedPackedAlone(layer)
                && !report.header()
                        .basis()
                        .equals(listed(FileKind.SCORES, layer).digest())) {
            strays.add(report.path()); // sealed of other scores than those that are listed
            return;
        }
        reports.get(kind).put(layer, report);
        if (kind == FileKind.SCORES
                && listed(kind, layer) == null
                && listed(FileKind.SEALED, layer) != null
                && !isReplaced(layer)) {
            strays.add(report.path());
        }
    }

    /** Returns what was counted before anything was read. */
    Inventory inventory() {
        return inventory;
    }

    /** Returns whether the database is to have distances of a layer. */
    boolean wantsDistances(int layer) {
        return report(FileKind.DISTANCES, layer) != null;
    }

    /** Returns the report of a file; null when the database is not to have it. */
    FileReport report(FileKind kind, int layer) {
        return reports.get(kind).get(layer);
    }

    private Manifest.Entry listed(FileKind kind, int layer) {
        return inventory.manifest().entry(kind, layer);
    }

    /**
     * Returns what becomes of a layer's scores: first of the file that holds them in the end.
     *
     * @param below the digest of the packed scores below; null when that is not known yet
     */
    List<Judgement> scores(int layer, String below) {
        FileReport packed = report(FileKind.SCORES, layer);
        FileReport sealed = report(FileKind.SEALED, layer);
        if (sealed == null) {
            return packed == null ? List.of() : List.of(judge(FileKind.SCORES, layer, below));
        }
        boolean isPacked =
                packed != null && (listed(FileKind.SCORES, layer) != null || listed(FileKind.SEALED, layer) == null);
        if (isPacked && (flaw(FileKind.SCORES, layer) == null || flaw(FileKind.SEALED, layer) != null)) {
            List<Judgement> all = new ArrayList<>(List.of(judge(FileKind.SCORES, layer, below)));
            if (listed(FileKind.SEALED, layer) != null) {
                String flaw = flaw(FileKind.SEALED, layer);
                all.add(new Judgement(FileKind.SEALED, layer, flaw == null ? Fate.KEEP : Fate.REMOVE, flaw));
            }
            return all;
        }
        List<Judgement> all = new ArrayList<>(List.of(judge(FileKind.SEALED, layer, below)));
        if (isPacked) {
            all.add(new Judgement(FileKind.SCORES, layer, Fate.REMOVE, flaw(FileKind.SCORES, layer)));
        } else if (packed != null && isReplaced(layer)) {
            all.add(new Judgement(
                    FileKind.SCORES, layer, Fate.REMOVE, FileKind.SEALED.fileName(layer) + " holds its scores"));
        }
        return all;
    }

    /** Returns whether a packed file that is not listed is the one that was sealed. */
    private boolean isReplaced(int layer) {
        FileReport sealed = report(FileKind.SEALED, layer);
        FileReport packed = report(FileKind.SCORES, layer);
        return sealed.header() != null && sealed.header().basis().equals(packed.digest()) && packed.isWhole();
    }

    /** Returns what becomes of a layer's distances, if the database is to have them, on scores with a digest or null. */
    Judgement distances(int layer, String scores) {
        return judge(FileKind.DISTANCES, layer, scores);
    }

    private Judgement judge(FileKind kind, int layer, String basis) {
        String flaw = flaw(kind, layer);
        FileReport report = report(kind, layer);
        if (kind == FileKind.SEALED) {
            return new Judgement(kind, layer, flaw == null ? Fate.KEEP : Fate.REPLACE, flaw);
        }
        if (flaw == null && basis != null && !report.header().basis().equals(basis)) {
            flaw = report.path() + " was built on another file than the one that is there";
        }
        if (flaw == null && kind == FileKind.SCORES && isContradicted(layer)) {
            flaw = report.path() + " is not the file that the layer above was built on";
        }
        return new Judgement(kind, layer, flaw == null ? Fate.KEEP : Fate.BUILD, flaw);
    }

    /** Returns what is wrong with the bytes of a file by themselves, or null. */
    private String flaw(FileKind kind, int layer) {
        FileReport report = report(kind, layer);
        if (!report.isWhole()) {
            return report.damages().getFirst().getMessage();
        }
        Manifest.Entry listed = listed(kind, layer);
        return listed == null || listed.equals(report.entry())
                ? null
                : report.path() + " is not the file that the manifest lists";
    }

    /** Returns whether the layer above is whole, as surely listed as this one, and built on another file in place of this one. */
    private boolean isContradicted(int layer) {
        for (FileKind kind : List.of(FileKind.SCORES, FileKind.SEALED)) {
            FileReport above = report(kind, layer + 1);
            if (above != null
                    && flaw(kind, layer + 1) == null
                    && (listed(kind, layer + 1) != null || listed(FileKind.SCORES, layer) == null)) {
                String digest = report(FileKind.SCORES, layer).digest();
                return above.header().bases().stream()
                        .anyMatch(basis ->
                                basis.layer() == layer && !basis.digest().equals(digest));
            }
        }
        return false;
    }

    /** Returns a line for each thing that will be done. */
    public List<String> describe() {
        List<String> lines = new ArrayList<>();
        if (inventory.manifestDamage() != null) {
            lines.add("write " + Manifest.FILE_NAME + ": "
                    + inventory.manifestDamage().getMessage());
        }
        int kept = 0;
        int conditional = 0;
        boolean isBuiltBelow = false;
        Set<Integer> sealed = new TreeSet<>();
        int unlisted = 0;
        for (Judgement file : judgements()) {
            String name = file.kind().fileName(file.layer());
            boolean isListed = listed(file.kind(), file.layer()) != null;
            switch (file.fate()) {
                case BUILD -> lines.add("build " + name + ": " + file.reason());
                case REPLACE -> lines.add("replace " + name + " by that of --from: " + file.reason());
                case REMOVE ->
                    lines.add((Files.exists(inventory.path(file.kind(), file.layer())) ? "remove " : "list no more ")
                            + name + ": " + file.reason());
                case KEEP -> {
                    kept++;
                    conditional += isBuiltBelow ? 1 : 0;
                    if (!isListed && file.kind() == FileKind.SEALED) {
                        sealed.add(file.layer());
                    } else if (!isListed) {
                        unlisted++;
                    }
                }
            }
            isBuiltBelow |= file.fate() == Fate.BUILD && file.kind() == FileKind.SCORES;
        }
        if (unlisted > 0 && inventory.manifestDamage() == null) {
            lines.add("list " + unlisted + " whole files in " + Manifest.FILE_NAME);
        }
        if (!sealed.isEmpty()) {
            lines.add("list sealed layers " + sealed + " in " + Manifest.FILE_NAME);
        }
        if (conditional > 0) {
            lines.add(
                    "keep " + conditional + " of " + kept + " whole files only if the layers that are built below them"
                            + " come out as what they were built on");
        }
        return lines;
    }

    /** Returns the files that have the name of a layer's file, and are none that a build left: they stay. */
    public List<Path> strays() {
        return Collections.unmodifiableList(strays);
    }

    /** Returns the layers of which something will be built, if what is built comes out as what other files were built on. */
    public Set<Integer> layersToBuild() {
        return judgements().stream()
                .filter(file -> file.fate() == Fate.BUILD)
                .map(Judgement::layer)
                .collect(Collectors.toSet());
    }

    /** Judges all files, from the lowest layer up, on what is known of those below. */
    private List<Judgement> judgements() {
        List<Judgement> all = new ArrayList<>();
        String below = FileDigest.NONE;
        for (int layer = 0; layer <= inventory.top(); layer++) {
            List<Judgement> scores = scores(layer, below);
            below = scores.isEmpty() ? null : digest(scores.getFirst());
            all.addAll(scores);
            if (wantsDistances(layer)) {
                all.add(distances(layer, below));
            }
        }
        return all;
    }

    /** Returns the digest of the packed scores that a file holds; null when it will be built. */
    private String digest(Judgement scores) {
        FileReport report = report(scores.kind(), scores.layer());
        FileHeader header = report.header();
        return scores.fate() == Fate.BUILD || header == null
                ? null
                : scores.kind() == FileKind.SEALED ? header.basis() : report.digest();
    }
}
