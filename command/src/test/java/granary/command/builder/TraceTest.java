package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceTest {
    private static final int SEEDS = 12;

    @TempDir
    private Path directory;

    private record Line(
            int layer, String phase, int run, int task, int worker, long start, long nanos, long processor) {
        static Line parse(String text) {
            String[] cells = text.split(",", -1);
            return new Line(
                    Integer.parseInt(cells[0]),
                    cells[1],
                    Integer.parseInt(cells[2]),
                    Integer.parseInt(cells[3]),
                    Integer.parseInt(cells[4]),
                    Long.parseLong(cells[5]),
                    Long.parseLong(cells[6]),
                    Long.parseLong(cells[7]));
        }
    }

    private List<Line> trace() throws IOException {
        Path file = directory.resolve("trace.csv");
        Cli.run("build", "--dir", directory.resolve("db"), "--seeds", SEEDS, "--threads", 3, "--trace", file)
                .assertSuccess();
        List<String> lines = Files.readAllLines(file);
        assertEquals("layer,phase,run,task,worker,start,nanos,processor", lines.getFirst());
        return lines.stream().skip(1).map(Line::parse).toList();
    }

    @Test
    void nothingButAnotherTraceIsWrittenOver() throws IOException {
        trace();
        trace();
        Path database = directory.resolve("db");
        Path notes = Files.writeString(directory.resolve("notes"), "mine");
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("missing"));
        for (Path refused : List.of(notes, link, database.resolve("trace.csv"))) {
            Cli.run("build", "--dir", database, "--seeds", SEEDS, "--trace", refused)
                    .assertFailure(2);
        }
        Path empty = Files.createDirectory(directory.resolve("new"));
        Cli.run("build", "--dir", empty, "--seeds", 1, "--trace", empty.resolve("trace.csv"))
                .assertFailure(2);
        assertEquals("mine", Files.readString(notes));
    }

    @Test
    void everyTaskOfEveryRunIsWrittenDownAndNoWorkerDoesTwoAtATime() throws IOException {
        Map<String, List<Integer>> tasks = new HashMap<>();
        Map<Integer, List<Line>> byWorker = new HashMap<>();
        for (Line line : trace()) {
            tasks.computeIfAbsent(line.layer + " " + line.run, key -> new ArrayList<>())
                    .add(line.task);
            byWorker.computeIfAbsent(line.worker, key -> new ArrayList<>()).add(line);
        }
        assertTrue(tasks.keySet().stream().anyMatch(run -> run.startsWith(SEEDS + " ")));
        tasks.forEach((run, numbers) ->
                assertEquals(IntStream.range(0, numbers.size()).boxed().toList(), numbers, run));
        for (List<Line> lines : byWorker.values()) {
            lines.sort(Comparator.comparingLong(Line::start));
            for (int i = 1; i < lines.size(); i++) {
                Line before = lines.get(i - 1);
                assertTrue(before.start + before.nanos <= lines.get(i).start, before + " and " + lines.get(i));
            }
        }
    }

    @Test
    void phasesAddUpToTheLayerAndSerialTimeIsPartOfThem() throws IOException {
        String out = Cli.run("build", "--dir", directory.resolve("db"), "--seeds", SEEDS, "-v")
                .assertSuccess()
                .out();
        List<String> phases =
                out.lines().filter(line -> line.contains(" % serial")).toList();
        assertTrue(phases.stream().anyMatch(line -> line.startsWith("  packing ")), out);
        double sum = 0;
        double serial = 0;
        for (String line : phases) {
            String[] cells = line.substring(22).strip().split(" +", -1);
            double seconds = Double.parseDouble(cells[0]);
            double share = Double.parseDouble(cells[2]);
            assertTrue(share >= 0 && share <= 100, line);
            if (line.startsWith("  all phases ")) {
                assertEquals(sum, seconds, 0.01);
                assertEquals(serial, seconds * share / 100, 0.01);
            } else {
                sum += seconds;
                serial += seconds * share / 100;
            }
        }
        assertTrue(sum > 0);
    }
}
