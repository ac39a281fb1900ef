package granary.builder.seal;

import granary.awari.Awari;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.WorkerPool;
import granary.builder.build.BuildListener;
import granary.builder.build.LayerSealer;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.builder.store.SealedCheck;
import granary.database.DatabaseFiles;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.format.FileDigest;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.format.ScoreTable;
import granary.format.SealedHeader;
import granary.format.StoringRule;
import granary.sealed.BlockWalk;
import granary.sealed.SealedTable;
import granary.storage.Access;
import granary.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The directory of a build, whose packed layers are replaced. A packed file is removed when its sealed file is listed on the disk, has
 * the digest that is listed, and gives every stored score of the packed one. Until then the manifest lists both, and whoever reads
 * the database takes the packed one. One thread uses it.
 */
final class SealedInPlace implements SealingPlace, LayerSealer {
    /** The positions of a task, in whole blocks: a few milliseconds. */
    private static final int CHUNK = 64 * BlockWalk.BLOCK;

    private final DatabaseDirectory directory;
    private final Awari game;
    private final StoringRule rule;
    private final int threads;
    private final BuildListener listener;

    SealedInPlace(DatabaseDirectory directory, Awari game, StoringRule rule, int threads, BuildListener listener) {
        this.directory = directory;
        this.game = game;
        this.rule = rule;
        this.threads = threads;
        this.listener = listener;
        for (int layer : directory.manifest().sealed().keySet()) {
            if (!directory.has(layer)) {
                SealedCopy.header(directory, layer, rule);
            }
        }
    }

    @Override
    public StoringRule rule() {
        return rule;
    }

    @Override
    public void seal(int from, int to) throws IOException {
        directory.settle();
        SortedSet<Integer> layers = IntStream.range(from, to).boxed().collect(Collectors.toCollection(TreeSet::new));
        listener.otherWorkBegins("sealing", layers);
        try {
            new Sealing(this, game, threads, listener).run(layers);
        } finally {
            listener.otherWorkEnds();
        }
    }

    /**
     * {@inheritDoc} A layer whose file a killed build has listed is done when the file is right.
     *
     * @throws DatabaseException when the packed file is damaged
     */
    @Override
    public boolean isDone(int layer) throws IOException {
        if (!directory.has(layer)) {
            return true;
        }
        if (directory.manifest().sealed().containsKey(layer)) {
            try (OpenLayer packed = open(layer)) {
                if (!replaces(packed)) {
                    return false;
                }
            }
            end(layer);
            return true;
        }
        return false;
    }

    /** Compares a sealed file that a killed build has listed; a wrong one is made again and listed in the place of this one. */
    private boolean replaces(OpenLayer packed) throws IOException {
        try {
            SealedCopy.header(directory, packed.sealing().layer(), rule);
            replace(packed);
            return true;
        } catch (DatabaseException | CheckFailedException | InvalidRequestException e) {
            return false;
        }
    }

    @Override
    public OpenLayer open(int layer) throws IOException {
        directory.check(layer, pool());
        LayerFiles files = directory.layers();
        String below = layer == 0 ? FileDigest.NONE : directory.scoresDigest(layer - 1);
        Manifest.Entry entry = directory.entry(Quantity.SCORES, layer);
        ScoreTable scores = files.scores(layer).table();
        return new OpenLayer(
                new LayerSealing(game, layer, scores, rule, entry.digest(), below), entry.length(), files::close);
    }

    private WorkerPool pool() {
        return new WorkerPool(threads, listener);
    }

    @Override
    public Path path(int layer) {
        return directory.sealedPath(layer);
    }

    @Override
    public void publish(OpenLayer packed, Manifest.Entry entry) throws IOException {
        directory.publishSealed(packed.sealing().layer(), entry);
        replace(packed);
    }

    @Override
    public void keep(OpenLayer packed) {}

    @Override
    public void end(int layer) throws IOException {
        directory.deleteReplaced();
    }

    /** Compares the sealed file with the packed one, which then is no longer listed. */
    private void replace(OpenLayer packed) throws IOException {
        int layer = packed.sealing().layer();
        listener.phase("compare");
        List<DatabaseException> damages =
                SealedCheck.damages(new Listing(directory.path(), directory.manifest()), game, layer, pool());
        if (!damages.isEmpty()) {
            throw damages.getFirst();
        }
        Path path = path(layer);
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED)) {
            SealedHeader header = DatabaseFiles.readSealedHeader(path, storage, game, layer);
            compare(
                    new SealedTable(path, storage, header, game, true, lower -> null),
                    packed.sealing().scores());
        }
        directory.unlistPacked(layer);
    }

    private void compare(SealedTable sealed, ScoreTable packed) {
        int none = 2 * sealed.header().layer() + 1;
        pool().forRange(sealed.positions(), CHUNK, (from, to) -> {
            byte[] values = new byte[BlockWalk.BLOCK];
            int[] scores = new int[BlockWalk.BLOCK];
            for (long first = from; first < to; first += BlockWalk.BLOCK) {
                int count = sealed.decode(first / BlockWalk.BLOCK, values);
                packed.scores(first, count, scores, 0);
                for (int i = 0; i < count; i++) {
                    if (values[i] != none && values[i] - sealed.header().layer() != scores[i]) {
                        throw new CheckFailedException(path(sealed.header().layer()) + " gives another score at offset "
                                + (first + i) + " than the packed layer, which stays; the same command seals it again");
                    }
                }
            }
        });
    }
}
