package granary.command.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatusLineTest {
    private static final List<String> PARTS =
            List.of("layer 18 of 25  43 %", "12 s left (build 3.5 min)", "sweep, 7 sweeps");

    @Test
    void lineOmitsTheLeastImportantPartsThatDoNotFit() {
        assertEquals("layer 18 of 25  43 %  12 s left (build 3.5 min)  sweep, 7 sweeps", StatusLine.fit(PARTS, 79));
        assertEquals("layer 18 of 25  43 %  12 s left (build 3.5 min)", StatusLine.fit(PARTS, 59));
        assertEquals("layer 18 of 25  43 %  sweep, 7 sweeps", StatusLine.fit(PARTS, 40));
        assertEquals("", StatusLine.fit(PARTS, 5));
    }

    @Test
    void frameFitsTheTerminalAndLeavesCursorInFirstColumn() {
        for (int width = 0; width < 200; width++) {
            String frame = StatusLine.frame(PARTS, width);
            assertTrue(frame.endsWith("\u001b[J\r"), frame);
            int shown = frame.length() - "\u001b[J\r".length();
            assertTrue(shown < (width == 0 ? 80 : width), width + ": " + frame);
        }
    }
}
