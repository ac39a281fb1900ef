package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code that the README shows. */
final class TutorialTest {
    @Test
    void tutorial() {
        Path directory = TestDatabase.directory();

        try (Database database = Database.open(directory)) {
            int[] board = {1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 2}; // the mover's six pits, then the opponent's
            int score = database.score(board); // what the mover will capture less what the opponent will
            List<ScoredMove> moves = database.moves(board); // best first
            Line line = database.line(board); // best play of both sides
            assertEquals(score, moves.get(0).score());
            assertEquals(moves.get(0).move(), line.moves().get(0).move());
        }
    }
}
