package granary.builder.verify;

import granary.builder.FirstFound;
import java.util.function.LongConsumer;

/**
 * Divides the check of a layer's positions into tasks that do not depend on one another. Any thread, and any process that has
 * the same files, may check any task in any order; together the tasks are the whole layer.
 * {@link Verification#tasks} makes them.
 */
public interface LayerTasks {
    /** Returns the number of tasks; the same in every process for the same database. */
    long count();

    /** Returns the number of positions in a task. */
    long positions(long task);

    /**
     * Returns a check of the tasks 0 .. {@link #count} - 1 for the use of one thread. A task is mostly some hundredths of a second of work,
     * and throws {@link granary.error.ReadFaultException} if the operating system fails to deliver the bytes.
     *
     * @param errors receives the errors; threads may share it
     */
    LongConsumer check(FirstFound<String> errors);
}
