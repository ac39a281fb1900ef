package granary.builder.seal;

import granary.awari.Awari;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.WorkerPool;
import granary.builder.build.BuildListener;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerWriter;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.format.SealedHeader;
import granary.format.StoringRule;
import granary.storage.Access;
import granary.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Makes a sealed database of a packed one. A layer that would not become smaller, because the model is longer than the scores, is
 * copied as it is. While the blocks of a layer are encoded, one more thread trains the model of the next.
 */
public final class Sealing {
    private final Database from;
    private final Awari game;
    private final DatabaseDirectory to;
    private final StoringRule rule;
    private final int threads;
    private final BuildListener listener;
    private volatile boolean stopped;

    /**
     * Prepares the work.
     *
     * @param from holds packed layers, from 0 on
     * @param to the sealed database, which may hold layers that were sealed before
     * @param rule which positions are stored
     * @param threads threads that encode
     * @param listener is told of the progress, and may stop the work
     * @throws InvalidRequestException when the game is not awari
     */
    public Sealing(Database from, DatabaseDirectory to, StoringRule rule, int threads, BuildListener listener) {
        if (!(from.game() instanceof Awari awari)) {
            throw new InvalidRequestException(
                    "only awari can be sealed, not " + from.game().type().id() + ": the model knows its boards alone");
        }
        this.from = from;
        this.game = awari;
        this.to = to;
        this.rule = rule;
        this.threads = threads;
        this.listener = listener;
    }

    /**
     * Seals layers, ascending. Those that are there are left as they are.
     *
     * @param layers the layers, from 0 on without a gap
     * @return the number of layers that were added
     * @throws CheckFailedException when a layer that is there was made of another database
     * @throws IOException when the disk fails
     */
    public int run(SortedSet<Integer> layers) throws IOException {
        List<Integer> wanted = new ArrayList<>();
        for (int layer : layers) {
            if (!isThere(layer)) {
                wanted.add(layer);
            }
        }
        FutureTask<byte[]> training = null;
        try {
            for (int i = 0; i < wanted.size(); i++) {
                int layer = wanted.get(i);
                long start = System.nanoTime();
                long positions = game.size(layer);
                listener.layerBegins(layer, positions, positions);
                if (!maySeal(layer)) {
                    copy(layer);
                } else {
                    listener.phase("train");
                    byte[] model = (training == null ? train(layer) : training).get();
                    training = i + 1 < wanted.size() ? train(wanted.get(i + 1)) : null;
                    listener.phase("seal");
                    seal(layer, model);
                }
                copyStatistics(layer);
                listener.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
            }
            return wanted.size();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            stopped = true;
            if (training != null) {
                await(training);
            }
        }
    }

    /** Waits for a training that was told to stop: it reads files that the caller may close. */
    private static void await(FutureTask<byte[]> training) {
        try {
            training.get();
        } catch (ExecutionException e) {
            // Nobody needs this model any more.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private FutureTask<byte[]> train(int layer) {
        FutureTask<byte[]> task =
                new FutureTask<>(() -> LayerSealing.of(from, layer, rule).train(() -> {
                    listener.check();
                    return stopped;
                }));
        Thread.ofPlatform().name("granary-training").start(task);
        return task;
    }

    /** Copies the statistics that were counted, if there are any: they belong to the digest of the packed scores. */
    private void copyStatistics(int layer) throws IOException {
        String name = DatabaseDirectory.statisticsName(layer);
        Path counted = from.listing().path(Quantity.SCORES, layer).resolveSibling(name);
        if (Files.exists(counted)) {
            to.disk().publish(to.path().resolve(name), Files.readAllBytes(counted));
        }
    }

    private boolean isThere(int layer) {
        Manifest manifest = to.manifest();
        String digest = from.scoresDigest(layer);
        Manifest.Entry packed = manifest.layers().get(layer);
        if (packed != null) {
            check(layer, packed.digest(), digest);
            return true;
        }
        if (!manifest.sealed().containsKey(layer)) {
            return false;
        }
        Path path = to.path().resolve(SealedHeader.fileName(layer));
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED)) {
            SealedHeader header = DatabaseFiles.readSealedHeader(path, storage, game, layer);
            check(layer, header.basis(), digest);
            if (header.rule() != rule) {
                throw new InvalidRequestException(to.path() + " holds layers sealed with --rule " + header.rule()
                        + "; seal with that rule, or into another directory");
            }
        }
        return true;
    }

    private void check(int layer, String found, String expected) {
        if (!found.equals(expected)) {
            throw new CheckFailedException(to.path() + " holds layer " + layer + " of another build than "
                    + from.directory() + "; seal into another directory");
        }
    }

    private boolean maySeal(int layer) {
        return layer > 0
                && game.size(layer) <= SealedHeader.MAX_POSITIONS
                && LayerSealing.fixedLength(game, layer)
                        < from.listing().manifest().layers().get(layer).length();
    }

    private void seal(int layer, byte[] model) throws IOException {
        LayerSealing sealing = LayerSealing.of(from, layer, rule);
        Path path = sealing.path(to.path());
        boolean isSmaller;
        try (SealedWriter writer = new SealedWriter(path, model)) {
            Manifest.Entry entry = sealing.write(writer, model, threads, listener);
            isSmaller = entry.length()
                    < from.listing().manifest().layers().get(layer).length();
            if (isSmaller) {
                to.publishSealed(layer, entry);
            }
        }
        if (!isSmaller) {
            copy(layer);
        }
    }

    /** Copies a layer's packed scores. */
    private void copy(int layer) throws IOException {
        LayerHeader header =
                DatabaseFiles.scoresHeader(game, layer, layer == 0 ? FileDigest.NONE : from.scoresDigest(layer - 1));
        try (LayerWriter writer = to.begin(header)) {
            PackedCopy.write(from.table(layer), writer, new WorkerPool(threads, listener));
            to.publish(writer);
        }
        to.settle();
        check(layer, to.manifest().layers().get(layer).digest(), from.scoresDigest(layer));
    }
}
