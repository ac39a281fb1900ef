package granary.builder.seal;

import granary.awari.Awari;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.build.BuildListener;
import granary.builder.build.LayerSealer;
import granary.builder.seal.SealingPlace.OpenLayer;
import granary.builder.seal.training.Training;
import granary.builder.store.DatabaseDirectory;
import granary.database.Database;
import granary.format.Manifest;
import granary.format.SealedHeader;
import granary.format.StoringRule;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Seals packed layers. One that would not become smaller, because the model is longer than the scores, stays packed. While the
 * blocks of a layer are encoded, the models of the next layers are trained, each by one thread.
 */
public final class Sealing {
    /** Layers are sealed that take so many bytes less then. Tests seal small ones, too, whose model is longer than their scores. */
    static long leastGain = 1;

    private final SealingPlace place;
    private final Awari game;
    private final int threads;
    private final BuildListener listener;
    private volatile boolean stopped;

    Sealing(SealingPlace place, Awari game, int threads, BuildListener listener) {
        this.place = place;
        this.game = game;
        this.threads = threads;
        this.listener = listener;
    }

    /**
     * Prepares the sealing of a database into another directory.
     *
     * @param from holds packed layers, from 0 on
     * @param to the sealed database, which may hold layers that were sealed before
     * @param rule which positions are stored
     * @param threads threads that encode
     * @param listener is told of the progress, and may stop the work
     * @throws InvalidRequestException when the game is not awari
     */
    public static Sealing copy(
            Database from, DatabaseDirectory to, StoringRule rule, int threads, BuildListener listener) {
        Awari game = awari(from.game());
        return new Sealing(new SealedCopy(from, to, rule, threads, listener), game, threads, listener);
    }

    /**
     * Returns what seals the layers of a build in its own directory.
     *
     * @param directory the database that is built
     * @param rule which positions are stored
     * @param threads threads that encode
     * @param listener is told of the phases, and may stop the work
     * @throws InvalidRequestException when the game is not awari, or layers are there that were sealed by another rule
     */
    public static LayerSealer inPlace(
            DatabaseDirectory directory, StoringRule rule, int threads, BuildListener listener) {
        return new SealedInPlace(directory, awari(directory.game()), rule, threads, listener);
    }

    private static Awari awari(Game game) {
        if (SealedTable.isPossible(game)) {
            return (Awari) game;
        }
        throw new InvalidRequestException("only awari can be sealed, with at most 6 pits a side, not " + game.identity()
                + ": the model knows these boards alone");
    }

    /**
     * Seals layers, ascending. Those that are there are left as they are.
     *
     * @param layers the layers, without a gap
     * @return the number of layers that were added
     * @throws CheckFailedException when a layer that is there was made of another database
     * @throws IOException when the disk fails
     */
    public int run(SortedSet<Integer> layers) throws IOException {
        List<Integer> wanted = new ArrayList<>();
        for (int layer : layers) {
            if (!place.isDone(layer)) {
                wanted.add(layer);
            }
        }
        Iterator<Integer> layersToTrain = wanted.iterator();
        Deque<Task> tasks = new ArrayDeque<>();
        try {
            for (int layer : wanted) {
                long start = System.nanoTime();
                long positions = game.size(layer);
                listener.layerBegins(layer, positions, positions);
                begin(layersToTrain, tasks);
                try (Task task = tasks.remove()) {
                    listener.phase("train");
                    byte[] model = task.model();
                    begin(layersToTrain, tasks);
                    listener.phase("seal");
                    seal(task.packed, model);
                }
                place.end(layer);
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

    /** The training of a layer's model. */
    private final class Task implements AutoCloseable {
        final OpenLayer packed;
        private final FutureTask<byte[]> training;

        Task(int layer) throws IOException {
            packed = place.open(layer);
            boolean maySeal = layer > 0
                    && game.size(layer) <= SealedHeader.MAX_POSITIONS
                    && LayerSealing.fixedLength(game, layer) + leastGain <= packed.packedBytes();
            training = new FutureTask<>(() -> !maySeal
                    ? null
                    : packed.sealing().train(() -> {
                        listener.check();
                        return stopped;
                    }));
            Thread.ofPlatform().name("granary-training").start(training);
        }

        /** Waits for the model; returns null when the layer stays packed. */
        byte[] model() throws IOException {
            try {
                return training.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                throw new IllegalStateException(e.getCause());
            }
        }

        /** Stops the training if nobody waited for it, because it reads the file that this closes. */
        @Override
        public void close() {
            stopped |= !training.isDone();
            try {
                training.get();
            } catch (ExecutionException e) {
                // Whoever needed the model has the exception.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            packed.close();
        }
    }

    private void seal(OpenLayer packed, byte[] model) throws IOException {
        LayerSealing sealing = packed.sealing();
        if (model != null) {
            try (SealedWriter writer = sealing.writer(place.path(sealing.layer()), model)) {
                Manifest.Entry entry = sealing.write(writer, model, threads, listener);
                if (entry.length() + leastGain <= packed.packedBytes()) {
                    place.publish(packed, entry);
                    return;
                }
            }
        }
        place.keep(packed);
    }
}
