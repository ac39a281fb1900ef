package granary.builder.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.store.BuilderMark;
import granary.game.Game;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class BuildStatusTest {
    private static final Game AWARI = new Awari(6, RuleSet.OLYMPIAD);

    private final BuilderMark mark = BuilderMark.unshared();

    /** The layers of a build on two busy cores: last layer, layer, its seconds, and the seconds that were left. */
    @ParameterizedTest
    @CsvFileSource(resources = "build-times.tsv", delimiter = '\t', numLinesToSkip = 1)
    void estimatesOfTheWholeBuildAreWithinAFactorOfFour(int top, int layer, double seconds, double left) {
        mark.layerBegins(top, layer, AWARI.size(layer), 100);
        mark.layerEnds(Duration.ofMillis(Math.round(seconds * 1000)));
        OptionalDouble estimate = new BuildStatus(mark, AWARI).secondsLeftAfter(layer);
        assertTrue(estimate.isPresent() || layer < 14, "nothing is told");
        double ratio = estimate.orElse(left) / left;
        assertTrue(ratio > 0.25 && ratio < 4, () -> "estimated " + estimate + " s, took " + left);
    }

    @Test
    void smallLayersTellNothingHoweverLongTheyTook() {
        mark.layerBegins(48, 0, 1, 100);
        mark.layerEnds(Duration.ofSeconds(3));
        assertEquals(OptionalDouble.empty(), new BuildStatus(mark, AWARI).secondsLeftAfter(0));
        mark.layerBegins(48, 1, 12, 100);
        mark.advance(50);
        BuildStatus status = new BuildStatus(mark, AWARI);
        assertEquals(OptionalDouble.empty(), status.layerSecondsLeft());
        assertEquals(OptionalDouble.empty(), status.buildSecondsLeft());
    }

    @Test
    void withoutALayerBeforeTheStepsTell() {
        mark.layerBegins(20, 20, AWARI.size(20), 100);
        mark.advance(25);
        BuildStatus status = new BuildStatus(mark, AWARI, Clock.offset(Clock.systemUTC(), Duration.ofSeconds(10)));
        assertEquals(30, status.layerSecondsLeft().orElseThrow(), 3);
        assertEquals(OptionalDouble.empty(), status.buildSecondsLeft());
    }

    @Test
    void aLayerThatTakesLongerThanForeseenMovesTheEstimate() {
        mark.layerBegins(20, 19, AWARI.size(19), 100);
        mark.layerEnds(Duration.ofSeconds(1));
        mark.layerBegins(20, 20, AWARI.size(20), 100);
        mark.advance(50);
        BuildStatus foreseen = new BuildStatus(mark, AWARI);
        assertEquals(0.8, foreseen.layerSecondsLeft().orElseThrow(), 0.1);
        BuildStatus late = new BuildStatus(mark, AWARI, Clock.offset(Clock.systemUTC(), Duration.ofSeconds(100)));
        assertEquals(50, late.layerSecondsLeft().orElseThrow(), 5);
    }
}
