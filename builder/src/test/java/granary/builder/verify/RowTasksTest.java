package granary.builder.verify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.awari.Sowing;
import granary.builder.FirstFound;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.rows.SowingEffects;
import granary.builder.store.LayerFiles;
import granary.builder.store.Quantity;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.game.PositionIterator;
import granary.testing.AwariBoards;
import granary.testing.TestRandom;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The check by rows finds what the exhaustive check finds, and says the same. */
class RowTasksTest {
    private static final Random RANDOM = TestRandom.create();

    @TempDir
    private Path directory;

    static Stream<Arguments> boards() {
        return AwariBoards.of("6, 6", "5, 6", "4, 7", "3, 9", "2, 15", "7, 4", "8, 4");
    }

    @ParameterizedTest
    @MethodSource("boards")
    void rowCheckReportsTheSameErrorsAsTheExhaustiveCheck(int pits, RuleSet rules, int top) throws IOException {
        Awari awari = new Awari(pits, rules);
        SowingEffects effects = new SowingEffects(awari);
        for (FileKind[] optional : new FileKind[][] {{}, {FileKind.DISTANCES}, {FileKind.BOUNDS}}) {
            Databases.build(directory, awari, top, 2, optional);
            try (Database database = Database.open(directory)) {
                for (int layer = 0; layer <= top; layer++) {
                    assertSettledByRows(database, layer, effects);
                }
                for (int i = 0; i < 12; i++) {
                    assertSameErrorsWithABitFlipped(database, top - i % 2, i % 6, effects);
                }
                assertSameErrorsInNoise(database, top, effects);
            }
        }
    }

    private void assertSettledByRows(Database database, int layer, SowingEffects effects) {
        try (LayerFiles files = new LayerFiles(directory)) {
            int band = 1 + RANDOM.nextInt(2000);
            RowTasks tasks = new RowTasks(files, layer, effects, band);
            FirstFound<String> errors = new FirstFound<>(Verification.MAX_ERRORS);
            RowCheck check = (RowCheck) tasks.check(errors);
            long positions = 0;
            for (long task = 0; task < tasks.count(); task++) {
                check.accept(task);
                positions += tasks.positions(task);
            }
            assertEquals(List.of(), errors.list());
            int quantities = database.boundsLayers().contains(layer) ? 3 : 1;
            assertEquals(quantities * database.game().size(layer), positions);
            assertEquals(
                    quantities * withoutOrdinaryMove(database, layer),
                    check.leftToExhaustive,
                    "layer " + layer + ", bands of " + band);
        }
    }

    /** Counts positions without a move, or with none but such as leave the opponent without seeds. */
    private static long withoutOrdinaryMove(Database database, int layer) {
        int[] board = new int[database.game().cells()];
        PositionIterator boards = database.game().iterate(layer, 0);
        long count = 0;
        while (boards.next(board)) {
            boolean[] ordinary = {false};
            database.game().moves(board, (move, captured, successor) -> {
                ordinary[0] |= Sowing.moversSeeds(successor) > 0;
            });
            count += ordinary[0] ? 0 : 1;
        }
        return count;
    }

