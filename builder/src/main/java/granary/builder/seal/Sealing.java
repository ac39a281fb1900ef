package granary.builder.seal;

import granary.awari.Awari;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.database.BuildListener;
import granary.builder.database.LayerSealer;
import granary.builder.seal.training.Training;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.FileReport;
import granary.builder.store.LayerCopy;
import granary.builder.store.LayerFiles;
import granary.database.DatabaseFiles;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.format.SealedHeader;
import granary.format.StoringRule;
import granary.game.Game;
import granary.sealed.BlockWalk;
import granary.sealed.SealedTable;
import granary.storage.Access;
import granary.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Seals packed layers into another directory, or in their own. One that would not become smaller, because the model is longer than the
 * scores, stays packed. While the blocks of a layer are encoded, the models of the next layers are trained, each by one thread.
 *
 * <p>In its own directory a layer is sealed, compared with the packed one, and then this is dropped. Until then the manifest lists
 * both, and whoever reads the database takes the packed one. One thread uses a sealing.
 */
public final class Sealing implements LayerSealer {
    /** Layers are sealed that take this many bytes less then. Tests seal small ones, too, whose model is longer than their scores. */
    static long leastGain = 1;

    /** The positions of a task of comparison, in whole blocks: a few milliseconds. */
    private static final int CHUNK = 64 * BlockWalk.BLOCK;

    /** One block in so many is compared by the arithmetic of readers, the others by vectors. */
    private static final int PLAIN_EVERY = 16;

    /** Null when layers are sealed in their own directory. */
    private final Listing source;

    private final DatabaseDirectory to;
    private final Awari game;
    private final StoringRule rule;
    private final int threads;
    private final BuildListener listener;
    private volatile boolean stopped;

    private Sealing(Listing source, DatabaseDirectory to, StoringRule rule, int threads, BuildListener listener) {
        this.source = source;
        this.to = to;
        this.game = awari(to.game());
        this.rule = rule;
        this.threads = threads;
        this.listener = listener;
        for (int layer : to.manifest().files(FileKind.SEALED).keySet()) {
            if (!to.has(FileKind.SCORES, layer)) {
                StoringRule found = ((SealedHeader) to.header(FileKind.SEALED, layer)).rule();
                if (found != rule) {
                    throw new InvalidRequestException(to.path() + " holds layers sealed by the rule " + found
                            + "; seal by that rule, or into another directory");
                }
            }
        }
    }

