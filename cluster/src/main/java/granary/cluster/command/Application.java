package granary.cluster.command;

import granary.builder.InvalidRequestException;
import granary.cluster.Tasks;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** The Spark application that runs a command. */
final class Application implements AutoCloseable {
    private final JavaSparkContext spark;

    /** Starts the application. {@link #requireMaster} has checked that it can run. */
    Application(String name) {
        spark = new JavaSparkContext(new SparkConf().setAppName("granary " + name));
    }

    /**
     * Checks that Spark knows where to run.
     *
     * @throws InvalidRequestException when no master is set
     */
    static void requireMaster() {
        if (!new SparkConf().contains("spark.master")) {
            throw new InvalidRequestException("no Spark master: run spark-submit --class granary.command.Granary"
                    + " --master URL granary-spark.jar cluster ...");
        }
    }

    Tasks tasks() {
        return new Tasks(spark);
    }

    @Override
    public void close() {
        spark.close();
    }
}
