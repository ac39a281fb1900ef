package granary.builder.verify;

import granary.builder.FirstFound;
import granary.builder.store.LayerFiles;
import java.util.function.LongConsumer;

/** Checks any game position by position, in the order of the file. */
final class ExhaustiveTasks implements LayerTasks {
    private static final long LENGTH = 1 << 14;

    private final LayerFiles files;
    private final int layer;
    private final long size;

    ExhaustiveTasks(LayerFiles files, int layer) {
        this.files = files;
        this.layer = layer;
        this.size = files.game().size(layer);
    }

    @Override
    public long count() {
        return (size + LENGTH - 1) / LENGTH;
    }

    @Override
    public long positions(long task) {
        return Math.min(LENGTH, size - task * LENGTH);
    }

    @Override
    public LongConsumer check(FirstFound<String> errors) {
        PositionCheck check = new PositionCheck(files, layer, errors);
        return task -> {
            long from = task * LENGTH;
            check.check(from, from + positions(task));
        };
    }
}
