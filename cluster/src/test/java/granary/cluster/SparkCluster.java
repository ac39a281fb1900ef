package granary.cluster;

import granary.testing.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/**
 * A standalone cluster of Spark on the loopback address: a master and two workers of one core, each a process of its own. It
 * ends with the tests' JVM.
 */
final class SparkCluster {
    private static final String HOST = "127.0.0.1";
    private static final String SCALA = "2.13";
    private static final int WORKERS = 2;
    private static final long PATIENCE_NANOS = 300_000_000_000L;

    private static SparkCluster running;

    private final Path home;
    private final String url;
    private final List<Process> processes = new ArrayList<>();
    private final List<Process> workers = new ArrayList<>();
    private SparkSession session;

    /** Returns the cluster, which is started when first asked for. */
    static synchronized SparkCluster get() throws IOException {
        if (running == null) {
            running = new SparkCluster();
        }
        return running;
    }

    private SparkCluster() throws IOException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::end));
        home = home();
        int port = freePort();
        url = "spark://" + HOST + ":" + port;
        start("org.apache.spark.deploy.master.Master", "--host", HOST, "--port", port, "--webui-port", 0);
        await("the master", () -> accepts(port));
        for (int worker = 0; worker < WORKERS; worker++) {
            workers.add(start(
                    "org.apache.spark.deploy.worker.Worker",
                    "--host",
                    HOST,
                    "--webui-port",
                    0,
                    "-c",
                    1,
                    "-m",
                    "1g",
                    "-d",
                    home.resolve("work-" + worker),
                    url));
        }
    }

    /** Returns a directory like that of a distribution of Spark: links to the jars that the build file names. */
    private static Path home() throws IOException {
        Path home = Files.createTempDirectory("granary-spark");
        Path jars = Files.createDirectory(home.resolve("jars"));
        Files.writeString(home.resolve("RELEASE"), "Spark");
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path jar = Path.of(entry);
            String name = jar.getFileName().toString();
            Path link = jars.resolve(name);
            if (name.endsWith(".jar") && !name.startsWith("granary-") && !Files.exists(link)) {
                Files.createSymbolicLink(link, jar.toAbsolutePath());
            }
        }
        return home;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral(HOST))) {
            return socket.getLocalPort();
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket(InetAddress.ofLiteral(HOST), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits until something is so. */
    static void await(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new IllegalStateException("no sign of " + what);
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private Process start(String main, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(java());
        command.addAll(List.of("-Xmx256m", "-cp", home.resolve("jars") + File.separator + "*", main));
        command.addAll(List.of(ChildJvm.words(arguments)));
        return start(command);
    }

    private ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_SCALA_VERSION", SCALA);
        builder.environment().put("SPARK_LOCAL_IP", HOST);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder;
    }

    private Process start(List<String> command) throws IOException {
        ProcessBuilder builder = builder(command);
        Path log = Files.createTempFile(home, "process-", ".log");
        Process process =
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        processes.add(process);
        return process;
    }

    private static List<String> java() {
        List<String> command = new ArrayList<>();
        command.add(ChildJvm.java(Path.of(System.getProperty("java.home"))));
        command.addAll(
                Arrays.asList(System.getProperty("granary.spark.flags").trim().split("\\s+")));
        return command;
    }

    /** Starts the command line as a driver of its own, as {@code spark-submit} does. */
    ChildJvm.Running submit(Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(java());
        configuration().forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of(
                "-cp",
                home.resolve("jars") + File.separator + "*" + File.pathSeparator
                        + System.getProperty("granary.spark.jar"),
                "granary.cluster.command.ClusterCommand"));
        command.addAll(List.of(ChildJvm.words(arguments)));
        Path out = Files.createTempFile(home, "driver-", ".out");
        Path err = Files.createTempFile(home, "driver-", ".err");
        Process process = builder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        processes.add(process);
        return new ChildJvm.Running(process, out, err);
    }

    private Map<String, String> configuration() {
        Map<String, String> configuration = new TreeMap<>();
        configuration.put("spark.master", url);
        configuration.put("spark.app.name", "granary test");
        configuration.put("spark.jars", System.getProperty("granary.spark.jar"));
        configuration.put("spark.driver.host", HOST);
        configuration.put("spark.driver.bindAddress", HOST);
        configuration.put("spark.executor.memory", "512m");
        configuration.put("spark.ui.enabled", "false");
        configuration.put("spark.log.level", "ERROR");
        configuration.put("spark.sql.shuffle.partitions", "2");
        return configuration;
    }

    /** Returns a session of this JVM with both workers. */
    synchronized SparkSession session() {
        if (session == null) {
            SparkSession.Builder builder = SparkSession.builder();
            configuration().forEach(builder::config);
            session = builder.getOrCreate();
        }
        return session;
    }

    /** Ends the session, so that another driver gets the workers; the next is begun when it is asked for. */
    synchronized void endSession() {
        if (session != null) {
            session.stop();
            session = null;
        }
    }

    /** Returns the executors that run now. */
    List<ProcessHandle> executors() {
        return workers.stream()
                .flatMap(Process::descendants)
                .filter(process -> process.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
                .toList();
    }

    private void end() {
        for (Process process : processes) {
            Stream<ProcessHandle> children = process.descendants();
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
        delete(home.toFile());
    }

    private static void delete(File file) {
        File[] files = Files.isSymbolicLink(file.toPath()) ? null : file.listFiles();
        if (files != null) {
            Stream.of(files).forEach(SparkCluster::delete);
        }
        file.delete();
    }
}
