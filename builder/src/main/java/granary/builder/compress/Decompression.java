package granary.builder.compress;

import granary.awari.Awari;
import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.database.Resources;
import granary.builder.file.Disk;
import granary.builder.file.NativeMemory;
import granary.builder.file.ReservedFile;
import granary.builder.memory.MainMemory;
import granary.builder.memory.ProcessMemory;
import granary.builder.resource.ResourceModel;
import granary.builder.resource.ResourceNeeds;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.FileReport;
import granary.builder.store.LayerCopy;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.table.TableBytes;
import granary.compressed.CompressedTable;
import granary.database.Database;
import granary.database.LayerFile;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** Makes a packed database of a compressed one, byte for byte the one that was compressed. */
public final class Decompression {
    /** Returns the bytes of main memory that a layer's scores may take. Tests have layers that do not fit. */
    static LongSupplier memory = MainMemory::available;

    private final Database from;
    private final DatabaseDirectory to;
    private final int threads;
    private final Monitor listener;
    private final LayerCopy copy;
    /** Null until a layer is compressed. */
    private SideMoves sides;

    /**
     * Prepares the work.
     *
     * @param from holds all layers from 0 on, packed or compressed
     * @param to the packed database, which may hold layers that were decompressed before
     * @param threads the number of threads
     * @param listener notified of progress; may stop the work
     */
    public Decompression(Database from, DatabaseDirectory to, int threads, Monitor listener) {
        this.from = from;
        this.to = to;
        this.threads = threads;
        this.listener = listener;
        this.copy = new LayerCopy(from.listing(), to, threads, listener);
    }

    /** Returns the bytes of heap that the tables of a layer take; 0 for games that are not compressed. */
    public static long tableBytes(Game game, int layer) {
        return CompressedTable.isPossible(game) ? new TableBytes((Awari) game, layer).decompression() : 0;
    }

    /** Returns the resources for decompressing some layers. */
    private static ResourceNeeds needs(Game game, Collection<Integer> layers, int threads) {
        return layers.stream()
                .map(layer -> new ResourceModel(game, threads).decompression(layer, tableBytes(game, layer)))
                .reduce(ResourceNeeds.NONE, ResourceNeeds::then);
    }

    /**
     * Checks, before hours of work, that all layers exist from which compressed ones are worked out, and that missing layers have room:
     * heap, mappings and disk, with the file of the scores if main memory does not hold them.
     *
     * @return the number of threads whose work the heap holds
     * @throws granary.error.MissingLayerException when a layer below is missing
     * @throws InvalidRequestException when the packed database holds a layer compressed
     * @throws CheckFailedException when there is no room
     * @throws IOException when the free space cannot be determined
     */
    public static int require(Database from, SortedSet<Integer> layers, DatabaseDirectory to, int most)
            throws IOException {
        for (int layer : layers) {
            if (to.has(FileKind.COMPRESSED, layer)) {
                throw new InvalidRequestException(
                        to.path() + " holds layer " + layer + " compressed; decompress into an empty directory");
            }
            if (from.table(layer) instanceof CompressedTable) {
                for (int lower = ResourceModel.lowestRead(from.game(), layer); lower < layer; lower++) {
                    from.table(lower); // throws when it is missing
                }
            }
        }
        List<Integer> missing =
                layers.stream().filter(layer -> !to.has(FileKind.SCORES, layer)).toList();
        IntFunction<ResourceNeeds> needs = threads -> needs(to.game(), missing, threads);
        int threads = Resources.threadsWithin(most, needs);
        long optional = new LayerCopy(from.listing(), to, 1, Monitor.SILENT).missingBytes(FileKind.OPTIONAL, layers);
        Resources.require(
                "decompressing",
                needs.apply(threads),
                (double) needs.apply(threads).disk() + optional,
                to.path());
        return threads;
    }

