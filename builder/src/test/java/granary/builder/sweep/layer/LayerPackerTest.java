package granary.builder.sweep.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.memory.WorkingArray;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.testing.TestRandom;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerPackerTest {
    @TempDir
    private Path directory;

    /** With some groups a task most rows are longer than a task; with the usual number whole layers are shorter. */
    @ParameterizedTest
    @CsvSource({
        "6, 7, 1",
        "6, 7, 500",
        "6, 7, 32768",
        "2, 40, 1",
        "2, 40, 700",
        "4, 10, 200",
        "4, 10, 1000",
        "8, 5, 1",
        "3, 1, 1",
        "3, 0, 1"
    })
    void everyValueReachesItsPlaceInTheFile(int pits, int seeds, int together) throws IOException {
        Random random = TestRandom.create();
        Awari awari = new Awari(pits, RuleSet.OLYMPIAD);
        LayerShape shape = new LayerShape(awari, seeds);
        byte[] scores = new byte[(int) awari.size(seeds)];
        for (int rank = 0; rank < scores.length; rank++) {
            scores[rank] = (byte) (random.nextInt(2 * seeds + 1) - seeds);
        }
        Databases.build(directory, awari, seeds - 1, 2);
        try (DatabaseDirectory database = new DatabaseDirectory(directory, awari);
                LayerWriter writer = database.begin(seeds)) {
            WorkerPool pool = new WorkerPool(3, Monitor.SILENT);
            WorkingArray values = new WorkingArray(values(shape, scores));
            SweepLayer layer = new SweepLayer(shape, new SideTables(awari), pool, Kernels.SCALAR, values, null);
            new LayerPacker(layer, LayerPacker.lines(shape, values), together).pack(writer, Monitor.SILENT, 0);
            database.publish(writer);
        }
        try (Database database = Database.open(directory)) {
            int[] board = new int[2 * pits];
            for (int rank = 0; rank < scores.length; rank++) {
                awari.unrank(seeds, rank, board);
                assertEquals(scores[rank], database.score(board), () -> Arrays.toString(board));
            }
        }
    }

    /** The working array that holds the scores; what is not a position's is garbage. */
    private static MemorySegment values(LayerShape shape, byte[] scores) {
        MemorySegment values = MemorySegment.ofArray(new byte[(int) shape.workingBytes()]);
        values.fill((byte) 111);
        int pits = shape.order.pits();
        int[] board = new int[2 * pits];
        for (int rank = 0; rank < scores.length; rank++) {
            shape.awari.unrank(shape.seeds, rank, board);
            int moverSeeds = Arrays.stream(board, 0, pits).sum();
            long at =
                    shape.block(moverSeeds).place(shape.order.workIndex(board, pits), shape.order.workIndex(board, 0));
            values.set(ValueLayout.JAVA_BYTE, at, (byte) -scores[rank]);
        }
        return values;
    }
}
