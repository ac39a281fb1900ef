package granary.rehearsal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.layer.ScorePropagation;
import granary.builder.sweep.layer.SweepLayer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Change propagation: a position's value rises to all seeds, and all that lead there must hear of it; then it falls, and those
 * that stood at the old value must be evaluated again.
 */
final class PropagationPhase implements Phase {
    /** Positions for one here: each change touches dozens of pages. */
    private static final int SHARE = 512;

    private static final int ROUND = 1 << 9;
    private static final long NOWHERE = -1;

    @Override
    public void run(Stage stage) throws IOException {
        SweepLayer layer = stage.layer(Kernels.SCALAR);
        long[] ranks = stage.ranks(4, stage.positions / SHARE);
        ScorePropagation propagation = new ScorePropagation(layer);
        for (int i = 0; i < ranks.length; i++) {
            int[] board = stage.board(ranks[i]);
            if (stage.places.moverSeeds(board) > 0) {
                rise(stage, propagation, board);
                fall(stage, propagation, board);
            }
            if (i % ROUND == ROUND - 1) {
                stage.clear();
            }
        }
        stage.clear();
    }

    private static byte get(Stage stage, long place) {
        return stage.values.segment().get(JAVA_BYTE, place);
    }

    private static void set(Stage stage, long place, int value) {
        stage.values.segment().set(JAVA_BYTE, place, (byte) value);
    }

    private static void propagate(Stage stage, ScorePropagation propagation, int[] board, int before) {
        int pits = stage.awari.pits();
        propagation.add(
                0,
                stage.places.moverSeeds(board),
                PlainPlaces.side(board, 0, pits),
                PlainPlaces.side(board, pits, pits),
                (byte) before);
        propagation.propagate(0);
    }

    private static List<int[]> predecessors(Stage stage, int[] board) {
        List<int[]> before = new ArrayList<>();
        stage.awari.predecessors(board, each -> before.add(each.clone()));
        return before;
    }

    /** No value is greater than that of all seeds, so whatever else follows, all that lead there stand at it in the end. */
    private static void rise(Stage stage, ScorePropagation propagation, int[] board) {
        long own = stage.places.value(board);
        set(stage, own, stage.seeds);
        propagate(stage, propagation, board, 0);
        for (int[] before : predecessors(stage, board)) {
            long place = stage.places.value(before);
            stage.equal("value", before, -stage.seeds, get(stage, place));
            stage.compared(1, place);
        }
    }

    /** The last of those that lead there stands at the old value, the others elsewhere; its own predecessors do not hear of it. */
    private static void fall(Stage stage, ScorePropagation propagation, int[] board) {
        List<int[]> before = predecessors(stage, board);
        if (before.isEmpty()) {
            return;
        }
        long own = stage.places.value(board);
        int[] chosen = before.getLast();
        long chosenAt = stage.places.value(chosen);
        set(stage, own, -stage.seeds);
        int[] best = {stage.conversion(stage.places.conversion(chosen))};
        stage.conversions.segment().set(JAVA_BYTE, stage.places.conversion(chosen), (byte) best[0]);
        stage.play(chosen, successor -> {
            long place = stage.places.value(successor);
            if (place != own && place != chosenAt) {
                set(stage, place, stage.value(place) / 2);
            }
            best[0] = Math.max(best[0], place == chosenAt ? -stage.seeds : get(stage, place));
        });
        set(stage, chosenAt, -stage.seeds);
        long watched = NOWHERE;
        for (int[] each : before) {
            long place = stage.places.value(each);
            boolean isFree = place != chosenAt && place != own && isFree(stage, chosen, place);
            watched = isFree ? place : watched;
            if (isFree) {
                set(stage, place, 1 - stage.seeds);
            }
        }
        propagate(stage, propagation, board, stage.seeds);
        stage.equal("value after a fall", chosen, (byte) -best[0], get(stage, chosenAt));
        if (watched != NOWHERE) {
            stage.equal("value that stays, at " + watched, 1 - stage.seeds, get(stage, watched));
        }
        stage.compared(1, chosenAt);
    }

    /** Returns whether no move of a position leads to a place. */
    private static boolean isFree(Stage stage, int[] board, long place) {
        boolean[] free = {true};
        stage.play(board, successor -> free[0] &= stage.places.value(successor) != place);
        return free[0];
    }
}
