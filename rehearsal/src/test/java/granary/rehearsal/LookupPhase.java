package granary.rehearsal;

import granary.builder.store.Quantity;
import granary.builder.store.RowDecoder;
import granary.database.Batch;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.database.OpenOptions.Check;
import granary.database.ScoredMove;
import granary.format.FileKind;
import granary.game.Game;
import granary.plain.Rules;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The reader over the synthetic files: ranks and their inverse, single lookups, moves, batches, distances, and runs as the builder
 * decodes them; some with checksums.
 */
final class LookupPhase implements Phase {
    /** Positions of which each needs pages of its own in all layers, so that some gigabytes suffice. */
    private static final int ROUND = 1 << 15;

    private static final int TOGETHER = 1 << 9;
    /** Places for each position: its own, those after its moves, and their distances. */
    private static final int SHARE = 8;
    /** Positions for one whose chunks are filled whole. */
    private static final int SHARE_WITH_CHECKSUMS = 64;

    private static final int RUN = 300;

    @Override
    public void run(Stage stage) throws IOException {
        long[] ranks = stage.ranks(2, stage.positions / SHARE);
        try (Database database = Database.open(stage.directory, OpenOptions.DEFAULT.withCheck(Check.HEADER))) {
            for (int from = 0; from < ranks.length; from += ROUND) {
                long[] round = Arrays.copyOfRange(ranks, from, Math.min(ranks.length, from + ROUND));
                stage.pool.forRange(
                        round.length, TOGETHER, (first, end) -> look(stage, database, round, (int) first, (int) end));
                stage.clear();
            }
        }
        int checked = Math.max(1, ranks.length / SHARE_WITH_CHECKSUMS);
        try (Database database = Database.open(stage.directory)) {
            for (int from = 0; from < checked; from += ROUND / SHARE_WITH_CHECKSUMS) {
                int start = from;
                int count = Math.min(checked - from, ROUND / SHARE_WITH_CHECKSUMS);
                stage.pool.run(count, (worker, i) -> {
                    int number = (int) ((start + i) * (ranks.length - 1L) / Math.max(1, checked - 1));
                    lookWithChecksums(stage, database, ranks[number]);
                });
                stage.clear();
            }
        }
        stage.pool.run(ranks.length / RUN / 4, (worker, i) -> decode(stage, ranks[(int) i * 4 * RUN]));
        decode(stage, stage.shape.positions() - 1);
        stage.clear();
    }

    private static void look(Stage stage, Database database, long[] ranks, int from, int to) {
        int cells = stage.awari.cells();
        int[] boards = new int[(to - from) * cells];
        int[] unranked = new int[cells];
        SyntheticFile file = stage.database.scores(stage.seeds);
        SyntheticFile distances = stage.database.distances();
        for (int i = from; i < to; i++) {
            long rank = ranks[i];
            int[] board = stage.board(rank);
            System.arraycopy(board, 0, boards, (i - from) * cells, cells);
            stage.awari.unrank(stage.seeds, rank, unranked);
            stage.check(Arrays.equals(board, unranked), "board at rank " + rank + ": " + Arrays.toString(unranked));
            Arrays.fill(unranked, -1);
            stage.awari.iterate(stage.seeds, rank).next(unranked);
            stage.check(Arrays.equals(board, unranked), "iterator at " + rank + ": " + Arrays.toString(unranked));
            stage.equal("rank", board, rank, stage.awari.rank(board));
            long place = (long) stage.seeds << Game.LAYER_SHIFT | rank;
            stage.equal("place", board, place, stage.awari.locate(board, 0));
            file.fill(rank, 1);
            distances.fill(rank, 1);
            compareMoves(stage, database, board, false);
            stage.equal("score", board, file.value(rank), database.score(board));
            stage.equal("distance", board, distances.value(rank), database.distance(board));
        }
        compareBatches(stage, database.batch(), ranks, from, to, boards);
        stage.compared(to - from, ranks[to - 1]);
    }

    private static void compareBatches(Stage stage, Batch batch, long[] ranks, int from, int to, int[] boards) {
        int[] byBoard = new int[to - from];
        batch.scores(boards, 0, to - from, byBoard, 0);
        for (int i = from; i < to; i++) {
            int expected = stage.database.scores(stage.seeds).value(ranks[i]);
            stage.equal("score in a batch of boards", ranks[i], ranks[i] + expected - byBoard[i - from]);
        }
    }

    /** Compares the scores of a position's moves, for which whole chunks are filled when checksums are compared. */
    private static void compareMoves(Stage stage, Database database, int[] board, boolean withChecksums) {
        Map<Integer, Integer> expected = new HashMap<>();
        for (Rules.Move move : stage.rules.moves(board)) {
            expected.put(move.pit(), move.captured() - stage.score(withChecksums, move.board()));
        }
        List<ScoredMove> moves = database.moves(board);
        stage.equal("number of moves", board, expected.size(), moves.size());
        for (ScoredMove move : moves) {
            stage.equal("score of move " + move.move(), board, expected.get(move.move()), move.score());
        }
        stage.compared(moves.size(), 0);
    }

    private static void lookWithChecksums(Stage stage, Database database, long rank) {
        int[] board = stage.board(rank);
        int score = stage.score(true, board);
        compareMoves(stage, database, board, true);
        stage.equal("score", board, score, database.score(board));
        stage.equal("distance", board, stage.database.distances().value(rank), database.distance(board));
        stage.compared(1, rank);
    }

    /** Compares a run around a position, in the layer and its distances, as the builder decodes it. */
    private static void decode(Stage stage, long rank) {
        int count = (int) Math.min(RUN, stage.shape.positions());
        long first = Math.min(rank, stage.shape.positions() - count);
        byte[] decoded = new byte[count + RowDecoder.SLACK];
        int[] steps = new int[count / 7];
        Arrays.setAll(steps, i -> 7 * i);
        stage.database.scores(stage.seeds).fill(first, count);
        stage.database.distances().fill(first, count);
        RowDecoder scores = stage.files.scores(stage.seeds).rows(Quantity.SCORE);
        compare(
                stage,
                stage.database.scores(stage.seeds),
                0,
                first,
                decoded,
                scores.decode(first, count, decoded),
                count);
        scores.decode(first, steps, 0, steps.length, decoded);
        for (int i = 0; i < steps.length; i++) {
            stage.equal(
                    "single score at " + (first + 7L * i),
                    stage.database.scores(stage.seeds).value(first + 7L * i),
                    decoded[i]);
        }
        RowDecoder distances =
                stage.files.packed(FileKind.DISTANCES, stage.seeds).digits(128);
        compare(stage, stage.database.distances(), 128, first, decoded, distances.decode(first, count, decoded), count);
        stage.compared(count, first + count - 1);
    }

    private static void compare(
            Stage stage, SyntheticFile file, int bias, long first, byte[] decoded, int skip, int count) {
        for (int i = 0; i < count; i++) {
            stage.equal("value decoded at rank " + (first + i), file.value(first + i), decoded[skip + i] + bias);
        }
    }
}
