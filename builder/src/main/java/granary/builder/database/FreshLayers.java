package granary.builder.database;

import granary.builder.CheckFailedException;
import granary.builder.memory.MemoryProvider;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.builder.verify.Verification;
import granary.builder.verify.Verification.Finding;
import granary.error.DatabaseException;
import granary.error.ReadFaultException;
import granary.format.FileKind;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Verifies the layers of a build right after they are published, while their files are still in the system's cache. A note in the
 * directory names each layer that is not verified yet, so that the next build verifies what a killed build left.
 */
public final class FreshLayers {
    private final DatabaseDirectory directory;
    private final MemoryProvider memory;
    private final int threads;
    private final BuildListener listener;
    private final SortedSet<Integer> layers = new TreeSet<>();
    private Verification last;
    private int proved = -1;

    /** Makes the verification of a build, whose work on wrong layers and above is removed from the memory, too. */
    FreshLayers(DatabaseDirectory directory, MemoryProvider memory, int threads, BuildListener listener) {
        this.directory = directory;
        this.memory = memory;
        this.threads = threads;
        this.listener = listener;
    }

    /**
     * Verifies the layers that killed builds published and did not verify, after the bytes of those below: damage there would make the
     * layer seem wrong.
     *
     * @throws CheckFailedException when one is wrong
     * @throws DatabaseException when a layer below is damaged
     * @throws IOException when a file cannot be mapped
     */
    void verifyLeft() throws IOException {
        for (int layer : directory.unverified()) {
            long start = System.nanoTime();
            long positions = directory.game().size(layer);
            listener.layerBegins(layer, positions, Verification.STEPS * positions);
            DatabaseBuild.checkLayersTo(layer - 1, directory, threads, listener);
            verify(layer);
            listener.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
        }
    }

    /**
     * Verifies a layer. A wrong one is removed from the manifest, so that the next build makes it anew.
     *
     * @throws CheckFailedException when the layer is wrong
     * @throws DatabaseException when another file is damaged, or one cannot be read: the layer stays, and is still to be verified
     * @throws IOException when a file cannot be mapped
     */
    void verify(int layer) throws IOException {
        try (LayerFiles files = directory.layers()) {
            last = last == null ? new Verification(files, threads, listener) : last.of(files);
            Finding finding = last.verify(layer);
            if (finding == Finding.PROVED && (layers.isEmpty() || proved == layer - 1)) {
                proved = layer;
            }
            layers.add(layer);
            directory.endVerification(layer);
        } catch (DatabaseException | CheckFailedException e) {
            if (e instanceof DatabaseException unreadable && !isDamageTo(layer, unreadable)) {
                throw e;
            }
            directory.unlistFrom(layer);
            DatabaseBuild.removeWork(directory, memory, number -> number >= layer);
            directory.save();
            directory.empty(FileKind.SCORES, layer); // a repair would list a whole file again
            directory.endVerification(layer);
            throw new CheckFailedException(e.getMessage() + "; the next build makes layer " + layer + " anew", e);
        }
    }

    private boolean isDamageTo(int layer, DatabaseException e) {
        return !(e instanceof ReadFaultException)
                && Stream.of(FileKind.values())
                        .anyMatch(kind -> directory.path(kind, layer).equals(e.path()));
    }

    /** Gives back the heap of what the verification has prepared: the layer that is built next needs it. */
    void forget() {
        last = null;
    }

    /** Returns the layers that were verified. */
    public SortedSet<Integer> layers() {
        return Collections.unmodifiableSortedSet(layers);
    }

    /** Returns the layer up to which all verified layers are proved; less than the first verified layer when none is. */
    public int proved() {
        return proved;
    }
}
