package granary.explorer.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.compress.training.Training;
import granary.builder.memory.MainMemory;
import granary.builder.resource.ResourceModel;
import granary.builder.resource.ResourceNeeds;
import granary.builder.testing.Databases;
import granary.builder.testing.Footprint;
import granary.database.Database;
import granary.database.Listing;
import granary.explorer.api.Api;
import granary.explorer.api.ServedDatabase;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.format.Manifest.Entry;
import granary.statistics.DatabaseStatistics;
import granary.testing.ChildJvm;
import granary.testing.Thorough;
import granary.testing.compressed.CompressedLayers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server takes the heap that is told. */
@Isolated
class ServerHeapTest {
    private static final Awari AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final int SEEDS = 9;
    /** The last layer that is compressed. */
    private static final int COMPRESSED = 7;
    /** Bytes of heap of the clients, which are in the same process. */
    private static final int ASKING = 1 << 20;

    private static final int CLIENTS = 4;
    private static final int BATCHES = 30;

    @Test
    void servingFitsTheLaunchersHeapAndNeverTakesLessWithMoreSeeds() {
        long usable = MainMemory.LARGEST_HEAP - MainMemory.LARGEST_YOUNG;
        long before = 0;
        for (int seeds = 0; seeds <= 52; seeds++) {
            ResourceNeeds packed = needs(seeds, false);
            ResourceNeeds compressed = needs(seeds, true);
            assertTrue(packed.heap() >= before && packed.heap() <= usable, seeds + ": " + packed);
            assertTrue(compressed.heap() <= usable && packed.mappings() < 10_000, seeds + ": " + compressed);
            assertEquals(2 * (seeds + 1), packed.openFiles() - needs(-1, false).openFiles());
            before = packed.heap();
        }
    }

    /** Returns what it takes to serve a database that nobody has built: with distances, and all layers but the first compressed or none. */
    private static ResourceNeeds needs(int top, boolean isCompressed) {
        ResourceModel sizes = new ResourceModel(AWARI, 1);
        Manifest manifest = Manifest.empty(AWARI.type().id(), AWARI.parameters());
        for (int layer = 0; layer <= top; layer++) {
            Entry entry = new Entry(sizes.header(FileKind.SCORES, layer).fileLength(), FileDigest.NONE);
            manifest = manifest.with(isCompressed && layer > 0 ? FileKind.COMPRESSED : FileKind.SCORES, layer, entry);
            manifest = manifest.with(
                    FileKind.DISTANCES,
                    layer,
                    new Entry(sizes.header(FileKind.DISTANCES, layer).fileLength(), FileDigest.NONE));
        }
        return ExplorerServer.needs(List.of(new Listing(Path.of("db"), manifest)));
    }

    /**
     * A few megabytes are of the compressed layers; {@code CompressedHeapTest} looks at them alone. A server without them is measured with
     * {@code -Dgranary.measured=true}.
     */
    @ParameterizedTest
    @Thorough
    @ValueSource(booleans = {false, true})
    @EnabledOnOs(OS.LINUX)
    void aServerTakesAtMostTheHeapThatIsToldAndNotMuchLess(boolean isCompressed, @TempDir Path directory)
            throws Exception {
        assumeTrue(isCompressed || Boolean.getBoolean("granary.measured"));
        Databases.build(directory, AWARI, SEEDS, 2);
        if (isCompressed) {
            try (Database database = Database.open(directory)) {
                new DatabaseStatistics(database, 2, false, Monitor.SILENT).forEach(database.layers(), counted -> {});
            }
            CompressedLayers.compress(
                    directory,
                    Training.UNITS,
                    IntStream.rangeClosed(1, COMPRESSED).toArray());
        }
        List<String> command = new ArrayList<>(ChildJvm.command(Main.class, directory));
        command.addAll(1, List.of("-Xmx512m", "-XX:ActiveProcessorCount=2", "-XX:MarkSweepDeadRatio=0"));
        long told = ExplorerServer.needs(List.of(new Listing(directory)), CLIENTS, CLIENTS)
                .heap();
        long taken = Footprint.ofRuns(
                () -> Long.valueOf(ChildJvm.run(command).printed().strip()),
                heap -> heap <= told + ASKING && told <= 1.25 * heap);
        System.out.println("server, compressed " + isCompressed + ": " + taken + ", told " + told);
        assertTrue(taken <= told + ASKING, taken + " of " + told);
        assertTrue(told <= 1.25 * taken, told + " for " + taken);
    }

    /** Serves a database to clients that ask for as much as they may, and prints the heap that this takes. */
    static final class Main {
        private static final HttpClient CLIENT = HttpClient.newHttpClient();

        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(arguments[0]);
            try (Footprint footprint = new Footprint(directory);
                    ServedDatabase served = ServedDatabase.open("db", new Listing(directory));
                    ExplorerServer server = new ExplorerServer(new Api(List.of(served)), "127.0.0.1", 0)) {
                server.start();
                URI database = server.uri().resolve("/api/v1/databases/db/");
                for (int layer = 0; layer <= SEEDS; layer++) {
                    ask(HttpRequest.newBuilder(database.resolve("layers/" + layer + "/statistics")));
                }
                String boards = IntStream.range(0, Api.MAX_BATCH)
                        .mapToObj(board -> "[1,1,1,1,1,0,1,1,1,1,0,0]")
                        .collect(Collectors.joining(",", "{\"boards\":[", "]}"));
                try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
                    List<Future<?>> all = new ArrayList<>();
                    for (int client = 0; client < CLIENTS; client++) {
                        all.add(clients.submit(() -> {
                            for (int batch = 0; batch < BATCHES; batch++) {
                                ask(post(database.resolve("positions"), boards));
                            }
                            return null;
                        }));
                    }
                    for (Future<?> one : all) {
                        one.get();
                    }
                }
                System.out.println(footprint.end().getFirst());
            }
        }

        private static HttpRequest.Builder post(URI uri, String json) {
            return HttpRequest.newBuilder(uri)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(json));
        }

        private static String ask(HttpRequest.Builder request) throws Exception {
            HttpResponse<String> response;
            do { // on a busy machine a core may not become free in time: then it is asked again
                response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
            } while (response.statusCode() == 429);
            assertEquals(200, response.statusCode(), response::body);
            return response.body();
        }
    }
}
