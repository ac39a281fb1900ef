package granary.plan.rehearse;

import granary.awari.Awari;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.OperationInterruptedException;
import granary.builder.file.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/**
 * Goes through the phases of a layer of awari at its true size and its true addresses, on a sample of places, and compares each
 * with the plain rules. The finished layers below, and the working memory, are made up: sparse files of the true lengths, of
 * which only what the sample needs is written. So it takes minutes where the layer takes hours, and a disk of some gigabytes.
 */
public final class Rehearsal {
    /** Files that take memory, and no disk. */
    private static final Path IN_MEMORY = Path.of("/dev/shm");

    /** Bytes that suffice for the files of any layer. */
    private static final long ROOM = 6L << 30;

    /** The fewest seeds: there are captures, and more than a tile. */
    private static final int FEWEST_SEEDS = 4;

    private static final List<Phase> PHASES = List.of(
            new LookupPhase(),
            new SealedPhase(),
            new SealingPhase(),
            new CheckpointPhase(),
            new TablesPhase(),
            new ConversionsPhase(),
            new TilesPhase(),
            new PropagationPhase(),
            new PackingPhase(),
            new PartsPhase(),
            new VerifyPhase());

    private final Awari awari;
    private final int seeds;
    private final int positions;
    private final long seed;
    private final int threads;

    /**
     * What a phase has compared.
     *
     * @param phase what it was, for people
     * @param compared how many places were compared
     * @param largest the largest of their offsets, in a file or an array
     * @param nanos how long it took
     */
    public record Done(String phase, long compared, long largest, long nanos) {}

    /**
     * Prepares a rehearsal.
     *
     * @param positions about how many positions each phase is to compare
     * @param seed chooses the sample and what is made up
     * @throws InvalidRequestException when the layer has no phases to speak of
     */
    public Rehearsal(Awari awari, int seeds, int positions, long seed, int threads) {
        if (seeds < FEWEST_SEEDS || seeds > awari.topLayer()) {
            throw new InvalidRequestException(
                    "a layer of " + FEWEST_SEEDS + " to " + awari.topLayer() + " seeds can be rehearsed, not " + seeds);
        }
        this.awari = awari;
        this.seeds = seeds;
        this.positions = positions;
        this.seed = seed;
        this.threads = threads;
    }

    /**
     * Returns a directory of files in memory, if there is one that has room for the files of any layer.
     *
     * @throws IOException when the room cannot be told
     */
    public static Optional<Path> directoryInMemory() throws IOException {
        boolean hasRoom =
                Files.isWritable(IN_MEMORY) && Files.getFileStore(IN_MEMORY).getUsableSpace() >= ROOM;
        return hasRoom ? Optional.of(IN_MEMORY) : Optional.empty();
    }

    /**
     * Rehearses all phases.
     *
     * @param parent where a temporary directory is made; its file system must have sparse files
     * @param monitor may stop it
     * @param listener hears of each phase that has ended
     * @throws CheckFailedException when something differs from the plain rules
     * @throws IOException when the directory does not take the files
     */
    public void run(Path parent, Monitor monitor, Consumer<Done> listener) throws IOException {
        long start = System.nanoTime();
        try (TemporaryDirectory directory = TemporaryDirectory.in(parent);
                Stage stage = new Stage(awari, seeds, positions, seed, threads, directory.path(), monitor)) {
            listener.accept(new Done("files", 0, stage.places.bytes(), System.nanoTime() - start));
            List<Phase> phases = new ArrayList<>(PHASES);
            ServiceLoader.load(Phase.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .sorted(Comparator.comparing(Phase::name))
                    .forEach(phases::add);
            for (Phase phase : phases) {
                start = System.nanoTime();
                run(phase, stage);
                long nanos = System.nanoTime() - start;
                listener.accept(new Done(phase.name(), stage.takeCompared(), stage.takeLargest(), nanos));
            }
        }
    }

    private static void run(Phase phase, Stage stage) throws IOException {
        try {
            phase.run(stage);
        } catch (OperationInterruptedException e) {
            throw e;
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
