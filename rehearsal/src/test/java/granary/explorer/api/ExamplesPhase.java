package granary.explorer.api;

import granary.awari.Sowing;
import granary.builder.Monitor;
import granary.database.Listing;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.rehearsal.Phase;
import granary.rehearsal.Stage;
import granary.statistics.Share;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Examples: those of each value from some ranges of the layer, and positions that are tried at random. */
public final class ExamplesPhase implements Phase {
    /** Searches for one of the positions that other phases compare: each writes whole chunks. */
    private static final int SHARE = 1 << 16;

    @Override
    public void run(Stage stage) throws IOException {
        byValue(stage, FileKind.SCORES, stage.files.scores(stage.seeds).table(), -stage.seeds);
        byValue(
                stage,
                FileKind.DISTANCES,
                stage.files.packed(FileKind.DISTANCES, stage.seeds).table(),
                0);
        stage.clear();
        try (ServedDatabase served = ServedDatabase.open("rehearsed", new Listing(stage.directory))) {
            for (int i = 0; i < Math.max(4, stage.positions / SHARE); i++) {
                find(stage, served, i, Examples.Kind.ZUGZWANG, board -> isZugzwang(stage, board));
                find(stage, served, i, Examples.Kind.ONLY_MOVE, board -> hasOnlyMove(stage, board));
            }
        }
        stage.clear();
    }

    private static void byValue(Stage stage, FileKind kind, LayerTable table, int min) {
        long positions = table.positions();
        int length = LayerExamples.range(positions);
        int all = (int) ((positions - 1) / length + 1);
        for (long range : stage.pieces(18, 1, positions, length)) {
            long first = range * length;
            int[] values = stage.values(kind, first, (int) Math.min(length, positions - first));
            SortedMap<Integer, SortedSet<Long>> expected = new TreeMap<>();
            for (int i = values.length - 1; i >= 0; i--) {
                expected.put(values[i], new TreeSet<>(List.of(first + i)));
            }
            SortedMap<Integer, SortedSet<Long>> found =
                    LayerExamples.byValue(table, min, new Share((int) range, all), stage.pool, Monitor.SILENT);
            stage.check(expected.equals(found), kind.word() + " from " + first + " on: " + expected + ", not " + found);
            stage.compared(values.length, first);
        }
    }

    /** Tries positions by the plain rules, in the order of an example's search. */
    private static void find(
            Stage stage, ServedDatabase served, int number, Examples.Kind kind, Predicate<int[]> isWanted) {
        long positions = served.game().size(stage.seeds);
        if (positions <= Examples.MAX_TRIALS) {
            return; // these are tried in their order
        }
        long seed = stage.random(19, number, Long.MAX_VALUE);
        Random random = new Random(seed);
        random.nextLong(positions); // where a search of the whole layer would begin
        long rank = random.nextLong(positions);
        int tried = 1;
        while (!isWanted.test(stage.board(rank))) {
            rank = random.nextLong(positions);
            tried++;
        }
        int[] found = new Examples(served, stage.seeds, new Random(seed), Distributions.MAX_POSITIONS)
                .find(kind, 0, () -> true);
        stage.check(Arrays.equals(stage.board(rank), found), kind.id() + " at " + rank + ": " + Arrays.toString(found));
        stage.compared(tried, rank);
    }

    private static boolean isZugzwang(Stage stage, int... board) {
        int[] turned = new int[board.length];
        Sowing.rotate(board, turned);
        int sum = stage.score(true, board) + stage.score(true, turned);
        int pits = board.length / 2;
        return Arrays.stream(board, 0, pits).sum() > 0
                && Arrays.stream(board, pits, 2 * pits).sum() > 0
                && sum < 0;
    }

    private static boolean hasOnlyMove(Stage stage, int... board) {
        List<Integer> worth = stage.moves(true, board).stream()
                .map(Stage.Move::worth)
                .sorted(Comparator.reverseOrder())
                .toList();
        return worth.size() >= 3 && Integer.signum(worth.get(0)) != Integer.signum(worth.get(1));
    }
}
