package granary.builder.verify;

import granary.builder.FirstFound;

/**
 * Divides the check of a layer's positions into tasks that do not depend on one another. Any thread, and any process that has
 * the same files, may check any task in any order; together the tasks are the whole layer.
 * {@link Verification#tasks} makes them.
 */
public interface LayerTasks {
    /** Checks tasks one after another. Each thread has its own instance. */
    @FunctionalInterface
    interface Check {
        /**
         * Checks a task: some hundredths of a second of work, mostly.
         *
         * @param task 0 .. {@link LayerTasks#count} - 1
         * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
         */
        void check(long task);
    }

    /** Returns the number of tasks; the same in every process for the same database. */
    long count();

    /** Returns the number of positions in a task. */
    long positions(long task);

    /**
     * Returns a check for the use of one thread.
     *
     * @param errors where errors go; threads may share it
     */
    Check check(FirstFound<String> errors);
}
