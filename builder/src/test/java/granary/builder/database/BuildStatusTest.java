package granary.builder.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.store.BuilderMark;
import granary.game.Game;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BuildStatusTest {
    private static final Game AWARI = new Awari(6, RuleSet.OLYMPIAD);

    private final BuilderMark mark = BuilderMark.unshared();

    /**
     * Builds as they were recorded on two cores: what was built, the last layer, a layer, and after how many seconds a tenth of its
     * steps was done, two tenths, and so on.
     */
    @ParameterizedTest
    @ValueSource(strings = {"scores", "distances", "retrograde"})
    void timesLeftAreWithinAFactorOfTwoAndNotShownBeforeATenthOfTheWork(String what) {
        List<double[]> layers = recorded(what);
        int top = layers.size() - 1;
        double[] work = IntStream.rangeClosed(0, top)
                .mapToDouble(layer -> Math.pow(AWARI.size(layer), 1.1))
                .toArray();
        double wholeWork = Arrays.stream(work).sum();
        double secondsAbove =
                layers.stream().mapToDouble(BuildStatusTest::whole).sum();
        double workDone = 0;
        int shown = 0;
        for (int layer = 0; layer <= top; layer++) {
            double[] seconds = layers.get(layer);
            secondsAbove -= whole(seconds);
            mark.layerBegins(top, layer, AWARI.size(layer), 10);
            for (int tenth = 1; tenth < 10; tenth++) {
                mark.advance(1);
                BuildStatus status = at(seconds[tenth - 1]);
                String when = what + ", layer " + layer + ", " + tenth + " tenths";
                double left = whole(seconds) - seconds[tenth - 1];
                check(when, left, status.layerSecondsLeft());
                boolean early = workDone + work[layer] * tenth / 10 < wholeWork / 10 * 0.999;
                OptionalDouble build = status.buildSecondsLeft();
                assertTrue(build.isEmpty() || !early, () -> when + ": too early to tell");
                check(when + ", build", left + secondsAbove, build);
            }
            mark.layerEnds(Duration.ofMillis(Math.round(1000 * whole(seconds))));
            workDone += work[layer];
            OptionalDouble after = at(0).secondsLeftAfter(layer);
            if (layer < top) {
                check(what + ", after layer " + layer, secondsAbove, after);
                shown += after.isPresent() ? 1 : 0;
            }
            assertTrue(after.isEmpty() || workDone >= wholeWork / 10, "too early to tell");
        }
        assertTrue(shown > 0, () -> "nothing is told of " + what);
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
                        BuildStatusTest.class.getResourceAsStream("build-times.tsv"), StandardCharsets.UTF_8))
                .lines()
                .map(line -> line.split("\t", -1))
                .filter(fields -> fields[0].equals(what))
                .map(fields -> Arrays.stream(fields)
                        .skip(3)
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
    }

    /** Returns the status some seconds after the layer was begun. */
    private BuildStatus at(double seconds) {
        return new BuildStatus(
                mark, AWARI, Clock.fixed(mark.layerStarted().plusMillis(Math.round(1000 * seconds)), ZoneOffset.UTC));
    }

    @Test
    void smallLayersTellNothingHoweverLongTheyTook() {
        mark.layerBegins(48, 0, 1, 100);
        mark.layerEnds(Duration.ofSeconds(3));
        assertEquals(OptionalDouble.empty(), at(0).secondsLeftAfter(0));
        mark.layerBegins(48, 1, 12, 100);
        mark.advance(50);
        assertEquals(OptionalDouble.empty(), at(1).layerSecondsLeft());
        assertEquals(OptionalDouble.empty(), at(1).buildSecondsLeft());
    }

    @Test
    void aPhaseBetweenLayersHasNotTheSweepsOfTheLastOne() {
        mark.layerBegins(20, 18, AWARI.size(18), 100);
        mark.sweep(14);
        mark.layerEnds(Duration.ofSeconds(1));
        mark.phase("train layer 9");
        assertEquals("train layer 9", at(0).describePhase());
    }

    @Test
    void withoutALayerBeforeTheStepsTell() {
        mark.layerBegins(20, 20, AWARI.size(20), 100);
        mark.advance(9);
        assertEquals(OptionalDouble.empty(), at(10).layerSecondsLeft());
        mark.advance(16);
        assertEquals(30, at(10).layerSecondsLeft().orElseThrow());
        assertEquals(OptionalDouble.empty(), at(10).buildSecondsLeft());
    }

    @Test
    void aLayerThatTakesLongerThanTheOnesBeforeMovesTheEstimate() {
        mark.layerBegins(20, 18, AWARI.size(18), 100);
        mark.layerEnds(Duration.ofSeconds(1));
        mark.layerBegins(20, 19, AWARI.size(19), 100);
        mark.advance(50);
        assertEquals(50, at(50).layerSecondsLeft().orElseThrow());
        assertEquals(50 + 100 * 1.62, at(50).buildSecondsLeft().orElseThrow(), 1);
    }

    @Test
    void layersOfOtherWorkTellNothing() {
        mark.layerBegins(20, 18, AWARI.size(18), 100);
        mark.layerEnds(Duration.ofSeconds(1));
        mark.workBegins();
        mark.layerBegins(20, 19, AWARI.size(19), 100);
        mark.advance(5);
        assertEquals(19, mark.firstLayer());
        assertEquals(OptionalDouble.empty(), at(50).buildSecondsLeft());
    }

    /** A repair of layers 16, 18 and 20 keeps what is between them, and above. */
    @Test
    void layersThatARepairKeepsTakeNoTime() {
        for (int layer : new int[] {17, 19, 21}) {
            mark.leaveOut(layer);
        }
        mark.layerBegins(21, 16, AWARI.size(16), 100);
        mark.layerEnds(Duration.ofSeconds(10));
        mark.layerBegins(21, 18, AWARI.size(18), 100);
        mark.advance(50);
        assertEquals(5, at(5).layerSecondsLeft().orElseThrow());
        assertEquals(5 + 10 * 2.68, at(5).buildSecondsLeft().orElseThrow(), 0.3);
        mark.layerEnds(Duration.ofSeconds(10));
        assertEquals(10 * 2.68, at(10).secondsLeftAfter(18).orElseThrow(), 0.3);
        mark.layerBegins(21, 20, AWARI.size(20), 100);
        mark.advance(50);
        assertEquals(OptionalDouble.empty(), at(5).buildSecondsLeft(), "the last layer of the work");
        mark.layerEnds(Duration.ofSeconds(10));
        assertEquals(OptionalDouble.empty(), at(10).secondsLeftAfter(20));
    }

    /** A layer that was built may turn out not to be what the next was built on. */
    @Test
    void aLayerThatIsBuiltAfterAllCounts() {
        mark.leaveOut(19);
        mark.leaveOut(70);
        assertTrue(mark.isLeftOut(19));
        mark.layerBegins(20, 19, AWARI.size(19), 100);
        assertFalse(mark.isLeftOut(19));
        assertTrue(mark.isLeftOut(70));
        mark.workBegins();
        assertFalse(mark.isLeftOut(70));
    }
}
