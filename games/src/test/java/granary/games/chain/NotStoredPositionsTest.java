package granary.games.chain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.database.Database;
import granary.database.ScoredMove;
import granary.error.MissingLayerException;
import granary.testing.TestDatabase;
import granary.testing.Tsv;
import granary.testing.ValueIteration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of Chain at the start have no place in a layer; the database knows their scores all the same. */
class NotStoredPositionsTest {
    private static final int LAST = 8;
    private static final Chain GAME = new Chain(true);
    private static final ValueIteration SOLVED = new ValueIteration(GAME, LAST);

    @TempDir
    private Path directory;

    private Database database;

    @BeforeEach
    void write() throws IOException {
        int[] position = new int[GAME.cells()];
        TestDatabase.writeLayers(
                directory,
                GAME,
                (layer, rank) -> {
                    GAME.unrank(layer, rank, position);
                    return SOLVED.score(position);
                },
                IntStream.rangeClosed(0, LAST).toArray());
        database = Database.open(directory);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void theirScoresFollowFromTheirMoves() {
        for (Map<String, String> row : Tsv.rows(Chain.class, "table.tsv").subList(0, LAST + 1)) {
            int[] start = Chain.start(Tsv.number(row, "chips"));
            assertEquals(Tsv.number(row, "direct"), database.score(start), row::toString);
            assertEquals(OptionalInt.of(Tsv.number(row, "direct")), database.find(start), row::toString);
        }
    }

    @Test
    void positionsInPlayKeepTheScoresOfTheirLayers() {
        for (int[] position : SOLVED.positions()) {
            assertEquals(
                    SOLVED.score(position),
                    database.score(position),
                    () -> GAME.notation().draw(position));
        }
    }

    @Test
    void onlyTheLayersOfTheirSuccessorsAreNeeded() {
        assertThrows(MissingLayerException.class, () -> database.score(Chain.groups(LAST + 1)));
        assertThrows(MissingLayerException.class, () -> database.score(Chain.start(LAST + 2)));
        assertEquals(OptionalInt.empty(), database.find(Chain.groups(LAST + 1)));
        assertEquals(OptionalInt.empty(), database.find(Chain.start(LAST + 2)));
    }

    @Test
    void theirMovesAreScoredLikeAnyOthersBestFirst() {
        int[] start = Chain.start(9);
        List<ScoredMove> moves = database.moves(start);
        assertEquals(
                SOLVED.moveScores(start),
                moves.stream().collect(Collectors.toMap(ScoredMove::move, ScoredMove::score)));
        assertArrayEquals(Chain.groups(4, 4), moves.get(0).successor(), "the only winning move is in the middle");
        assertEquals(1, moves.stream().filter(move -> move.score() > 0).count());
    }
}
