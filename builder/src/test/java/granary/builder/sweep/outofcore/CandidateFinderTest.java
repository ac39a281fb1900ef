package granary.builder.sweep.outofcore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.layer.PositionValues;
import granary.builder.sweep.layer.SideTables;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.table.MoveTable;
import java.lang.foreign.Arena;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CandidateFinderTest {
    private static final int LEVEL = 3;

    private final Candidates candidates = new Candidates(1 << 20);

    @ParameterizedTest
    @CsvSource({"6, OLYMPIAD, 6", "6, STRICT, 7", "5, ABAPA, 8", "3, OLYMPIAD, 30"})
    void theCandidatesAreThePositionsOneMoveBefore(int pits, RuleSet rules, int seeds) {
        SweepLayer layer = layer(pits, rules, seeds);
        Map<Long, Set<Long>> before = before(layer);
        CandidateFinder finder = finder(layer);
        PositionValues values = new PositionValues(layer.values, layer.conversions);
        for (MoverBlock block : layer.blocks) {
            for (int mover = 0; mover < block.movers; mover++) {
                for (int opponent = 0; opponent < block.opponents; opponent++) {
                    values.set(block, mover, opponent, (byte) LEVEL);
                    finder.changed(block, mover, opponent, (byte) 0);
                    finder.flush();
                    Set<Long> expected = before.getOrDefault(block.values.place(opponent, mover), Set.of());
                    long[] found = candidates.take();
                    assertArrayEquals(
                            expected.stream().mapToLong(Long::longValue).toArray(), found);
                }
            }
        }
    }

    /** Returns for the place of each value the candidates whose moves lead there, move by move. */
    private static Map<Long, Set<Long>> before(SweepLayer layer) {
        Map<Long, Set<Long>> before = new TreeMap<>();
        for (MoverBlock block : layer.blocks) {
            for (int mover = 0; mover < block.movers; mover++) {
                for (int i = block.table.firstMove[mover]; i < block.table.firstMove[mover + 1]; i++) {
                    int move = block.table.moves[i];
                    for (int opponent = 0; opponent < block.opponents; opponent++) {
                        long after = block.successor(MoveTable.crossing(move), MoveTable.sideLeft(move), opponent);
                        if (after >= 0) {
                            before.computeIfAbsent(after, any -> new TreeSet<>())
                                    .add(Candidates.code(block.moverSeeds, mover, opponent, LEVEL));
                        }
                    }
                }
            }
        }
        return before;
    }

    @ParameterizedTest
    @CsvSource({"0, 2, 2", "2, 5, 5", "0, -2, 0", "-2, -5, -2"})
    void theLevelIsTheNewValueOfOneThatRisesAndTheOldOfOneThatFalls(byte old, byte now, int level) {
        assertEquals(level, Candidates.level(change(old, now)[0]));
    }

    /** As when only some pages were written before an interruption. */
    @Test
    void candidatesAreGivenUpWhenAbsoluteValuesShrink() {
        assertEquals(0, change((byte) 5, (byte) 2).length);
        assertFalse(candidates.isComplete());
    }

    private long[] change(byte old, byte now) {
        SweepLayer layer = layer(6, RuleSet.OLYMPIAD, 6);
        MoverBlock block = layer.blocks[3];
        int opponent = block.opponents - 1; // where sowings at home end
        new PositionValues(layer.values, layer.conversions).set(block, 0, opponent, now);
        CandidateFinder finder = finder(layer);
        finder.changed(block, 0, opponent, old);
        finder.flush();
        return candidates.take();
    }

    private CandidateFinder finder(SweepLayer layer) {
        return new CandidateFinder(layer, new PositionValues(layer.values, layer.conversions), candidates);
    }

    private static SweepLayer layer(int pits, RuleSet rules, int seeds) {
        Awari awari = new Awari(pits, rules);
        LayerShape shape = new LayerShape(awari, seeds);
        return new SweepLayer(
                shape,
                new SideTables(awari),
                new WorkerPool(1, Monitor.SILENT),
                Kernels.SCALAR,
                zeros(shape),
                zeros(shape));
    }

    private static WorkingArray zeros(LayerShape shape) {
        return new WorkingArray(Arena.ofAuto().allocate(shape.workingBytes(), Long.BYTES));
    }
}
