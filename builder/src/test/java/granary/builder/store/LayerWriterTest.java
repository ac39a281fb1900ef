package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.format.FileKind;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class LayerWriterTest {
    private static final int LAYER = 5;
    private static final Game GAME = new Awari(3, RuleSet.OLYMPIAD);

    @TempDir
    private Path directory;

    private DatabaseDirectory database;
    private LayerWriter writer;
    private int unit;
    private short[] scores;

    @BeforeEach
    void begin() throws IOException {
        Databases.build(directory, GAME, LAYER - 1, 1);
        database = new DatabaseDirectory(directory, GAME);
        writer = database.begin(LAYER);
        unit = writer.packing().wholeBytes();
        scores = new short[(int) GAME.size(LAYER)];
        for (int rank = 0; rank < scores.length; rank++) {
            scores[rank] = (short) (rank % (2 * LAYER + 1) - LAYER);
        }
    }

    @AfterEach
    void end() throws IOException {
        writer.close();
        database.close();
    }

    @Test
    void groupsMayBeWrittenInAnyOrder() throws IOException {
        for (int from = (scores.length - 1) / unit * unit; from >= 0; from -= unit) {
            writer.write(from, scores, from, Math.min(unit, scores.length - from));
        }
        database.publish(writer);
        try (LayerFiles open = database.layers()) {
            for (int rank = 0; rank < scores.length; rank++) {
                assertEquals(scores[rank], open.scores(LAYER).table().value(rank));
            }
        }
    }

    @Test
    void layerWithMissingOrRepeatedGroupIsRefused() throws IOException {
        writer.write(unit, scores, unit, scores.length - unit);
        IllegalStateException missing = assertThrows(IllegalStateException.class, () -> database.publish(writer));
        assertTrue(missing.getMessage().contains(" were not written, from "), missing::getMessage);
        assertFalse(database.has(FileKind.SCORES, LAYER));
        writer.write(0, scores, 0, unit);
        IllegalStateException twice =
                assertThrows(IllegalStateException.class, () -> writer.write(unit, scores, unit, unit));
        assertTrue(twice.getMessage().contains("were written twice"), twice::getMessage);
    }

    @Test
    void scoreOutsideTheRangeIsRejected() {
        for (short wrong : new short[] {LAYER + 1, -LAYER - 1, Byte.MIN_VALUE, Short.MAX_VALUE}) {
            scores[unit + 1] = wrong;
            assertRejected(
                    "value " + wrong + " at rank " + (unit + 1) + " of layer 5",
                    () -> writer.write(unit, scores, unit, unit));
        }
    }

    private static void assertRejected(String message, Executable writing) {
        assertEquals(
                message, assertThrows(IllegalArgumentException.class, writing).getMessage());
    }

    @Test
    void incompleteGroupIsRejected() {
        String groups = " are not whole groups of " + unit;
        assertRejected("values 1 to " + unit + groups, () -> writer.write(1, scores, 0, unit));
        assertRejected("values 0 to " + unit + groups, () -> writer.write(0, scores, 0, unit + 1));
        assertRejected(
                "values " + unit + " to " + (3 * unit - 2) + groups,
                () -> writer.write(unit, scores, unit, 2 * unit - 1));
    }

    @Test
    void unpublishedLayerLeavesNothing() throws IOException {
        var finished = Databases.contents(directory);
        writer.write(0, scores, 0, scores.length);
        writer.close();
        finished.remove("layer-005.granary.part");
        assertEquals(finished, Databases.contents(directory));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void unpublishedLayerIsUnmapped() throws IOException {
        String path = writer.temporary().toString();
        assertTrue(Files.readString(Path.of("/proc/self/maps")).contains(path));
        writer.close();
        assertFalse(Files.readString(Path.of("/proc/self/maps")).contains(path));
    }
}