    /**
     * Decompresses layers, ascending, and copies their optional files. Existing files are checked, and left as they are.
     *
     * @param layers the layers, from 0 on without a gap
     * @return the number of layers that were added
     * @throws CheckFailedException when a layer has another digest than the one that was compressed
     * @throws granary.error.DatabaseException when an existing file is damaged
     * @throws IOException when the disk fails
     */
    public int run(SortedSet<Integer> layers) throws IOException {
        int added = 0;
        WorkerPool pool = new WorkerPool(threads, listener);
        for (int layer : layers) {
            long start = System.nanoTime();
            long positions = from.game().size(layer);
            boolean isMissing = !to.has(FileKind.SCORES, layer);
            long optional = copy.missingBytes(FileKind.OPTIONAL, List.of(layer));
            if (isMissing) {
                listener.layerBegins(layer, positions, steps(layer) + optional);
                add(layer, pool);
                added++;
            } else {
                checkFile(FileKind.SCORES, layer, pool); // the layers above are worked out of it
                check(layer, to.entry(FileKind.SCORES, layer));
            }
            for (FileKind kind : FileKind.OPTIONAL) {
                if (to.has(kind, layer)) {
                    checkFile(kind, layer, pool);
                }
            }
            if (optional > 0) {
                if (!isMissing) {
                    listener.layerBegins(layer, positions, optional);
                }
                listener.phase("copy");
                copy.copyOptional(layer);
            }
            if (isMissing || optional > 0) {
                listener.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
            }
        }
        to.awaitPublication();
        return added;
    }

    /** Returns the steps that adding a layer reports: a packed file is copied byte by byte. */
    private long steps(int layer) {
        return from.table(layer) instanceof CompressedTable compressed
                ? LayerDecompression.STEPS * compressed.positions()
                : from.listing().manifest().entry(FileKind.SCORES, layer).length();
    }

    private void add(int layer, WorkerPool pool) throws IOException {
        if (from.table(layer) instanceof CompressedTable) {
            listener.phase("decompress");
            // A table of its own, because its model and networks go with it.
            try (LayerFile file = LayerFile.open(from.listing(), from.game(), FileKind.COMPRESSED, layer);
                    LayerWriter writer = to.begin(layer)) {
                decompress(file.compressedTable(true, lower -> null), writer, pool);
                check(layer, writer.complete());
                to.publish(writer);
            }
        } else {
            listener.phase("copy");
            copy.copy(FileKind.SCORES, layer);
        }
    }

    private void decompress(CompressedTable compressed, LayerWriter writer, WorkerPool pool) throws IOException {
        long bytes = compressed.positions();
        Path scratch = Disk.temporary(to.path().resolve(DatabaseDirectory.DECOMPRESSED));
        boolean fits = bytes < memory.getAsLong();
        try (Arena arena = Arena.ofShared();
                ReservedFile file = fits ? null : ReservedFile.create(scratch, bytes);
                LayerFiles lower = to.layers()) {
            MemorySegment memory = fits ? ProcessMemory.allocate(bytes, arena) : file.segment();
            Awari awari = (Awari) from.game();
            if (!fits) {
                NativeMemory.adviseRandom(memory);
                int layer = compressed.header().layer();
                IntStream.range(ResourceModel.lowestRead(awari, layer), layer - 1)
                        .forEach(below -> lower.scores(below).readAtRandom());
            }
            if (sides == null) {
                sides = new SideMoves(awari);
            }
            new LayerDecompression(awari, sides, compressed, lower, memory, pool, listener).write(writer);
        } finally {
            Files.deleteIfExists(scratch);
        }
    }

    private void checkFile(FileKind kind, int layer, WorkerPool pool) {
        FileReport.check(to.listing(), to.game(), kind, layer, pool);
    }

    private void check(int layer, Manifest.Entry entry) {
        String expected = from.scoresDigest(layer);
        String found = entry.digest();
        if (!found.equals(expected)) {
            throw new CheckFailedException(
                    "layer " + layer + " in " + to.path() + " has the digest " + found + " and was compressed from "
                            + expected + ": the compressed file is damaged, or a layer comes from another database");
        }
    }
}
