package granary.builder.repair;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.database.BuildListener;
import granary.builder.database.DatabaseBuild;
import granary.builder.memory.MemoryProvider;
import granary.builder.repair.RepairPlan.Fate;
import granary.builder.repair.RepairPlan.Judgement;
import granary.builder.seal.Sealing;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.FileReport;
import granary.builder.store.Inventory;
import granary.builder.store.LayerCopy;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileHeader;
import granary.format.FileKind;
import granary.format.Manifest;
import java.io.IOException;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Repairs a database. Layer by layer, from 0 up, it keeps what is right and builds the rest anew, so that the directory ends up as
 * an undisturbed build leaves it. Sealed files come from another copy of the database.
 *
 * <p>A repair may be killed at any moment; the next one does not repeat what is finished. At every moment the manifest on the disk
 * lists files that were found or built right, and of the files that the repair has not reached, only those that it listed before.
 * File names tell what else the database is to have. Not thread-safe.
 */
public final class DatabaseRepair {
    private final DatabaseDirectory directory;
    private final RepairPlan plan;
    private final Listing copy;
    private final DatabaseBuild build;
    private final MemoryProvider memoryProvider;
    private final int threads;
    private final BuildListener listener;
    private final SortedSet<Integer> notReplaced = new TreeSet<>();
    private int built;
    private int replaced;

    /**
     * Creates a repair.
     *
     * @param directory the database, taken over to repair it
     * @param plan what to keep, made since the directory was locked
     * @param copy another copy of the database, sealed or packed, which need not be trusted; null for none
     * @param solver computes layers and distances
     * @param memoryProvider provides the solver's working memory
     * @param listener notified of progress; may stop the repair
     */
    public DatabaseRepair(
            DatabaseDirectory directory,
            RepairPlan plan,
            Listing copy,
            LayerSolver solver,
            MemoryProvider memoryProvider,
            BuildListener listener) {
        this.directory = directory;
        this.plan = plan;
        this.copy = copy;
        this.memoryProvider = memoryProvider;
        this.threads = solver.threads();
        this.listener = listener;
        this.build = new DatabaseBuild(directory, solver, memoryProvider, listener).withDistances();
    }

    /**
     * Totals of a repair.
     *
     * @param built files that were built
     * @param replaced files that were replaced
     */
    public record Summary(int built, int replaced) {}

    /**
     * Repairs the database.
     *
     * @throws granary.builder.OperationInterruptedException when the listener stops it
     * @throws CheckFailedException when memory or disk do not suffice, or the copy does not give a file that is listed
     * @throws InvalidRequestException when a sealed file is damaged and there is no copy; all else is repaired then
     * @throws IOException when the disk fails
     */
    public Summary run() throws IOException {
        Inventory inventory = plan.inventory();
        directory.removeTemporaries();
        clean(inventory.top());
        keepNames(inventory);
        String below = FileDigest.NONE;
        for (int layer = 0; layer <= inventory.top(); layer++) {
            below = repair(layer, below);
        }
        directory.save();
        clean(-1);
        if (!notReplaced.isEmpty()) {
            throw new InvalidRequestException(
                    "sealed layers " + notReplaced + " are damaged; name a copy of the database,"
                            + " sealed or packed: granary repair --dir " + directory.path() + " --from COPY");
        }
        return new Summary(built, replaced);
    }

    /**
     * If the manifest is damaged, makes sure that files with the names of the last layers exist: the repair writes a new manifest,
     * and from then on only these names tell which layers the database is to have.
     */
    private void keepNames(Inventory inventory) throws IOException {
        if (inventory.manifestDamage() != null) {
            for (FileKind kind : inventory.last().keySet()) {
                int last = inventory.last().get(kind);
                if (plan.report(kind, last) != null) {
                    directory.keepName(kind, last);
                }
            }
        }
    }

    /** Repairs a layer and returns the digest of its packed scores; null when nothing tells it. */
    private String repair(int layer, String below) throws IOException {
        String digest = null;
        boolean hasDistances = false;
        for (Judgement scores : plan.scores(layer, below)) {
            FileReport report = plan.report(scores.kind(), layer);
            switch (scores.fate()) {
                case KEEP -> {
                    checkBelow(report, layer, below);
                    directory.adopt(scores.kind(), layer, report.entry());
                }
                case BUILD -> {
                    if (report.isWhole()) {
                        clean(layer); // work on layers above may be based on wrong scores
                    }
                    hasDistances = plan.wantsDistances(layer)
                            && !plan.report(FileKind.DISTANCES, layer).isWhole();
                    build(layer, true, hasDistances);
                }
                case REPLACE -> replace(layer);
                case REMOVE -> directory.drop(scores.kind(), layer);
            }
            if (directory.holds(layer) && !notReplaced.contains(layer)) {
                digest = directory.scoresDigest(layer);
            }
        }
        if (plan.wantsDistances(layer) && !hasDistances) {
            if (plan.distances(layer, digest).fate() == Fate.KEEP) {
                directory.adopt(
                        FileKind.DISTANCES,
                        layer,
                        plan.report(FileKind.DISTANCES, layer).entry());
            } else {
                build(layer, false, true);
            }
        }
        return digest;
    }

    /** A sealed file cannot be built anew on the scores below. */
    private void checkBelow(FileReport report, int layer, String below) {
        for (FileHeader.Basis basis : report.header().bases()) {
            if (below != null && basis.layer() == layer - 1 && !basis.digest().equals(below)) {
                throw new CheckFailedException(report.path()
                        + " was made of another build than the layer below it; move away what does not belong here");
            }
        }
    }

    /** Replaces a sealed file by one with the listed digest: that of the copy, or one made of its packed layer. */
    private void replace(int layer) throws IOException {
        if (copy == null) {
            notReplaced.add(layer);
            return;
        }
        Manifest.Entry listed = directory.entry(FileKind.SEALED, layer);
        if (listed.equals(copy.manifest().entry(FileKind.SEALED, layer))) {
            new LayerCopy(copy, directory, threads, listener).replace(FileKind.SEALED, layer);
        } else if (!Sealing.restore(copy, directory, layer, threads, listener)) {
            throw new CheckFailedException(copy.directories().getFirst() + " does not give the sealed layer " + layer
                    + " that " + directory.path().resolve(Manifest.FILE_NAME)
                    + " lists: it is of another build or rule, or damaged");
        }
        replaced++;
    }

    private void build(int layer, boolean scores, boolean distances) throws IOException {
        directory.dropStatistics(layer);
        if (distances) {
            // With these distances the layer could not be opened, and the build has to open it.
            directory.unlist(FileKind.DISTANCES, layer);
        }
        build.build(layer, scores, distances);
        built += (scores ? 1 : 0) + (distances ? 1 : 0);
    }

    /** Removes the working memory of all layers above one, and whatever nobody can resume from. */
    private void clean(int layer) throws IOException {
        DatabaseBuild.removeWork(directory, memoryProvider, number -> number > layer);
    }
}
