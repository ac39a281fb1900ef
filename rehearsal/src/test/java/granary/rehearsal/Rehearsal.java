package granary.rehearsal;

import granary.awari.Awari;
import granary.builder.CheckFailedException;
import granary.builder.compress.CompressedPhase;
import granary.builder.compress.CompressionPhase;
import granary.builder.store.PackingPhase;
import granary.builder.verify.VerifyPhase;
import granary.explorer.api.ExamplesPhase;
import granary.statistics.StatisticsPhase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Goes through the phases of a layer of awari at its true size and its true addresses, on a sample of places, and compares each
 * with the plain rules. The finished layers below, and the working memory, are synthetic: sparse files of the true lengths, of
 * which only what the sample needs is written. So it takes minutes where the layer takes hours, and some gigabytes of files.
 */
final class Rehearsal {
    private record Named(String name, Phase phase) {}

    private static final List<Named> PHASES = List.of(
            new Named("lookups", new LookupPhase()),
            new Named("compressed layers", new CompressedPhase()),
            new Named("compressing and decompressing", new CompressionPhase()),
            new Named("side tables", new TablesPhase()),
            new Named("conversion values", new ConversionsPhase()),
            new Named("sweeps and distances of tiles", new TilesPhase()),
            new Named("change propagation", new PropagationPhase()),
            new Named("packing", new PackingPhase()),
            new Named("partitions, pages and rows", new PartitionsPhase()),
            new Named("verification by rows", new VerifyPhase()),
            new Named("examples", new ExamplesPhase()),
            new Named("statistics", new StatisticsPhase()));

    private Rehearsal() {}

    /**
     * The comparisons of a phase.
     *
     * @param phase what it was, for people
     * @param compared how many places were compared
     * @param largest the largest of their ranks, in a file or an array
     */
    record Done(String phase, long compared, long largest) {}

    /** Returns a directory of files in memory if there is one: they take no disk. */
    static Path place() {
        Path memory = Path.of("/dev/shm");
        return Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /**
     * Rehearses all phases, and says on standard output what each has compared.
     *
     * @param seeds the layer: 4 or more, so that there are captures, and more than a tile
     * @param positions about how many positions each phase is to compare
     * @param seed chooses the sample and the synthetic values
     * @param directory an empty one, whose file system has sparse files
     * @throws CheckFailedException when something differs from the plain rules
     */
    static List<Done> run(Awari awari, int seeds, int positions, long seed, Path directory) throws IOException {
        List<Done> all = new ArrayList<>();
        try (Stage stage = new Stage(awari, seeds, positions, seed, directory)) {
            for (Named phase : PHASES) {
                long start = System.nanoTime();
                run(phase, stage);
                Done done = new Done(phase.name(), stage.takeCompared(), stage.takeLargest());
                System.out.printf(
                        "layer %d of %s, %s: %,d places compared, up to %,d, %.1f s%n",
                        seeds,
                        awari.identity(),
                        done.phase,
                        done.compared,
                        done.largest,
                        (System.nanoTime() - start) / 1e9);
                all.add(done);
            }
        }
        return all;
    }

    private static void run(Named phase, Stage stage) throws IOException {
        try {
            phase.phase.run(stage);
        } catch (RuntimeException e) {
            // whatever is thrown where the plain rules do not fail is a difference
            String what = e instanceof CheckFailedException ? e.getMessage() : e.toString();
            throw new CheckFailedException(phase.name() + ": " + what, e);
        } catch (InternalError e) {
            throw new CheckFailedException(
                    phase.name() + ": a page of a file could not be written or read; is there room in "
                            + stage.directory.getParent() + "?",
                    e);
        }
    }
}
