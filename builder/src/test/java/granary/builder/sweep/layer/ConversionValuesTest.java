package granary.builder.sweep.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.awari.Sowing;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.memory.WorkingArray;
import granary.builder.store.LayerFiles;
import granary.builder.store.Quantity;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.SideOrder;
import granary.builder.testing.Databases;
import granary.database.Database;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversionValuesTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "6, OLYMPIAD, 7", "6, STRICT, 7", "6, ABAPA, 7",
        "4, OLYMPIAD, 10", "4, STRICT, 10", "4, ABAPA, 10",
        "2, OLYMPIAD, 20", "2, STRICT, 20", "2, ABAPA, 20"
    })
    void conversionValueIsBestCaptureOrFinalResult(int pits, RuleSet rules, int top) throws IOException {
        Awari awari = new Awari(pits, rules);
        Databases.build(directory, awari, top - 1, 2);
        try (Database database = Database.open(directory);
                LayerFiles files = new LayerFiles(directory)) {
            for (int seeds = 0; seeds <= top; seeds++) {
                LayerShape shape = new LayerShape(awari, seeds);
                MemorySegment conversions = zeros(shape);
                fill(shape, files, conversions);
                check(shape, database, conversions);
            }
        }
    }

    private static void fill(LayerShape shape, LayerFiles files, MemorySegment conversions) {
        WorkerPool pool = new WorkerPool(2, Monitor.SILENT);
        SweepLayer layer = new SweepLayer(
                shape,
                new SideTables(shape.awari),
                pool,
                Kernels.SCALAR,
                new WorkingArray(zeros(shape)),
                new WorkingArray(conversions));
        new ConversionValues(Quantity.SCORE, layer, files).fill(Monitor.SILENT, 1000);
    }

    private static MemorySegment zeros(LayerShape shape) {
        return Arena.ofAuto().allocate(shape.workingBytes(), Long.BYTES);
    }

    private static void check(LayerShape shape, Database database, MemorySegment conversions) {
        SideOrder order = shape.order;
        int[] board = new int[2 * order.pits()];
        for (int x = 0; x <= shape.seeds; x++) {
            for (int mover = 0; mover < order.size(x); mover++) {
                order.side(x, mover, board, 0);
                for (int opponent = 0; opponent < order.size(shape.seeds - x); opponent++) {
                    order.side(shape.seeds - x, opponent, board, order.pits());
                    long at = shape.block(shape.seeds - x).place(mover, opponent);
                    assertEquals(
                            expected(shape.awari, database, board),
                            conversions.get(ValueLayout.JAVA_BYTE, at),
                            () -> Arrays.toString(board));
                }
            }
        }
    }

    /** The best of the moves that leave the layer or end the game; without any, the result or none. */
    private static int expected(Awari awari, Database database, int[] board) {
        int[] moves = {0};
        int[] best = {LayerShape.NO_CONVERSION};
        awari.moves(board, (pit, captured, successor) -> {
            moves[0]++;
            if (Sowing.moversSeeds(successor) == 0) {
                best[0] = Math.max(best[0], captured - awari.terminalScore(successor));
            } else if (captured > 0) {
                best[0] = Math.max(best[0], captured - database.score(successor));
            }
        });
        return moves[0] == 0 ? awari.terminalScore(board) : best[0];
    }
}
