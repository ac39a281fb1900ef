package granary.cluster.command;

import granary.builder.InvalidRequestException;
import granary.cluster.Tasks;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** The application of Spark that a command is. */
final class Application implements AutoCloseable {
    private final JavaSparkContext spark;

    /** Starts it, where {@link #requireMaster} has found that it can. */
    Application(String name) {
        spark = new JavaSparkContext(new SparkConf().setAppName("granary " + name));
    }

    /**
     * Looks whether Spark knows where to run.
     *
     * @throws InvalidRequestException when nobody says
     */
    static void requireMaster() {
        if (!new SparkConf().contains("spark.master")) {
            throw new InvalidRequestException(
                    "where to run is for spark-submit to say: spark-submit --class granary.command.Granary"
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
