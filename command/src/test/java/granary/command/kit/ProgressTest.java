package granary.command.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.store.BuilderMark;
import granary.game.Game;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final Game AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final List<String> PARTS =
            List.of("layer 18 of 25  43 %", "12 s left (build 3.5 min)", "sweep, 7 sweeps");

    @Test
    void linesOfFinishedLayersFit80ColumnsHoweverLongTheBuild() {
        for (double seconds : new double[] {0.01, 9.94, 59, 3599, 43_000, 359_999}) {
            for (double left : new double[] {0.1, 59, 3599, 170_000, 8e7}) {
                String line = Progress.finished("layer 47 of 48", AWARI.size(47), seconds, OptionalDouble.of(left));
                assertTrue(line.length() <= 80, line);
                assertTrue(line.endsWith(" left"), line);
            }
        }
        assertEquals(
                "layer 28 of 48: 1,676,056,044 positions, 1 min 12 s, 23.3 M/s, 7.2 h left",
                Progress.finished("layer 28 of 48", 1_676_056_044, 72, OptionalDouble.of(26_000)));
    }

    @Test
    void theMovingLineShowsEverythingIn80Columns() {
        BuilderMark mark = BuilderMark.unshared();
        mark.layerBegins(48, 47, 100);
        mark.advance(99);
        mark.phase("change propagation");
        mark.sweep(17);
        mark.left(OptionalDouble.of(416), OptionalDouble.of(15 * 3600));
        String line = StatusLine.fit(Progress.moving(mark.read()), 79);
        assertEquals("layer 47 of 48  99 %  6.9 min left (build 15 h)  change propagation, 17 sweeps", line);
        mark.left(OptionalDouble.empty(), OptionalDouble.of(15 * 3600));
        assertEquals("build 15 h left", Progress.moving(mark.read()).get(1));
        mark.layerEnds();
        mark.phase("train layer 9");
        assertEquals(List.of("train layer 9"), Progress.moving(mark.read()));
    }

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
