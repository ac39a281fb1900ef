package granary.builder.database;

import granary.builder.TaskRun;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes each task of each parallel run to a CSV file: layer, phase, number of the run within the layer, number of the task,
 * worker, start in nanoseconds since the trace began, duration, and processor time, both in nanoseconds. One thread runs the
 * phases; runs that others begin meanwhile are left out.
 */
public final class Trace implements BuildListener, AutoCloseable {
    private static final String COLUMNS = "layer,phase,run,task,worker,start,nanos,processor";

    private final Path file;
    private final PrintWriter out;
    private final long began = System.nanoTime();
    private int layer = -1;
    private String phase = "begin";
    private int runs;

    /**
     * Begins a trace.
     *
     * @param file replaced if it is there
     * @throws IOException when it cannot be written
     */
    public Trace(Path file) throws IOException {
        this.file = file;
        this.out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.US_ASCII));
        out.println(COLUMNS);
    }

    /**
     * Returns whether a file is a trace, or empty, as that of a killed build may be.
     *
     * @throws IOException when it cannot be read
     */
    public static boolean isTrace(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String begin = new String(in.readNBytes(COLUMNS.length()), StandardCharsets.US_ASCII);
            return begin.isEmpty() || begin.equals(COLUMNS);
        }
    }

    @Override
    public void layerBegins(int begun, long positions, long steps) {
        layer = begun;
        phase = "begin";
        runs = 0;
    }

    @Override
    public void phase(String name) {
        phase = name;
    }

    @Override
    public boolean recordsTasks() {
        return true;
    }

    @Override
    public void ran(TaskRun run) {
        if (layer < 0) {
            return; // checks before the first layer
        }
        TaskRun.Tasks tasks = run.tasks();
        String prefix = layer + "," + phase + "," + runs++ + ",";
        for (int task = 0; task < tasks.nanos().length; task++) {
            out.println(prefix + task + "," + tasks.worker()[task] + "," + (tasks.start()[task] - began) + ","
                    + tasks.nanos()[task] + "," + tasks.processorNanos()[task]);
        }
    }

    /**
     * Ends the trace.
     *
     * @throws IOException when it could not be written
     */
    @Override
    public void close() throws IOException {
        out.close();
        if (out.checkError()) {
            throw new IOException(file + ": the trace could not be written");
        }
    }
}
