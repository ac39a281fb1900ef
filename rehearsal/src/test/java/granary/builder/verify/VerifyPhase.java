package granary.builder.verify;

import granary.builder.FirstFound;
import granary.builder.Monitor;
import granary.plain.Boards;
import granary.plain.Rules;
import granary.rehearsal.Phase;
import granary.rehearsal.PlainPlaces;
import granary.rehearsal.Stage;
import granary.rehearsal.SyntheticFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Verification by rows: some of its tasks are made consistent with the synthetic values that their moves lead to, but for a few
 * positions. Those and no others must be reported, and nothing else may be left to the exhaustive check.
 */
public final class VerifyPhase implements Phase {
    /** One position in this number is made wrong. */
    private static final int WRONG = 997;

    /** The positions of some of the mover's sides, in the order of the file, with all sides of the opponent. */
    private record Task(long number, int moverSeeds, long from, long movers) {}

    @Override
    public void run(Stage stage) throws IOException {
        LayerTasks tasks = new Verification(stage.files, stage.pool.threads(), Monitor.SILENT).tasks(stage.seeds);
        if (!(tasks instanceof RowTasks)) {
            return; // a layer so small that its positions are checked one by one
        }
        List<Task> chosen = choose(stage, tasks);
        long sum = 0;
        for (Task task : chosen) {
            sum += tasks.positions(task.number);
            if (sum <= Math.max(stage.positions, tasks.positions(chosen.getFirst().number))) {
                new Compared(stage, task).compare(tasks);
                stage.clear();
            }
        }
    }

    /** Returns a task of each number of seeds on the mover's side, the smallest first. Together the tasks are the whole layer. */
    private static List<Task> choose(Stage stage, LayerTasks tasks) {
        List<Task> chosen = new ArrayList<>();
        long task = 0;
        for (int moverSeeds = 0; moverSeeds <= stage.seeds; moverSeeds++) {
            List<Task> ofSeeds = new ArrayList<>();
            long opponents = stage.places.sides(stage.seeds - moverSeeds);
            for (long from = 0; from < stage.places.sides(moverSeeds); task++) {
                long positions = tasks.positions(task);
                stage.equal("positions of task " + task + " beyond whole sides", 0, positions % opponents);
                ofSeeds.add(new Task(task, moverSeeds, from, positions / opponents));
                from += positions / opponents;
            }
            chosen.add(ofSeeds.get((int) stage.random(7, moverSeeds, ofSeeds.size())));
        }
        stage.equal("tasks", task, tasks.count());
        chosen.sort(Comparator.comparingLong(each -> tasks.positions(each.number)));
        return chosen;
    }

    /** A row of a layer: all positions with an opponent's side. */
    private record Row(int layer, long start, long length) {}

    /** A task that is made consistent and checked. One thread uses it. */
    private static final class Compared {
        private final Stage stage;
        private final Task task;
        private final SyntheticFile scores;
        private final SyntheticFile distances;
        /** Positions of the task that moves of others of it lead to: these keep their synthetic values. */
        private final Set<Long> reached = new HashSet<>();

        private final Set<Row> rows = new HashSet<>();
        private final TreeSet<Long> wrong = new TreeSet<>();
        private long leftToExhaustive;

        Compared(Stage stage, Task task) {
            this.stage = stage;
            this.task = task;
            scores = stage.database.scores(stage.seeds);
            distances = stage.database.distances();
        }

        void compare(LayerTasks tasks) {
            long positions = tasks.positions(task.number);
            forEach(this::note);
            forEach(this::makeConsistent);
            for (Row row : rows) {
                stage.database.scores(row.layer).fill(row.start, row.length);
                if (row.layer == stage.seeds) {
                    distances.fill(row.start, row.length);
                }
            }
            long[] last = {0};
            forEach((board, rank) -> {
                scores.fill(rank, 1);
                distances.fill(rank, 1);
                last[0] = Math.max(last[0], rank);
            });
            FirstFound<String> errors = new FirstFound<>(Verification.MAX_ERRORS);
            RowCheck check = (RowCheck) tasks.check(errors);
            check.accept(task.number);
            List<Long> expected = wrong.stream().limit(Verification.MAX_ERRORS).toList();
            List<Long> found = List.copyOf(errors.byKey().keySet());
            stage.check(
                    expected.equals(found),
                    "wrong positions of " + task + ": expected ranks " + expected + ", got " + found);
            stage.equal(
                    "positions of " + task + " left to the exhaustive check", leftToExhaustive, check.leftToExhaustive);
            stage.compared(positions, last[0]);
        }

        private void forEach(Stage.Visitor visitor) {
            stage.forEach(task.moverSeeds, task.from, task.from + task.movers, visitor);
        }

        private void note(int[] board, long rank) {
            int pits = stage.awari.pits();
            int[] row = new int[pits + 1];
            for (Rules.Move move : stage.rules.moves(board)) {
                row[0] = stage.places.moverSeeds(move.board());
                long mover = Boards.rank(Arrays.copyOf(move.board(), pits));
                if (row[0] == task.moverSeeds
                        && move.captured() == 0
                        && mover >= task.from
                        && mover < task.from + task.movers) {
                    reached.add(Boards.rank(move.board()));
                }
                System.arraycopy(move.board(), pits, row, 1, pits);
                long start = PlainPlaces.rowStart(row);
                rows.add(new Row(stage.seeds - move.captured(), start, stage.places.sides(row[0])));
            }
        }

        private void makeConsistent(int[] board, long rank) {
            int score = Integer.MIN_VALUE;
            int distance = 0;
            boolean feeds = false;
            for (Rules.Move move : stage.rules.moves(board)) {
                int captured = move.captured();
                long after = Boards.rank(move.board());
                int value =
                        captured - stage.database.scores(stage.seeds - captured).value(after);
                int plies = captured == 0 ? distances.value(after) : 0;
                feeds |= stage.places.moverSeeds(move.board()) > 0;
                if (value > score) {
                    score = value;
                    distance = plies;
                } else if (value == score) {
                    distance = value > 0 ? Math.min(distance, plies) : Math.max(distance, plies);
                }
            }
            boolean any = score > Integer.MIN_VALUE;
            int right = any ? score : stage.rules.scoreWithoutMove(board);
            int plies = any && right != 0 ? distance + 1 : 0;
            if (!reached.contains(rank)) {
                boolean isWrong = rank % WRONG == 0;
                scores.set(rank, !isWrong ? right : right == stage.seeds ? right - 1 : right + 1);
                distances.set(rank, Math.min(plies, distances.header.radix() - 1));
            }
            boolean isRight = scores.value(rank) == right && distances.value(rank) == plies;
            if (!isRight) {
                wrong.add(rank);
            }
            leftToExhaustive += isRight && feeds ? 0 : 1;
        }
    }
}
