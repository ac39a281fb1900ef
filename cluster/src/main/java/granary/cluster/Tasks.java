package granary.cluster;

import granary.builder.InvalidRequestException;
import granary.builder.store.LayerFiles;
import granary.database.Listing;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Hands out tasks to Spark's executors. Spark may run a task several times, even at the same time, so a task must have no effect
 * but its result and new files.
 */
public final class Tasks implements AutoCloseable {
    /** Several tasks for each slot, so that all slots end at about the same time. */
    private static final int TASKS_PER_SLOT = 4;

    private final JavaSparkContext spark;

    /**
     * Checks that Spark knows where to run, before an application is started.
     *
     * @throws InvalidRequestException when no master is set
     */
    public static void requireMaster() {
        if (!new SparkConf().contains("spark.master")) {
            throw new InvalidRequestException("no Spark master: run spark-submit --class"
                    + " granary.cluster.command.ClusterCommand --master URL granary-spark.jar cluster ...");
        }
    }

    /** Starts the Spark application that runs a command; closing ends it. */
    public Tasks(String command) {
        this(new JavaSparkContext(new SparkConf().setAppName("granary " + command)));
    }

    /** Uses a running Spark application. */
    public Tasks(JavaSparkContext spark) {
        this.spark = spark;
    }

    /** A task. */
    @FunctionalInterface
    public interface Task<T, R> extends Serializable {
        /** Returns the result for one input. */
        R run(T input) throws IOException;
    }

    /** Returns the directory of a database in a form that can be sent to tasks. It has to be mounted at this path on all nodes. */
    public static String directory(Listing listing) {
        return LayerFiles.directory(listing.source())
                .directory()
                .toAbsolutePath()
                .toString();
    }

    /** Returns the number of tasks that run at a time, as far as Spark knows it. */
    public int slots() {
        return Math.max(1, spark.defaultParallelism());
    }

    /** Returns into how many tasks to divide work that at most so many tasks can share. */
    public int count(long most) {
        return (int) Math.clamp(most, 1, (long) TASKS_PER_SLOT * slots());
    }

    /**
     * Runs a task for each input, and returns the results in the order of the inputs.
     *
     * @param description what the tasks do, for people; Spark's pages show it
     * @throws IOException when a task has failed repeatedly, with Spark's message
     */
    public <T extends Serializable, R> List<R> run(String description, List<T> inputs, Task<T, R> task)
            throws IOException {
        if (inputs.isEmpty()) {
            return List.of();
        }
        spark.setJobDescription(description);
        spark.setCallSite(description);
        try {
            return spark.parallelize(inputs, inputs.size())
                    .map(input -> run(task, input))
                    .collect();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            // Spark throws checked exceptions that it does not declare.
            throw new IOException(message(e), e);
        } finally {
            spark.clearCallSite();
            spark.setJobDescription(null);
        }
    }

    /** An error of the virtual machine, as that of a page that cannot be read is one, would end the executor, also as a cause. */
    static <T, R> R run(Task<T, R> task, T input) throws IOException {
        try {
            return task.run(input);
        } catch (InternalError e) {
            throw new IOException("a page of a mapped file could not be read or written: " + e.getMessage());
        }
    }

    /** Returns Spark's message without its stack traces. */
    private static String message(Exception e) {
        String message = String.valueOf(e.getMessage());
        int trace = message.indexOf("\n\tat ");
        return trace < 0 ? message : message.substring(0, trace);
    }

    @Override
    public void close() {
        spark.close();
    }
}
