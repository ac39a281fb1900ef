package granary.builder.verify;

import granary.awari.Awari;
import granary.rank.Colex;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the {@link Arrival}s of a game, each of which is played when it is first needed: 20 MB for 24 seeds and six pits a side, 1.3
 * GB for 48. Any number of threads may use it.
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

    /** Returns the bytes of heap that the arrivals of all layers to one take. */
    static long heapBytes(Awari awari, int layer) {
        Map<CrossedSeeds, Integer> least = new HashMap<>();
        for (int pit = 0; pit < awari.pits(); pit++) {
            for (int seeds = 1; seeds <= layer; seeds++) {
                int[] board = new int[2 * awari.pits()];
                board[pit] = seeds;
                least.merge(CrossedSeeds.sow(board, pit), seeds, Math::min);
            }
        }
        Colex side = new Colex(awari.pits());
        long sum = 0;
        for (Map.Entry<CrossedSeeds, Integer> each : least.entrySet()) {
            for (int opponent = 0; opponent <= layer - each.getValue(); opponent++) {
                int seeds = opponent + each.getKey().seeds();
                sum += Arrival.heapBytes(side.size(opponent), seeds);
            }
        }
        return sum;
    }

    /** Returns the game. */
    Awari awari() {
        return awari;
    }

    /** Returns the order of the sides in a file. */
    Colex side() {
        return side;
    }

    /** Returns what becomes of the opponent's sides with a number of seeds. */
    Arrival arrival(int opponentSeeds, CrossedSeeds crossing) {
        return played.computeIfAbsent(
                new Situation(opponentSeeds, crossing), situation -> new Arrival(awari, side, opponentSeeds, crossing));
    }
}
