package granary.builder.seal;

import granary.awari.Awari;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.WorkerPool;
import granary.builder.database.BuildListener;
import granary.builder.seal.training.Training;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.FileReport;
import granary.builder.store.LayerCopy;
import granary.builder.store.LayerFiles;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.format.SealedHeader;
import granary.game.Game;
import granary.sealed.SealedTable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Seals packed layers into another directory. One that would not become smaller, because the model is longer than the scores, stays
 * packed. While the blocks of a layer are encoded, the models of the next layers are trained, each by one thread. One thread uses a
 * sealing.
 */
public final class Sealing {
    /** Layers are sealed that take this many bytes less then. Tests seal small ones, too, whose model is longer than their scores. */
    static long leastGain = 1;

    private final Listing source;

    private final DatabaseDirectory to;
    private final Awari game;
    private final int threads;
    private final BuildListener listener;
    private volatile boolean stopped;

    /**
     * Prepares the sealing of a database into another directory.
     *
     * @param from holds packed layers
     * @param to the sealed database, which may hold layers that were sealed before
     * @param threads threads that encode
     * @param listener is told of the progress, and may stop the work
     * @throws InvalidRequestException when the game is not awari
     */
    public Sealing(Listing from, DatabaseDirectory to, int threads, BuildListener listener) {
        this.source = from;
        this.to = to;
        this.game = awari(to.game());
        this.threads = threads;
        this.listener = listener;
    }

    /** Throws {@link InvalidRequestException} when a game cannot be sealed. */
    public static void requirePossible(Game game) {
        if (!SealedTable.isPossible(game)) {
            throw new InvalidRequestException("only awari can be sealed, with at most 6 pits a side, not "
                    + game.identity() + ": the model knows these boards alone");
        }
    }

    private static Awari awari(Game game) {
        requirePossible(game);
        return (Awari) game;
    }

    /**
     * Seals layers, ascending. Those that are there are left as they are.
     *
     * @param layers the layers, without a gap
     * @return the number of layers that were added
     * @throws CheckFailedException when a layer that is there was made of another database
     * @throws DatabaseException when a packed layer is damaged
     * @throws IOException when the disk fails
     */
    public int run(SortedSet<Integer> layers) throws IOException {
        to.settle();
        List<Integer> wanted = new ArrayList<>();
        for (int layer : layers) {
            if (!isDone(layer)) {
                wanted.add(layer);
            }
        }
        Iterator<Integer> layersToTrain = wanted.iterator();
        Deque<Task> tasks = new ArrayDeque<>();
        try {
            for (int layer : wanted) {
                long start = System.nanoTime();
                long positions = game.size(layer);
                begin(layersToTrain, tasks);
                try (Task task = tasks.remove()) {
                    listener.phase("train layer " + layer);
                    byte[] model = task.model(); // no step of the layer, whose time left is told by its steps
                    begin(layersToTrain, tasks);
                    listener.layerBegins(layer, positions, model == null ? task.packedBytes : positions);
                    listener.phase("seal");
                    task.seal(model);
                }
                end(layer);
                listener.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
            }
            return wanted.size();
        } finally {
            tasks.forEach(Task::close);
        }
    }

    /** Lets as many models be trained as there may be at a time. */
    private void begin(Iterator<Integer> layers, Deque<Task> tasks) throws IOException {
        while (layers.hasNext() && tasks.size() < Training.atATime(threads)) {
            tasks.add(new Task(layers.next()));
        }
    }

    /** Returns whether nothing is to be done for a layer. */
    private boolean isDone(int layer) {
        if (!to.holds(layer)) {
            return false;
        }
        to.header(to.manifest().scoresKind(layer), layer); // refuses a file that is missing
        if (!to.scoresDigest(layer).equals(entry(layer).digest())) {
            throw new CheckFailedException(to.path() + " holds layer " + layer + " of another build than "
                    + source.source().where("") + "; seal into another directory");
        }
        return true;
    }

    private Manifest.Entry entry(int layer) {
        return source.manifest().entry(FileKind.SCORES, layer);
    }

    private WorkerPool pool() {
        return new WorkerPool(threads, listener);
    }

    /** Copies the files of a layer beside the sealed one. */
    private void end(int layer) throws IOException {
        if (!to.has(FileKind.SEALED, layer)) {
            new LayerCopy(source, to, threads, listener).copy(FileKind.SCORES, layer);
        }
    }

    /** A packed layer that is open, and the training of its model. */
    private final class Task implements AutoCloseable {
        final LayerSealing sealing;
        private final LayerFiles files;
        private final long packedBytes;
        private final CompletableFuture<byte[]> training;

        Task(int layer) throws IOException {
            FileReport.check(source, game, FileKind.SCORES, layer, pool());
            files = new LayerFiles(source, game, false);
            packedBytes = entry(layer).length();
            sealing = LayerSealing.of(files, layer);
            boolean maySeal = layer > 0
                    && game.size(layer) <= SealedHeader.MAX_POSITIONS
                    && LayerSealing.fixedLength(game, layer) + leastGain <= packedBytes;
            training = CompletableFuture.supplyAsync(
                    () -> maySeal ? sealing.train(this::isStopped) : null,
                    run -> Thread.ofPlatform().name("granary-training").start(run));
        }

        private boolean isStopped() {
            listener.check();
            return stopped;
        }

        /** Waits for the model; returns null when the layer stays packed. */
        byte[] model() {
            try {
                return training.join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                throw e;
            }
        }

        /** Publishes the sealed file if it is shorter than the packed one. */
        void seal(byte[] model) throws IOException {
            if (model != null) {
                sealing.publish(to, model, threads, listener, entry -> entry.length() + leastGain <= packedBytes);
            }
        }

        /** Stops the training if nobody waited for it, because it reads the file that this closes. */
        @Override
        public void close() {
            stopped |= !training.isDone();
            training.exceptionally(e -> null).join(); // whoever needed the model has the exception
            files.close();
        }
    }
}
