package granary.builder.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchTest {
    private static final String GAME = "awari pits=6 rules=olympiad";
    private static final int LAYER = 5;
    private static final long LENGTH = 10_000;

    @TempDir
    private Path directory;

    @Test
    void beginsWithZerosAndKeepsWhatWasWritten() throws IOException {
        try (Scratch scratch = Scratch.open(directory, GAME, LAYER, LENGTH)) {
            for (long i = 0; i < LENGTH; i++) {
                assertEquals(0, scratch.memory().get(JAVA_BYTE, i));
            }
            scratch.memory().set(JAVA_BYTE, LENGTH - 1, (byte) 7);
        }
        assertTrue(Scratch.exists(directory, GAME, LAYER));
        try (Scratch scratch = Scratch.open(directory, GAME, LAYER, LENGTH)) {
            assertEquals(7, scratch.memory().get(JAVA_BYTE, LENGTH - 1));
        }
        Scratch.remove(directory, GAME, LAYER);
        assertFalse(Scratch.exists(directory, GAME, LAYER));
    }

    @Test
    void ofAnotherLengthIsMadeAnew() throws IOException {
        try (Scratch scratch = Scratch.open(directory, GAME, LAYER, 2 * LENGTH)) {
            scratch.memory().set(JAVA_BYTE, 0, (byte) 7);
        }
        try (Scratch scratch = Scratch.open(directory, GAME, LAYER, LENGTH)) {
            assertEquals(0, scratch.memory().get(JAVA_BYTE, 0));
        }
    }

    @Test
    void otherGamesAndLayersHaveTheirOwn() throws IOException {
        try (Scratch scratch = Scratch.open(directory, GAME, LAYER, LENGTH);
                Scratch otherLayer = Scratch.open(directory, GAME, LAYER + 1, LENGTH);
                Scratch otherGame = Scratch.open(directory, "awari pits=6 rules=strict", LAYER, LENGTH)) {
            scratch.memory().set(JAVA_BYTE, 0, (byte) 7);
            assertEquals(0, otherLayer.memory().get(JAVA_BYTE, 0));
            assertEquals(0, otherGame.memory().get(JAVA_BYTE, 0));
        }
    }

    @Test
    void aSecondUserIsRefused() throws IOException {
        try (Scratch scratch = Scratch.open(directory, GAME, LAYER, LENGTH)) {
            assertEquals(0, scratch.memory().get(JAVA_BYTE, 0));
            assertThrows(InvalidRequestException.class, () -> Scratch.open(directory, GAME, LAYER, LENGTH));
        }
    }
}