    /**
     * Prepares the sealing of a database into another directory.
     *
     * @param from holds packed layers
     * @param to the sealed database, which may hold layers that were sealed before
     * @param rule which positions are stored
     * @param threads threads that encode
     * @param listener is told of the progress, and may stop the work
     * @throws InvalidRequestException when the game is not awari, or layers are there that were sealed by another rule
     */
    public static Sealing copy(
            Listing from, DatabaseDirectory to, StoringRule rule, int threads, BuildListener listener) {
        return new Sealing(from, to, rule, threads, listener);
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
        return new Sealing(null, directory, rule, threads, listener);
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

    @Override
    public StoringRule rule() {
        return rule;
    }

    @Override
    public void seal(int from, int to) throws IOException {
        SortedSet<Integer> layers = IntStream.range(from, to).boxed().collect(Collectors.toCollection(TreeSet::new));
        listener.otherWorkBegins("sealing", layers);
        try {
            run(layers);
        } finally {
            listener.otherWorkEnds();
        }
    }

    /**
     * Seals layers, ascending. Those that are there are left as they are.
     *
     * @param layers the layers, without a gap
     * @return the number of layers that were added
     * @throws CheckFailedException when a layer that is there was made of another database, or a sealed file gives other scores than
     *     the packed one, which stays
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
                    listener.layerBegins(layer, positions, steps(positions, task, model));
                    listener.phase("seal");
                    if (task.seal(model) && source == null) {
                        listener.phase("compare");
                        compare(layer, task.sealing.scores());
                    }
                }
                end(layer);
                listener.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
            }
            return wanted.size();
        } finally {
            tasks.forEach(Task::close);
        }
    }

    /** Returns the steps that a layer reports: a packed file is copied byte by byte, and what is sealed in place is compared. */
    private long steps(long positions, Task task, byte[] model) {
        if (model == null) {
            return source == null ? 0 : task.packedBytes;
        }
        return source == null ? 2 * positions : positions;
    }

    /** Lets as many models be trained as there may be at a time. */
    private void begin(Iterator<Integer> layers, Deque<Task> tasks) throws IOException {
        while (layers.hasNext() && tasks.size() < Training.atATime(threads)) {
            tasks.add(new Task(layers.next()));
        }
    }

    /** Returns whether nothing is to be done for a layer. One that is listed packed and sealed in place was not compared yet. */
    private boolean isDone(int layer) {
        if (source == null) {
            return !to.has(FileKind.SCORES, layer);
        }
        if (!to.holds(layer)) {
            return false;
        }
        to.header(to.manifest().scoresKind(layer), layer); // refuses a file that is missing
        if (!to.scoresDigest(layer).equals(entry(layer).digest())) {
            throw new CheckFailedException(to.path() + " holds layer " + layer + " of another build than "
                    + source.directories().getFirst() + "; seal into another directory");
        }
        return true;
    }

    private Manifest.Entry entry(int layer) {
        return source == null
                ? to.entry(FileKind.SCORES, layer)
                : source.manifest().entry(FileKind.SCORES, layer);
    }

    private WorkerPool pool() {
        return new WorkerPool(threads, listener);
    }

    /** What is done when the packed file of a layer is closed: in place it goes, otherwise it may have to come. */
    private void end(int layer) throws IOException {
        if (source == null) {
            if (to.has(FileKind.SEALED, layer)) {
                to.drop(FileKind.SCORES, layer);
            }
            return;
        }
        if (!to.has(FileKind.SEALED, layer)) {
            new LayerCopy(source, to, threads, listener).copy(FileKind.SCORES, layer);
        }
        // The statistics belong to the digest of the packed scores.
        String name = DatabaseDirectory.statisticsName(layer);
        for (Path directory :
                source.directories()) { // of layers that were unsealed, they are where the sealed ones are
            Path counted = directory.resolve(name);
            if (Files.exists(counted)) {
                to.disk().publish(to.path().resolve(name), Files.readAllBytes(counted));
            }
        }
    }

    /** A packed layer that is open, and the training of its model. */
    private final class Task implements AutoCloseable {
        final LayerSealing sealing;
        private final LayerFiles files;
        private final long packedBytes;
        private final CompletableFuture<byte[]> training;

        Task(int layer) throws IOException {
            if (source == null) {
                to.check(layer, pool());
            } else {
                for (DatabaseException damage : FileReport.damages(source, game, FileKind.SCORES, layer, pool())) {
                    throw damage;
                }
            }
            files = source == null ? to.layers() : new LayerFiles(source, game, false);
            packedBytes = entry(layer).length();
            sealing = LayerSealing.of(files, layer, rule);
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

        /** Publishes the sealed file if it is shorter than the packed one. Returns whether it is. */
        boolean seal(byte[] model) throws IOException {
            return model != null
                    && sealing.publish(
                            to, model, threads, listener, entry -> entry.length() + leastGain <= packedBytes);
        }

        /** Stops the training if nobody waited for it, because it reads the file that this closes. */
        @Override
        public void close() {
            stopped |= !training.isDone();
            training.exceptionally(e -> null).join(); // whoever needed the model has the exception
            files.close();
        }
    }

    /**
     * Reads the sealed file, and compares every stored score with the packed one. All blocks go through the decoder of readers. What it
     * takes from the network, sums of integers that wrap, is the same in any order of additions: so vectors stand for the arithmetic of
     * readers, which itself decodes one block in {@value #PLAIN_EVERY}, all over the file.
     */
    void compare(int layer, LayerTable packed) {
        to.check(FileKind.SEALED, layer, pool());
        Path path = to.path(FileKind.SEALED, layer);
        try (Storage storage = DatabaseFiles.open(path, Access.MAPPED)) {
            SealedHeader header = (SealedHeader) to.header(FileKind.SEALED, layer);
            SealedTable plain = new SealedTable(path, storage, header, game, true, lower -> null);
            SealedTable vectors = plain.another();
            vectors.use(Networks::of);
            int none = 2 * layer + 1;
            pool().forRange(plain.positions(), CHUNK, (from, end) -> {
                byte[] values = new byte[BlockWalk.BLOCK];
                int[] scores = new int[BlockWalk.BLOCK];
                for (long first = from; first < end; first += BlockWalk.BLOCK) {
                    long block = first / BlockWalk.BLOCK;
                    int count = (block % PLAIN_EVERY == 0 ? plain : vectors).decode(block, values);
                    packed.values(first, count, scores, 0);
                    for (int i = 0; i < count; i++) {
                        if (values[i] != none && values[i] - layer != scores[i]) {
                            throw new CheckFailedException(path + " gives another score at offset " + (first + i)
                                    + " than the packed layer, which stays; the same command seals it again");
                        }
                    }
                }
                vectors.forget(); // its arrays are large, and threads live on
                listener.advance(end - from);
            });
        }
    }

    /**
     * Seals a layer again so that its file has the digest that is listed, under each rule, as a damaged header may not tell which it
     * was.
     *
     * @param from another copy of the database
     * @param to the database that lists the sealed file
     * @param monitor may stop the work
     * @return whether the copy has the layer packed, and its sealed file is the listed one
     * @throws IOException when the disk fails
     */
    public static boolean restore(Listing from, DatabaseDirectory to, int layer, int threads, Monitor monitor)
            throws IOException {
        if (!from.has(FileKind.SCORES, layer)) {
            return false;
        }
        Manifest.Entry listed = to.entry(FileKind.SEALED, layer);
        try (LayerFiles files = new LayerFiles(from, to.game())) {
            for (StoringRule rule : StoringRule.values()) {
                LayerSealing sealing = LayerSealing.of(files, layer, rule);
                byte[] model = sealing.train(() -> {
                    monitor.check();
                    return false;
                });
                if (sealing.publish(to, model, threads, monitor, listed::equals)) {
                    return true;
                }
            }
        }
        return false;
    }
}
