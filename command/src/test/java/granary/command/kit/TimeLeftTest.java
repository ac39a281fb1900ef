package granary.command.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.game.Game;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeLeftTest {
    private static final Game AWARI = new Awari(6, RuleSet.OLYMPIAD);

    /**
     * Builds as they were recorded on two cores: what was built, the last layer, a layer, and after how many seconds a tenth of its
     * steps was done, two tenths, and so on.
     */
    @ParameterizedTest
    @ValueSource(strings = {"scores", "distances", "retrograde"})
    void recordedTimesAreWithinAFactorOfTwo(String what) {
        List<double[]> layers = recorded(what);
        int top = layers.size() - 1;
        TimeLeft left = new TimeLeft(AWARI, top);
        double secondsAbove = layers.stream().mapToDouble(TimeLeftTest::whole).sum();
        int shown = 0;
        for (int layer = 0; layer <= top; layer++) {
            double[] seconds = layers.get(layer);
            secondsAbove -= whole(seconds);
            left.layerBegins(layer);
            for (int tenth = 1; tenth < 10; tenth++) {
                String when = what + ", layer " + layer + ", " + tenth + " tenths";
                double rest = whole(seconds) - seconds[tenth - 1];
                check(when, rest, left.ofLayer(seconds[tenth - 1], tenth / 10.0));
                check(when + ", build", rest + secondsAbove, left.ofAll(seconds[tenth - 1], tenth / 10.0));
            }
            left.layerEnds(whole(seconds));
            OptionalDouble after = left.afterLayer();
            if (layer < top) {
                check(what + ", after layer " + layer, secondsAbove, after);
                shown += after.isPresent() ? 1 : 0;
            }
        }
        assertTrue(shown > 0, () -> "nothing is predicted of " + what);
    }

    private static double whole(double[] seconds) {
        return seconds[seconds.length - 1];
    }

    /** Two seconds more or less are of no interest. */
    private static void check(String when, double left, OptionalDouble estimate) {
        double told = estimate.orElse(left);
        assertTrue(
                Math.abs(told - left) < 2 || told < 2 * left && left < 2 * told,
                () -> when + ": estimated " + told + " s, took " + left);
    }

    private static List<double[]> recorded(String what) {
        return new BufferedReader(new InputStreamReader(
                        TimeLeftTest.class.getResourceAsStream("build-times.tsv"), StandardCharsets.UTF_8))
                .lines()
                .map(line -> line.split("\t", -1))
                .filter(fields -> fields[0].equals(what))
                .map(fields -> Arrays.stream(fields)
                        .skip(3)
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
    }

    @Test
    void smallLayersPredictNothing() {
        TimeLeft left = new TimeLeft(AWARI, 48);
        left.layerBegins(0);
        left.layerEnds(3);
        assertEquals(OptionalDouble.empty(), left.afterLayer());
        left.layerBegins(1);
        assertEquals(OptionalDouble.empty(), left.ofLayer(1, 0.5));
        assertEquals(OptionalDouble.empty(), left.ofAll(1, 0.5));
    }

    @Test
    void stepsPredictTheFirstLayer() {
        TimeLeft left = new TimeLeft(AWARI, 20);
        left.layerBegins(20);
        assertEquals(OptionalDouble.empty(), left.ofLayer(10, 0.09));
        assertEquals(30, left.ofLayer(10, 0.25).orElseThrow());
        assertEquals(OptionalDouble.empty(), left.ofAll(10, 0.25), "the last layer");
    }

    @Test
    void slowerLayerMovesTheEstimate() {
        TimeLeft left = new TimeLeft(AWARI, 20);
        left.layerBegins(18);
        left.layerEnds(1);
        left.layerBegins(19);
        assertEquals(50, left.ofLayer(50, 0.5).orElseThrow());
        assertEquals(50 + 100 * 1.62, left.ofAll(50, 0.5).orElseThrow(), 1);
    }

    /** A build of 48 seeds in which layer 24 took 20 s: 670 times the positions, of which each takes longer. */
    @Test
    void buildTimeIsShownOnceALayerIsLongEnough() {
        TimeLeft left = new TimeLeft(AWARI, 48);
        left.layerBegins(24);
        left.layerEnds(20);
        double all = left.afterLayer().orElseThrow();
        assertTrue(12 * 3600 < all && all < 48 * 3600, all / 3600 + " h");
        left.layerBegins(25);
        assertEquals(all, left.ofAll(0.1, 0.01).orElseThrow(), all / 100);
    }
}
