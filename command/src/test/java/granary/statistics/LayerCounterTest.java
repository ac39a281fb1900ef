package granary.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.awari.Sowing;
import granary.builder.Monitor;
import granary.builder.store.LayerFiles;
import granary.builder.testing.Databases;
import granary.database.Bounds;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.error.DamagedFileException;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.game.Game;
import granary.game.Games;
import granary.game.PositionIterator;
import granary.testing.BitFlip;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LayerCounterTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void countsAgreeWithMovesOfEveryPosition(RuleSet rules) throws IOException {
        Databases.buildWithDistances(directory, new Awari(3, rules), 11);
        assertEqualsPlainCount(11);
    }

    @Test
    void sidesOfSixPitsAreCounted() throws IOException {
        Databases.buildWithDistances(directory, new Awari(6, RuleSet.OLYMPIAD), 7);
        assertEqualsPlainCount(7);
    }

    @Test
    void lapsOfSeedsAreCounted() throws IOException {
        Databases.build(directory, new Awari(2, RuleSet.OLYMPIAD), 22, 2, FileKind.BOUNDS);
        assertEqualsPlainCount(22);
    }

    @Test
    void otherGamesAreCountedMoveByMove() throws IOException {
        Databases.build(directory, Games.create("chain", Map.of()), 12, 2);
        assertEqualsPlainCount(12);
    }

    @Test
    void noDamagedChunkIsCounted() throws IOException {
        Databases.build(directory, new Awari(6, RuleSet.STRICT), 11, 2);
        LayerStatistics values;
        try (LayerFiles files = new LayerFiles(directory)) {
            values = new LayerCounter(files, 2, Monitor.SILENT).count(11, false);
        }
        for (int damaged : new int[] {9, 11}) { // a capture takes two seeds or more
            Path file = directory.resolve(Manifest.fileName(damaged));
            BitFlip.flip(file, 8L * (LayerHeader.LENGTH + LayerHeader.CHUNK_LENGTH + 123));
            try (LayerFiles files = new LayerFiles(directory)) {
                LayerCounter counter = new LayerCounter(files, 2, Monitor.SILENT);
                assertThrows(DamagedFileException.class, () -> counter.count(damaged, false));
                assertThrows(
                        DamagedFileException.class, () -> counter.tally(11, Share.ALL), "moves to layer " + damaged);
                assertThrows(DamagedFileException.class, () -> counter.plain(11, Share.ALL));
            }
            BitFlip.flip(file, 8L * (LayerHeader.LENGTH + LayerHeader.CHUNK_LENGTH + 123));
        }
        try (LayerFiles files = new LayerFiles(directory)) {
            assertEquals(values, new LayerCounter(files, 2, Monitor.SILENT).count(11, false));
        }
    }

    private static Outcomes outcomes(Database database, int layer) {
        long[] counts = new long[5];
        int[] board = new int[database.game().cells()];
        PositionIterator boards = database.game().iterate(layer, 0);
        while (boards.next(board)) {
            int twiceLeast = 2 * Bounds.least(database.bounds(board));
            int twiceMost = 2 * Bounds.most(database.bounds(board));
            int outcome = twiceLeast > layer ? 0 : twiceMost < layer ? 2 : twiceLeast < twiceMost ? 3 : 1;
            counts[outcome]++;
            counts[4] += twiceLeast == twiceMost ? 1 : 0;
        }
        return new Outcomes(counts[0], counts[1], counts[2], counts[3], counts[4]);
    }

    private void assertEqualsPlainCount(int top) throws IOException {
        try (Database database = Database.open(directory);
                LayerFiles files = new LayerFiles(directory)) {
            LayerCounter counter = new LayerCounter(files, 2, Monitor.SILENT);
            for (int layer = 0; layer <= top; layer++) {
                LayerStatistics counted = counter.count(layer, true);
                assertEquals(counted, counter.sum(layer, shares(counter, layer)), "shares of layer " + layer);
                PlainCount plain = new PlainCount(database, layer);
                assertEquals(plain.scores, counted.scores().counts(), "scores of layer " + layer);
                assertEquals(plain.moves(), counted.moves(), "moves of layer " + layer);
                assertEquals(
                        plain.moves(), counter.plain(layer, Share.ALL).moves(), "moves, plainly, of layer " + layer);
                if (database.game() instanceof Awari) {
                    assertEquals(plain.zugzwang(), counted.zugzwang(), "zugzwang of layer " + layer);
                    assertEquals(plain.unfinished, counted.endlessAtLeast());
                } else {
                    assertNull(counted.zugzwang());
                    assertNull(counted.endlessAtLeast());
                }
                assertEquals(
                        database.boundsLayers().contains(layer) ? outcomes(database, layer) : null, counted.outcomes());
                if (database.distanceLayers().contains(layer)) {
                    assertEquals(plain.distances, counted.distances().counts(), "distances of layer " + layer);
                    assertEquals(plain.longest, counted.longest(), "longest of layer " + layer);
                } else {
                    assertNull(counted.distances());
                }
            }
        }
    }

    private static List<LayerShare> shares(LayerCounter counter, int layer) throws IOException {
        List<LayerShare> shares = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            shares.add(counter.count(layer, true, new Share(number, 3)));
        }
        return shares;
    }

    /** Counts by {@link Database#moves} and {@link Database#score} alone. */
    private static final class PlainCount {
        private final SortedMap<Integer, Long> scores = new TreeMap<>();
        private final SortedMap<Integer, Long> distances = new TreeMap<>();
        private final List<String> longest = new ArrayList<>();
        private final SortedMap<Integer, Long> legal = new TreeMap<>();
        private final SortedMap<Integer, Long> best = new TreeMap<>();
        private long unfinished;
        private long onlyMoves;
        private long captures;
        private long captured;
        private long circling;
        private long zugzwangs;
        private long lost;
        private String worst;
        private int worstScore;
        private int worstForOther;

        PlainCount(Database database, int layer) {
            Game game = database.game();
            int[] board = new int[game.cells()];
            for (long rank = 0; rank < game.size(layer); rank++) {
                game.unrank(layer, rank, board);
                int score = database.score(board);
                scores.merge(score, 1L, Long::sum);
                unfinished += Math.abs(score) % 2 == layer % 2 ? 0 : 1;
                countMoves(database, board, score);
                if (database.distanceLayers().contains(layer)) {
                    countDistance(database, board);
                }
                if (game instanceof Awari) {
                    countZugzwang(database, board, score);
                }
            }
        }

        private void countMoves(Database database, int[] board, int score) {
            List<ScoredMove> moves = database.moves(board);
            List<ScoredMove> bestMoves = database.bestMoves(board);
            legal.merge(moves.size(), 1L, Long::sum);
            best.merge(bestMoves.size(), 1L, Long::sum);
            onlyMoves += moves.size() > 1 && bestMoves.size() == 1 ? 1 : 0;
            captures += moves.stream().filter(move -> move.captured() > 0).count();
            captured += moves.stream().mapToInt(ScoredMove::captured).sum();
            int layer = database.game().layer(board);
            boolean leaves = bestMoves.stream().anyMatch(move -> database.game().layer(move.successor()) != layer);
            boolean even = score == database.game().scoring().cycleValue();
            circling += even && !moves.isEmpty() && !leaves ? 1 : 0;
        }

        private void countDistance(Database database, int[] board) {
            int distance = database.distance(board);
            if (distances.isEmpty() || distance > distances.lastKey()) {
                longest.clear();
            }
            distances.merge(distance, 1L, Long::sum);
            if (distance > 0 && distance == distances.lastKey() && longest.size() < 3) {
                longest.add(database.game().notation().text(board));
            }
        }

        private void countZugzwang(Database database, int[] board, int score) {
            int[] turned = new int[board.length];
            Sowing.rotate(board, turned);
            int other = database.score(turned);
            if (score < -other) {
                zugzwangs++;
                lost += score < 0 && other < 0 ? 1 : 0;
                if (worst == null || score + other < worstScore + worstForOther) {
                    worst = database.game().notation().text(board);
                    worstScore = score;
                    worstForOther = other;
                }
            }
        }

        MoveStatistics moves() {
            return new MoveStatistics(
                    new Histogram(legal), new Histogram(best), onlyMoves, captures, captured, circling);
        }

        Zugzwang zugzwang() {
            return new Zugzwang(zugzwangs, lost, worst, worstScore, worstForOther);
        }
    }
}
