package granary.builder.database;

import granary.builder.TaskRun;
import java.time.Duration;
import java.util.List;

/**
 * Passes every notification on to several listeners, in order.
 *
 * @param all the listeners
 */
public record Listeners(List<BuildListener> all) implements BuildListener {
    /** Takes a copy of the list. */
    public Listeners {
        all = List.copyOf(all);
    }

    @Override
    public void layerBegins(int layer, long positions, long steps) {
        all.forEach(listener -> listener.layerBegins(layer, positions, steps));
    }

    @Override
    public void layerEnds(int layer, long positions, Duration time) {
        all.forEach(listener -> listener.layerEnds(layer, positions, time));
    }

    @Override
    public void phase(String name) {
        all.forEach(listener -> listener.phase(name));
    }

    @Override
    public void moved(long read, long written, long held) {
        all.forEach(listener -> listener.moved(read, written, held));
    }

    @Override
    public void sweep(int sweep, long changed) {
        all.forEach(listener -> listener.sweep(sweep, changed));
    }

    @Override
    public void advance(long steps) {
        all.forEach(listener -> listener.advance(steps));
    }

    @Override
    public void ran(TaskRun run) {
        all.forEach(listener -> listener.ran(run));
    }

    @Override
    public void check() {
        all.forEach(BuildListener::check);
    }
}