    /** In the layer's scores, distances or bounds, or in scores or bounds that captures lead to. */
    private void assertSameErrorsWithABitFlipped(Database database, int layer, int which, SowingEffects effects)
            throws IOException {
        boolean inDistances = which == 1 && database.distanceLayers().contains(layer);
        boolean inBounds = which % 2 == 1 && database.boundsLayers().contains(layer);
        FileKind kind = inDistances ? FileKind.DISTANCES : inBounds ? FileKind.BOUNDS : FileKind.SCORES;
        int changed = which < 2 ? layer : Math.max(1, layer - which);
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve(kind.fileName(changed)).toFile(), "rw")) {
            long bits = 8 * dataLength(database, kind, changed);
            long bit = 8 * LayerHeader.LENGTH + (long) (RANDOM.nextDouble() * bits);
            flip(file, bit);
            assertSameErrors(layer, effects, kind + " of layer " + changed + ", bit " + bit);
            flip(file, bit);
        }
    }

    private long dataLength(Database database, FileKind kind, int layer) {
        int longest = kind == FileKind.DISTANCES ? database.distances(layer).maximum() : 0;
        LayerHeader header = LayerFile.header(kind, database.game(), layer, longest, "");
        return header.packing().groupBytes(header.positions());
    }

    private static void flip(RandomAccessFile file, long bit) throws IOException {
        file.seek(bit / 8);
        int value = file.read();
        file.seek(bit / 8);
        file.write(value ^ 1 << bit % 8);
    }

    /** Nearly all scores are wrong, and many of the numbers in the file are of no scores. */
    private void assertSameErrorsInNoise(Database database, int layer, SowingEffects effects) throws IOException {
        Path path = directory.resolve(FileKind.SCORES.fileName(layer));
        byte[] right = Files.readAllBytes(path);
        byte[] noise = new byte[(int) dataLength(database, FileKind.SCORES, layer)];
        RANDOM.nextBytes(noise);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek(LayerHeader.LENGTH);
            file.write(noise);
            assertFalse(assertSameErrors(layer, effects, "noise").isEmpty());
            file.seek(0);
            file.write(right);
        }
    }

    private List<String> assertSameErrors(int layer, SowingEffects effects, String what) throws IOException {
        try (LayerFiles files = new LayerFiles(new Listing(directory), effects.awari(), false)) {
            LayerTasks exhaustive = new ExhaustiveTasks(files, layer);
            LayerTasks rows = new RowTasks(files, layer, effects, RowTasks.band(1));
            List<String> expected = errors(exhaustive, 1);
            assertEquals(expected, errors(rows, 1), what);
            assertEquals(expected, errors(rows, 3), what);
            int band = 1 + RANDOM.nextInt(5000);
            assertEquals(
                    expected, errors(new RowTasks(files, layer, effects, band), 2), () -> what + ", bands of " + band);
            return expected;
        }
    }

    private static List<String> errors(LayerTasks tasks, int threads) {
        FirstFound<String> errors = new FirstFound<>(Verification.MAX_ERRORS);
        new WorkerPool(threads, Monitor.SILENT)
                .run(tasks.count(), (worker, task) -> tasks.check(errors).accept(task));
        return errors.list();
    }

    /** It happens at 50 seeds by the strict rules: a rehearsal found tasks that were all left to the exhaustive check. */
    @Test
    void manySidesMayBecomeTheSameByCaptures() throws IOException {
        Awari awari = new Awari(6, RuleSet.STRICT);
        Databases.build(directory, awari, 3, 1);
        try (LayerFiles files = new LayerFiles(directory)) {
            KeyRows rows =
                    new KeyRows(new RowTasks(files, 3, new SowingEffects(awari), RowTasks.band(1)), Quantity.SCORE);
            int[] keys = rows.reached(2, 0, new int[5], 0, 5);
            int expected = Key.after(files.scores(1).table().value(0) - 2, 0);
            assertArrayEquals(new int[] {expected, expected, expected, expected, expected}, Arrays.copyOf(keys, 5));
        }
    }

    @Test
    void everySingleWrongBitOfALayerIsFound() throws IOException {
        Awari awari = new Awari(6, RuleSet.OLYMPIAD);
        int layer = 2;
        Databases.buildWithDistances(directory, awari, layer);
        SowingEffects effects = new SowingEffects(awari);
        try (Database database = Database.open(directory)) {
            for (FileKind kind : List.of(FileKind.SCORES, FileKind.DISTANCES)) {
                Path path = directory.resolve(kind.fileName(layer));
                try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                    int wrong = 0;
                    for (long bit = 0; bit < 8 * dataLength(database, kind, layer); bit++) {
                        flip(file, 8 * LayerHeader.LENGTH + bit);
                        wrong += assertSameErrors(layer, effects, kind + ", bit " + bit)
                                        .isEmpty()
                                ? 0
                                : 1;
                        flip(file, 8 * LayerHeader.LENGTH + bit);
                    }
                    // Some bits are never looked at: a number that is too large for its scores is taken modulo.
                    assertTrue(wrong > 4 * dataLength(database, kind, layer), wrong + " of " + kind);
                }
            }
        }
    }

    @Test
    void tasksMakeUpTheLayer() throws IOException {
        try (LayerFiles files = new LayerFiles(Databases.twelveSeeds())) {
            Verification verification = new Verification(files, 1, Monitor.SILENT);
            assertInstanceOf(ExhaustiveTasks.class, verification.tasks(7));
            RowTasks tasks = assertInstanceOf(RowTasks.class, verification.tasks(12));
            long positions = 0;
            for (long task = 0; task < tasks.count(); task++) {
                assertTrue(tasks.from(task) < tasks.to(task));
                assertEquals(task == 0 || tasks.moverSeeds(task) != tasks.moverSeeds(task - 1), tasks.from(task) == 0);
                positions += tasks.positions(task);
            }
            assertEquals(files.game().size(12), positions);
            assertTrue(tasks.count() > 13);
        }
    }
}
