package granary.builder.verify;

import granary.awari.Awari;
import granary.rank.Colex;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the {@link Arrival}s of a game, each of which is played when it is first needed. For all layers to n seeds and six pits
 * a side they take about 8 * C(n + 7, 7) bytes, 21 MB for 24 seeds and 1.6 GB for 48. Any number of threads may use it.
 */
final class Arrivals {
    private final Awari awari;
    private final Colex side;
    private final Map<Situation, Arrival> played = new ConcurrentHashMap<>();

    private record Situation(int opponentSeeds, CrossedSeeds crossing) {}

    Arrivals(Awari awari) {
        this.awari = awari;
        this.side = new Colex(awari.pits());
    }

    /** Returns the game. */
    Awari awari() {
        return awari;
    }

    /** Returns the order of the sides in a file. */
    Colex side() {
        return side;
    }

    /** Returns what becomes of the opponent's sides with so many seeds. */
    Arrival arrival(int opponentSeeds, CrossedSeeds crossing) {
        return played.computeIfAbsent(
                new Situation(opponentSeeds, crossing), situation -> new Arrival(awari, side, opponentSeeds, crossing));
    }
}
