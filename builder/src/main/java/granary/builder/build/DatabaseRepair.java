package granary.builder.build;

import granary.builder.CheckFailedException;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.WorkFiles;
import granary.builder.solve.DistanceSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.FileReport;
import granary.format.FileDigest;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.format.SealedHeader;
import java.io.IOException;

/**
 * Repairs a database. Layer by layer, from 0 up, it keeps what is right and builds the rest anew, so that the directory ends up as
 * an undisturbed build leaves it.
 *
 * <p>A repair may be killed at any moment; the next one does not repeat what is finished. At every moment the manifest on the disk
 * lists files that were found or built right, and of the files that the repair has not reached, only those that it listed before.
 * File names tell what else the database is to have. Not thread-safe.
 */
public final class DatabaseRepair {
    private final DatabaseDirectory directory;
    private final RepairPlan plan;
    private final DatabaseBuild build;
    private final MemoryProvider memoryProvider;
    private int built;

    /**
     * Creates a repair.
     *
     * @param directory the database, taken over to repair it
     * @param plan what to keep
     * @param solver computes layers and distances
     * @param memoryProvider provides the solver's working memory
     * @param listener notified of progress; may stop the repair
     */
    public DatabaseRepair(
            DatabaseDirectory directory,
            RepairPlan plan,
            DistanceSolver solver,
            MemoryProvider memoryProvider,
            BuildListener listener) {
        this.directory = directory;
        this.plan = plan;
        this.memoryProvider = memoryProvider;
        this.build = new DatabaseBuild(directory, solver, memoryProvider, listener).withDistances(solver);
    }

    /**
     * Repairs the database.
     *
     * @return the number of files that were built
     * @throws granary.builder.OperationInterruptedException when the listener stops it
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice
     * @throws IOException when the disk fails
     */
    public int run() throws IOException {
        directory.removeTemporaries();
        clean(plan.top());
        plan.keepNames(directory);
        String below = FileDigest.NONE;
        for (int layer = 0; layer <= Math.max(plan.top(), plan.lastSealed()); layer++) {
            if (plan.isSealed(layer)) {
                below = keepSealed(layer, below);
                repairDistances(layer, below);
            } else if (layer <= plan.top()) {
                repair(layer, below);
                below = directory.entry(Quantity.SCORES, layer).digest();
            }
        }
        directory.save();
        clean(-1);
        return built;
    }

    private void repair(int layer, String below) throws IOException {
        boolean wantsDistances = plan.wants(Quantity.DISTANCES, layer);
        if (plan.fault(Quantity.SCORES, layer, below).isEmpty()) {
            keep(Quantity.SCORES, layer);
        } else {
            if (plan.report(Quantity.SCORES, layer).isWhole()) {
                clean(layer); // work on layers above may be based on wrong scores
            }
            boolean both =
                    wantsDistances && !plan.report(Quantity.DISTANCES, layer).isWhole();
            build(layer, true, both);
            if (both) {
                return;
            }
        }
        repairDistances(layer, directory.entry(Quantity.SCORES, layer).digest());
    }

    /** Has the manifest list a sealed file that it has lost. Returns the digest of the packed scores, if it can be read. */
    private String keepSealed(int layer, String below) throws IOException {
        SealedHeader header = plan.sealedHeader(layer);
        Manifest.Entry entry = plan.unlistedSealed(layer);
        if (entry != null) {
            if (below != null && !header.below().equals(below)) {
                throw new CheckFailedException(directory.sealedPath(layer)
                        + " was made of another build than the layer below it; move away what does not belong here");
            }
            directory.adoptSealed(layer, entry);
        }
        return header == null ? null : header.basis();
    }

    private void repairDistances(int layer, String scores) throws IOException {
        boolean wantsDistances = plan.wants(Quantity.DISTANCES, layer);
        if (wantsDistances && plan.fault(Quantity.DISTANCES, layer, scores).isEmpty()) {
            keep(Quantity.DISTANCES, layer);
        } else if (wantsDistances) {
            build(layer, false, true);
        }
    }

    private void keep(Quantity quantity, int layer) throws IOException {
        FileReport report = plan.report(quantity, layer);
        directory.adopt(quantity, layer, report.entry());
    }

    private void build(int layer, boolean scores, boolean distances) throws IOException {
        directory.dropStatistics(layer);
        if (distances) {
            // With these distances the layer could not be opened, and the build has to open it.
            directory.unlist(Quantity.DISTANCES, layer);
        }
        build.build(layer, scores, distances);
        built += (scores ? 1 : 0) + (distances ? 1 : 0);
    }

    /** Removes the working memory of all layers above one, and whatever nobody can resume from. */
    private void clean(int layer) throws IOException {
        new WorkFiles(directory.path(), plan.game().identity()).clean(number -> number > layer);
        memoryProvider.clean(number -> number > layer);
    }
}
