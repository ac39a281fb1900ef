package granary.analysis.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.builder.OperationInterruptedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lines typed at a terminal that is made of streams. */
@Timeout(60)
final class EditedLinesTest {
    private static final String LEFT = "\u001bOD";
    private static final String UP = "\u001bOA";
    private static final String BACKSPACE = "\u007f";

    private final LineDisciplineTerminal terminal;

    EditedLinesTest() throws IOException {
        terminal = new LineDisciplineTerminal("test", "xterm", new ByteArrayOutputStream(), StandardCharsets.UTF_8);
        terminal.enterRawMode();
    }

    private EditedLines typed(String keys) throws IOException {
        terminal.processInputBytes(keys.getBytes(StandardCharsets.UTF_8));
        return new EditedLines(terminal, Session.WORDS);
    }

    @Test
    void aLineIsEditedCalledBackAndCompleted() throws IOException {
        try (EditedLines lines = typed("bck" + LEFT + LEFT + "a\rboarx" + BACKSPACE + "d\r" + UP + UP + "\rsco\t\r")) {
            assertEquals("back", lines.next("> "));
            assertEquals("board", lines.next("> "));
            assertEquals("back", lines.next("> "));
            assertEquals("scores", lines.next("> ").strip());
        }
    }

    @Test
    void noCharacterOfALineIsSpecial() throws IOException {
        try (EditedLines lines = typed("new '1 \"2\rback\\\r!1\r")) {
            assertEquals("new '1 \"2", lines.next("> "));
            assertEquals("back\\", lines.next("> "));
            assertEquals("!1", lines.next("> "));
        }
    }

    @Test
    void controlDEndsTheInput() throws IOException {
        try (EditedLines lines = typed("go\r\u0004")) {
            assertEquals("go", lines.next("> "));
            assertNull(lines.next("> "));
        }
    }

    @Test
    void controlCEndsTheCommand() throws IOException {
        try (EditedLines lines = typed("");
                ScheduledExecutorService person = Executors.newSingleThreadScheduledExecutor()) {
            // Nobody hears it before the line is asked for.
            Runnable controlC = () -> terminal.raise(Terminal.Signal.INT);
            ScheduledFuture<?> presses = person.scheduleWithFixedDelay(controlC, 0, 10, TimeUnit.MILLISECONDS);
            assertThrows(OperationInterruptedException.class, () -> lines.next("> "));
            presses.cancel(true);
        }
    }
}
