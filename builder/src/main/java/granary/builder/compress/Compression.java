package granary.builder.compress;

import granary.awari.Awari;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.compress.training.Training;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.FileReport;
import granary.builder.store.LayerCopy;
import granary.builder.store.LayerFiles;
import granary.compressed.CompressedTable;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.format.CompressedHeader;
import granary.format.FileKind;
import granary.game.Game;
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
 * Compresses a packed database into another directory. Layers below the lowest, which stay packed, are copied, as are
 * distances. While the blocks of a layer are encoded, the models of the next layers are trained, each by one thread.
 * One thread uses a compression.
 */
public final class Compression {
    private final Listing from;
    private final DatabaseDirectory to;
    private final Awari game;
    private final int lowest;
    private final int threads;
    private final Monitor listener;
    private final LayerCopy copy;
    private volatile boolean stopped;

    /**
     * Prepares the compression of a database into another directory.
     *
     * @param from holds packed layers
     * @param to the compressed database, which may hold layers that were compressed before
     * @param lowest the lowest layer that is compressed: {@link CompressedHeader#LOWEST}, unless small ones are to be tried
     * @param threads threads that encode
     * @param listener notified of progress; may stop the work
     * @throws InvalidRequestException as {@link #requirePossible}
     */
    public Compression(Listing from, DatabaseDirectory to, int lowest, int threads, Monitor listener) {
        requirePossible(to.game());
        this.from = from;
        this.to = to;
        this.game = (Awari) to.game();
        this.lowest = lowest;
        this.threads = threads;
        this.listener = listener;
        this.copy = new LayerCopy(from, to, threads, listener);
    }

    /**
     * Checks that databases of a game can be compressed here.
     *
     * @throws InvalidRequestException when the game is not awari, or Java's vector module is absent
     */
    public static void requirePossible(Game game) {
        if (!CompressedTable.isPossible(game)) {
            throw new InvalidRequestException("only awari can be compressed, with at most 6 pits a side, not "
                    + game.identity() + ": the model knows these boards alone");
        }
        Training.requireVectors();
    }

    /**
     * Compresses layers, ascending. Existing ones are left as they are.
     *
     * @param layers the layers
     * @return the number of layers that were added
     * @throws InvalidRequestException when a layer is compressed already, or the other directory holds it packed
     * @throws CheckFailedException when an existing layer was made of another database
     * @throws DatabaseException when a packed layer is damaged
     * @throws IOException when the disk fails
     */
    public int run(SortedSet<Integer> layers) throws IOException {
        to.awaitPublication();
        List<Integer> missing = new ArrayList<>();
        for (int layer : layers) {
            if (!isDone(layer)) {
                missing.add(layer);
            }
        }
        Iterator<Integer> toTrain =
                missing.stream().filter(layer -> layer >= lowest).iterator();
        Deque<Task> tasks = new ArrayDeque<>();
        try {
            for (int layer : layers) {
                long optional = copy.missingBytes(FileKind.OPTIONAL, List.of(layer));
                if (missing.contains(layer) || optional > 0) {
                    long start = System.nanoTime();
                    add(layer, optional, toTrain, tasks);
                    listener.layerEnds(layer, game.size(layer), Duration.ofNanos(System.nanoTime() - start));
                }
            }
            return missing.size();
        } finally {
            tasks.forEach(Task::close);
        }
    }

    /** Adds what is missing of a layer. What is copied reports its bytes, and what is compressed its positions. */
    private void add(int layer, long optional, Iterator<Integer> toTrain, Deque<Task> tasks) throws IOException {
        long positions = game.size(layer);
        if (to.holds(layer) || layer < lowest) {
            listener.layerBegins(
                    layer, positions, optional + copy.missingBytes(List.of(FileKind.SCORES), List.of(layer)));
            listener.phase("copy");
            if (!to.holds(layer)) {
                copy.copy(FileKind.SCORES, layer);
            }
        } else {
            begin(toTrain, tasks);
            try (Task task = tasks.remove()) {
                listener.phase("train layer " + layer);
                byte[] model = task.model(); // no step of the layer: the time left is estimated by steps
                begin(toTrain, tasks);
                listener.layerBegins(layer, positions, positions + optional);
                listener.phase("compress");
                task.compression.publish(to, model, threads, listener);
            }
        }
        if (optional > 0) {
            listener.phase("copy");
            copy.copyOptional(layer);
        }
    }

    /** Lets as many models be trained as there may be at a time. */
    private void begin(Iterator<Integer> layers, Deque<Task> tasks) throws IOException {
        while (layers.hasNext() && tasks.size() < Training.atATime(threads)) {
            tasks.add(new Task(layers.next()));
        }
    }

    /** Returns whether the other directory holds the scores of a layer. */
    private boolean isDone(int layer) {
        if (!to.holds(layer)) {
            return false;
        }
        if (layer >= lowest && to.has(FileKind.SCORES, layer)) {
            throw new InvalidRequestException(
                    to.path() + " holds layer " + layer + " packed; compress into an empty directory");
        }
        to.header(to.manifest().scoresKind(layer), layer); // refuses a file that is missing
        if (!to.scoresDigest(layer)
                .equals(from.manifest().entry(FileKind.SCORES, layer).digest())) {
            throw new CheckFailedException(to.path() + " holds layer " + layer + " with other scores than "
                    + from.source().where("") + "; compress into an empty directory");
        }
        return true;
    }

    /** A packed layer that is open, and the training of its model. */
    private final class Task implements AutoCloseable {
        final LayerCompression compression;
        private final LayerFiles files;
        private final CompletableFuture<byte[]> training;

        Task(int layer) throws IOException {
            FileReport.check(from, game, FileKind.SCORES, layer, new WorkerPool(threads, listener));
            files = new LayerFiles(from, game, false);
            compression = LayerCompression.of(files, layer);
            training = CompletableFuture.supplyAsync(
                    () -> compression.train(this::isStopped),
                    run -> Thread.ofPlatform().name("granary-training").start(run));
        }

        private boolean isStopped() {
            listener.check();
            return stopped;
        }

        /** Waits for the model. */
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

        /** Stops the training if nobody waited for it, because it reads the file that this closes. */
        @Override
        public void close() {
            stopped |= !training.isDone();
            training.exceptionally(e -> null).join(); // whoever needed the model has the exception
            files.close();
        }
    }
}
