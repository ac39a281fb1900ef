package granary.builder.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.store.DatabaseDirectory;
import granary.builder.testing.Databases;
import granary.database.Bounds;
import granary.database.Bounds.Outcome;
import granary.database.Database;
import granary.error.MissingLayerException;
import granary.format.FileKind;
import granary.plain.Rules;
import granary.testing.SolvedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BoundsTest {
    private static final int TOP = 7;

    @TempDir
    private Path work;

    private Path directory;

    private Awari awari;

    @BeforeEach
    void make() throws IOException {
        make(RuleSet.ABAPA);
    }

    private void make(RuleSet rules) throws IOException {
        directory = Files.createTempDirectory(work, rules.id());
        awari = new Awari(3, rules);
        SolvedDatabase.write(directory, awari, TOP);
        SolvedDatabase.addBounds(directory, awari, TOP);
    }

    private interface Check {
        void check(int layer, int[] position);
    }

    private void forAll(Check check) {
        int[] position = new int[awari.cells()];
        for (int layer = 0; layer <= TOP; layer++) {
            for (int rank = 0; rank < awari.size(layer); rank++) {
                awari.unrank(layer, rank, position);
                check.check(layer, position);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void boundsAreReadAsTheyWereWritten(RuleSet rules) throws IOException {
        make(rules);
        granary.plain.Bounds bounds = new granary.plain.Bounds(Rules.valueOf(rules.name()), 3, TOP);
        try (Database database = Database.open(directory)) {
            forAll((layer, position) -> {
                int read = database.bounds(position);
                assertEquals(layer, Bounds.seeds(read));
                assertEquals(bounds.least(position), Bounds.least(read));
                assertEquals(bounds.most(position), Bounds.most(read));
                assertEquals(Bounds.least(read) == Bounds.most(read), Bounds.isExact(read));
                assertEquals(read, database.findBounds(position).getAsInt());
                int score = database.score(position);
                assertTrue(2 * Bounds.least(read) - layer <= score && score <= 2 * Bounds.most(read) - layer);
            });
        }
    }

    @Test
    void boundsAreTheBestOfTheMoves() {
        try (Database database = Database.open(directory)) {
            forAll((layer, position) -> {
                int[] best = {-1, -1};
                awari.moves(position, (move, captured, successor) -> {
                    int bounds = Bounds.before(captured, database.bounds(successor));
                    best[0] = Math.max(best[0], Bounds.least(bounds));
                    best[1] = Math.max(best[1], Bounds.most(bounds));
                });
                if (best[0] >= 0) {
                    assertEquals(Bounds.least(database.bounds(position)), best[0]);
                    assertEquals(Bounds.most(database.bounds(position)), best[1]);
                }
            });
        }
    }

    @Test
    void outcomeHoldsForAllDivisionsOrIsOpen() {
        try (Database database = Database.open(directory)) {
            forAll((layer, position) -> {
                int bounds = database.bounds(position);
                for (int own = 0; own <= 4; own++) {
                    for (int opponent = 0; opponent <= 4; opponent++) {
                        int least = own + Bounds.least(bounds);
                        int most = own + Bounds.most(bounds);
                        int all = own + opponent + layer;
                        Outcome expected = 2 * least > all
                                ? Outcome.WIN
                                : 2 * most < all ? Outcome.LOSS : least == most ? Outcome.DRAW : Outcome.OPEN;
                        assertEquals(expected, Bounds.outcome(bounds, own, opponent));
                    }
                }
            });
        }
    }

    @Test
    void missingFileOfBoundsGivesTheSharedScoreOrNone() throws IOException {
        for (RuleSet rules : RuleSet.values()) {
            make(rules);
            Files.delete(directory.resolve(FileKind.BOUNDS.fileName(3)));
            try (Database database = Database.open(directory)) {
                assertFalse(database.boundsLayers().contains(3));
                int[] position = {0, 0, 1, 2, 0, 0};
                if (rules == RuleSet.ABAPA) {
                    assertTrue(database.findBounds(position).isEmpty());
                    assertThrows(MissingLayerException.class, () -> database.bounds(position));
                } else {
                    int score = database.score(position);
                    int read = database.bounds(position);
                    assertTrue(Bounds.isExact(read));
                    assertEquals(Math.floorDiv(3 + score, 2), Bounds.least(read));
                    assertEquals(Math.floorDiv(4 + score, 2), Bounds.most(read));
                    assertEquals(Outcome.WIN, Bounds.outcome(read, 2, 1 + score));
                    assertEquals(Outcome.DRAW, Bounds.outcome(read, 2, 2 + score));
                    assertEquals(Outcome.LOSS, Bounds.outcome(read, 2, 3 + score));
                }
            }
        }
    }

    @Test
    void otherBoundsUnlistOnlyTheBoundsAbove() throws IOException {
        Databases.publish(directory, awari, FileKind.BOUNDS, 4, new short[(int) awari.size(4)]);
        try (DatabaseDirectory database = new DatabaseDirectory(directory, awari)) {
            assertTrue(database.has(FileKind.BOUNDS, 4));
            assertFalse(database.has(FileKind.BOUNDS, 5));
            assertTrue(database.has(FileKind.SCORES, 5));
        }
    }
}
