package granary.builder.rows;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.rank.Colex;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The {@link SowingEffect}s of a game. Each is computed on first use: 20 MB for 24 seeds and six pits a side, 1.3 GB for 48. Any number
 * of threads may use it.
 */
public final class SowingEffects {
    private final Awari awari;
    private final Colex side;
    private final Map<Situation, SowingEffect> played = new ConcurrentHashMap<>();

    private record Situation(int opponentSeeds, int crossing) {}

    /** Begins without any. */
    public SowingEffects(Awari awari) {
        this.awari = awari;
        this.side = new Colex(awari.pits());
    }

    /** Returns the bytes of heap that the effects of all layers to one take. */
    public static long heapBytes(Awari awari, int layer) {
        return IntStream.rangeClosed(0, layer)
                .mapToLong(opponentSeeds -> heapBytes(awari, layer - opponentSeeds, opponentSeeds))
                .sum();
    }

    /** Returns the bytes of heap of the effects on the opponent's sides with some seeds, of sowings of at most some seeds. */
    public static long heapBytes(Awari awari, int moverSeeds, int opponentSeeds) {
        Set<Integer> crossings = new HashSet<>();
        for (int pit = 0; pit < awari.pits(); pit++) {
            for (int seeds = 1; seeds <= moverSeeds; seeds++) {
                int[] board = new int[2 * awari.pits()];
                board[pit] = seeds;
                crossings.add(Crossing.after(board, Sowing.sow(board, pit)));
            }
        }
        long sides = new Colex(awari.pits()).size(opponentSeeds);
        return crossings.stream()
                .mapToLong(crossing -> SowingEffect.heapBytes(sides, opponentSeeds + Crossing.seeds(crossing)))
                .sum();
    }

    /** Returns the game. */
    public Awari awari() {
        return awari;
    }

    /** Returns the order of the sides in a file. */
    public Colex side() {
        return side;
    }

    /**
     * Sows a pit of the mover's side, and returns the effect on the opponent's sides with a number of seeds.
     *
     * @param board receives the mover's side after the sowing, and behind it the seeds that cross over
     */
    public SowingEffect sow(int[] mover, int pit, int opponentSeeds, int[] board) {
        Arrays.fill(board, 0);
        System.arraycopy(mover, 0, board, 0, mover.length);
        int crossing = Crossing.after(board, Sowing.sow(board, pit));
        return played.computeIfAbsent(
                new Situation(opponentSeeds, crossing),
                situation -> new SowingEffect(awari, side, opponentSeeds, crossing));
    }
}
