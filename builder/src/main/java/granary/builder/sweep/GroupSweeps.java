package granary.builder.sweep;

import granary.builder.memory.FileWindow;
import granary.builder.sweep.kernel.TileKernels;
import granary.builder.sweep.table.Tiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Sweeps over some {@link LayerPart parts} of a layer by all threads, which notes the pages that they change. */
final class GroupSweeps {
    /** Tiles of either block of a pair in one task: about a millisecond of work. */
    private static final int TILES = 128;

    private final SweepLayer layer;
    private final FileWindow window;
    private final TileKernels[] kernels;
    private final BitSet[] pages;

    private record Task(LayerPart part, int fromMore, int toMore) {}

    GroupSweeps(SweepLayer layer, FileWindow window) {
        this.layer = layer;
        this.window = window;
        int threads = layer.pool.threads();
        kernels = new TileKernels[threads];
        pages = new BitSet[threads];
        for (int i = 0; i < threads; i++) {
            kernels[i] = layer.kernels.make();
            pages[i] = new BitSet();
        }
    }

    /**
     * Evaluates every position of some parts once.
     *
     * @return how many have changed
     */
    long sweep(List<LayerPart> parts) {
        List<Task> tasks = new ArrayList<>();
        for (LayerPart part : parts) {
            int together = Math.max(1, TILES / (part.toTile() - part.fromTile()));
            for (int to = Tiles.count(layer.shape.sides(part.more())); to > 0; to -= together) {
                tasks.add(new Task(part, Math.max(0, to - together), to));
            }
        }
        long[] changed = new long[tasks.size()];
        layer.pool.run(changed.length, (worker, number) -> {
            Task task = tasks.get((int) number);
            changed[(int) number] = new PartSweeps(
                            layer.blocks,
                            task.part,
                            layer.values,
                            layer.conversions,
                            kernels[worker],
                            (place, bytes) -> window.addPages(pages[worker], place, bytes))
                    .sweep(task.fromMore, task.toMore);
        });
        return Arrays.stream(changed).sum();
    }

    /** Returns the pages that have changed since this was asked last. */
    BitSet changed() {
        BitSet all = new BitSet();
        for (BitSet each : pages) {
            all.or(each);
            each.clear();
        }
        return all;
    }
}
