package granary.builder.verify;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.LayerCheck;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.error.ChecksumException;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.ScoreTable;
import granary.game.Game;
import granary.game.MoveVisitor;
import granary.game.PositionIterator;
import granary.game.Scoring;
import granary.storage.Access;
import granary.storage.Storage;
import java.nio.file.Path;

/**
 * Verifies a database: every checksum and digest, then every position's score against the scores of its successors.
 *
 * <p>The second part proves that the scores are consistent. It cannot detect errors that are consistent along a cycle of
 * moves; those are ruled out by the agreement of the solvers with each other and with brute force.
 */
public final class Verification {
    private static final long CHUNK = 1 << 14;

    private final Database database;
    private final int threads;
    private final Monitor monitor;

    /** Creates a verification of an open database. */
    public Verification(Database database, int threads, Monitor monitor) {
        this.database = database;
        this.threads = threads;
        this.monitor = monitor;
    }

    /**
     * Verifies one layer; the layers below it must exist.
     *
     * @throws granary.error.DatabaseException when a checksum or digest does not match
     * @throws CheckFailedException with the position, when a score contradicts the scores of its successors
     */
    public void verify(int layer, Manifest.Entry entry) {
        Path path = database.directory().resolve(Manifest.fileName(layer));
        monitor.phase("checksums");
        checkBytes(path, entry, layer);
        monitor.phase("scores");
        new WorkerPool(threads, monitor)
                .forRange(database.game().size(layer), CHUNK, (from, to) -> checkScores(layer, from, to));
    }

    private void checkBytes(Path path, Manifest.Entry entry, int layer) {
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED)) {
            LayerHeader header = DatabaseFiles.readHeader(path, storage, database.game(), layer);
            DatabaseFiles.checkLength(path, storage, entry);
            String digest = new LayerCheck(path, storage, header, new WorkerPool(threads, monitor)).digest(damage -> {
                throw damage;
            });
            if (!digest.equals(entry.digest())) {
                throw new ChecksumException(
                        path, -1, "digest " + entry.digest(), digest, "not the file that the manifest lists");
            }
        }
    }

    private void checkScores(int layer, long from, long to) {
        Game game = database.game();
        ScoreTable table = database.table(layer);
        PositionIterator positions = game.iterate(layer, from);
        int[] position = new int[game.cells()];
        BestMove best = new BestMove(game.scoring());
        for (long offset = from; offset < to; offset++) {
            positions.next(position);
            best.any = false;
            game.moves(position, best);
            int expected = best.any ? best.score : game.terminalScore(position);
            int actual = table.score(offset);
            if (actual != expected) {
                throw new CheckFailedException("layer " + layer + ", offset " + offset + ", position "
                        + String.join(" ", game.words(position)) + ": score " + actual + ", but its moves give "
                        + expected);
            }
        }
        monitor.advance(to - from);
    }

    /** Finds the best of a position's moves. */
    private final class BestMove implements MoveVisitor {
        private final Scoring scoring;
        private boolean any;
        private int score;

        BestMove(Scoring scoring) {
            this.scoring = scoring;
        }

        @Override
        public void visit(int move, int reward, int[] successor) {
            int value = scoring.backUp(reward, database.score(successor));
            if (!any || scoring.isBetter(value, score)) {
                score = value;
                any = true;
            }
        }
    }
}
