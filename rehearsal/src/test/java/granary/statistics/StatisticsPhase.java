package granary.statistics;

import granary.builder.Monitor;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.rank.Colex;
import granary.rehearsal.Phase;
import granary.rehearsal.Stage;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Counts of pieces of the layer: values as they lie in the file, and moves by rows. */
public final class StatisticsPhase implements Phase {
    /** Positions for one with the same side of the mover, at most: each is in a page of its own. */
    private static final int SHARE = 16;

    /** Positions that are counted together, where sides are few. */
    private static final int TOGETHER = 2048;

    @Override
    public void run(Stage stage) throws IOException {
        scan(stage, FileKind.SCORES, stage.files.scores(stage.seeds).header());
        scan(
                stage,
                FileKind.DISTANCES,
                stage.files.packed(FileKind.DISTANCES, stage.seeds).header());
        stage.clear();
        if (AwariMoves.canCount(stage.awari, stage.seeds)) {
            stage.pool.run(stage.seeds + 1, (worker, movers) -> countMoves(stage, (int) movers));
            stage.clear();
        }
    }

    private static void scan(Stage stage, FileKind kind, LayerHeader header) {
        long positions = header.positions();
        int all = (int) ((positions - 1) / ValueScan.RANGE + 1);
        for (long range : stage.pieces(16, stage.positions / ValueScan.RANGE, positions, ValueScan.RANGE)) {
            long first = range * ValueScan.RANGE;
            int[] values = stage.values(kind, first, (int) Math.min(ValueScan.RANGE, positions - first));
            int highest = header.packing().radix() - 1;
            long[] counts = new long[highest + 1];
            for (int value : values) {
                counts[value - header.minimum()]++;
            }
            List<Long> examples = IntStream.range(0, values.length)
                    .filter(i -> values[i] - header.minimum() == highest)
                    .mapToObj(i -> first + i)
                    .limit(ValueScan.EXAMPLES)
                    .toList();
            Share share = new Share((int) range, all);
            equal(
                    stage,
                    kind.word() + " from " + first + " on",
                    new ValueScan.Result(Histogram.of(header.minimum(), counts), examples),
                    new ValueScan(stage.files, kind, stage.seeds, share, stage.pool, Monitor.SILENT).run());
            stage.compared(values.length, first);
        }
    }

    private static void equal(Stage stage, String what, Object expected, Object counted) {
        stage.check(expected.equals(counted), what + ": expected " + expected + ", counted " + counted);
    }

    private static void countMoves(Stage stage, int movers) {
        Colex side = new Colex(stage.awari.pits());
        int opponents = (int) side.size(stage.seeds - movers);
        int width = (int) Math.clamp(TOGETHER / opponents, 1, side.size(movers));
        if (opponents > Math.max(TOGETHER, stage.positions / SHARE)) {
            return;
        }
        int from = (int) stage.random(17, movers, side.size(movers) - width + 1);
        MoveTally tally = new MoveTally();
        int pits = stage.awari.pits();
        long[] last = {0};
        stage.forEach(movers, from, from + width, (board, rank) -> {
            count(stage, tally, board);
            int[] turned = new int[2 * pits];
            System.arraycopy(board, 0, turned, pits, pits);
            System.arraycopy(board, pits, turned, 0, pits);
            int score = stage.score(false, board);
            int forOther = stage.score(false, turned);
            if (score + forOther < 0) {
                tally.addZugzwang(rank, score, forOther);
            }
            last[0] = Math.max(last[0], rank);
        });
        MoveTally counted = AwariMoves.count(stage.files, stage.awari, stage.seeds, movers, from, from + width);
        String what = width + " sides of " + movers + " seeds from " + from + " on: ";
        equal(stage, what + "moves", tally.moves(), counted.moves());
        equal(
                stage,
                what + "zugzwang",
                tally.zugzwang(stage.awari, stage.seeds),
                counted.zugzwang(stage.awari, stage.seeds));
        stage.compared((long) width * opponents, last[0]);
    }

    /** Counts the moves of a position by the plain rules. */
    private static void count(Stage stage, MoveTally tally, int... board) {
        int score = stage.score(false, board);
        List<Stage.Move> moves = stage.moves(false, board);
        List<Stage.Move> captures =
                moves.stream().filter(move -> move.captured() > 0).toList();
        tally.add(
                moves.size(),
                (int) moves.stream().filter(move -> move.worth() == score).count(),
                1);
        tally.captures += captures.size();
        tally.captured += captures.stream().mapToInt(Stage.Move::captured).sum();
        boolean leaves = captures.stream().anyMatch(move -> move.worth() == score);
        tally.circling += score == 0 && !moves.isEmpty() && !leaves ? 1 : 0;
    }
}
