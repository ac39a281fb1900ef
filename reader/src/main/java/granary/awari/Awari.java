package granary.awari;

import granary.game.Game;
import granary.game.GameType;
import granary.game.MoveVisitor;
import granary.game.Notation;
import granary.game.PositionIterator;
import granary.game.Retrograde;
import granary.game.Scoring;
import granary.rank.Colex;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Awari with Q pits a side. A position is a board of 2Q pits, the mover's first; its layer is the number of seeds on
 * it; a move's number is its pit, and captures are in seeds. Immutable; any number of threads may use it.
 */
public final class Awari implements Game, Retrograde {
    /** The fewest pits a side. */
    public static final int MIN_PITS = 2;
    /** The most pits a side. */
    public static final int MAX_PITS = 8;

    private static final Scoring SCORING = new Scoring() {
        @Override
        public int backUp(int captured, int successorScore) {
            return captured - successorScore;
        }

        @Override
        public boolean isBetter(int score, int other) {
            return score > other;
        }

        @Override
        public int cycleValue() {
            return 0;
        }

        @Override
        public boolean tellsDistance() {
            return false;
        }
    };

    private final int pits;
    private final RuleSet rules;
    private final Colex colex;
    private final Notation notation = new AwariNotation(this);

    /**
     * Makes the game.
     *
     * @param pits pits a side, {@value #MIN_PITS} .. {@value #MAX_PITS}
     * @param rules the rule set
     * @throws IllegalArgumentException when the number of pits is out of range
     * @throws NullPointerException when there are no rules
     */
    public Awari(int pits, RuleSet rules) {
        if (pits < MIN_PITS || pits > MAX_PITS) {
            throw new IllegalArgumentException("pits a side must be " + MIN_PITS + " to " + MAX_PITS + ", not " + pits);
        }
        this.pits = pits;
        this.rules = Objects.requireNonNull(rules, "the rule set is null");
        this.colex = new Colex(2 * pits);
    }

    /** Returns the number of pits a side, Q. */
    public int pits() {
        return pits;
    }

    /** Returns the rule set. */
    public RuleSet rules() {
        return rules;
    }

    @Override
    public GameType type() {
        return AwariType.INSTANCE;
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(AwariType.PITS.name(), Integer.toString(pits));
        parameters.put(AwariType.RULES.name(), rules.id());
        return parameters;
    }

    @Override
    public int cells() {
        return 2 * pits;
    }

    @Override
    public int topLayer() {
        return colex.maxSum();
    }

    @Override
    public long size(int layer) {
        return colex.size(layer);
    }

    @Override
    public int layer(int[] position) {
        if (position.length != 2 * pits) {
            throw new IllegalArgumentException(
                    "a board has " + 2 * pits + " pits, not " + position.length + ": " + Arrays.toString(position));
        }
        int seeds = 0;
        int excess = 0;
        for (int pit : position) {
            seeds += pit;
            // Becomes negative when a pit is negative or exceeds the top layer, because then the sum may have
            // overflowed.
            excess |= pit | (topLayer() - pit);
        }
        if (excess < 0 || seeds > topLayer()) {
            throw new IllegalArgumentException("each pit must hold 0 or more seeds and the board at most " + topLayer()
                    + ": " + Arrays.toString(position));
        }
        return seeds;
    }

    @Override
    public long rank(int[] position) {
        return colex.rank(position);
    }

    /**
     * Returns the first rank of the row of an opponent's side: the rank of the position with all the mover's seeds in the last pit.
     *
     * @param moverSeeds the seeds of the mover's side
     * @param cells holds the opponent's side
     * @param opponentAt its first index in {@code cells}
     */
    public long rowStart(int moverSeeds, int[] cells, int opponentAt) {
        int[] first = new int[2 * pits];
        first[pits - 1] = moverSeeds;
        System.arraycopy(cells, opponentAt, first, pits, pits);
        return colex.rank(first);
    }

    @Override
    public long locate(int[] cells, int at) {
        long place = colex.locate(cells, at);
        if (place < 0) {
            Objects.checkFromIndexSize(at, 2 * pits, cells.length);
            layer(Arrays.copyOfRange(cells, at, at + 2 * pits)); // throws, with the reason
            throw new IllegalStateException("a position that can be ranked was not");
        }
        return place;
    }

    /** {@inheritDoc} Awari begins with four seeds in each pit. */
    @Override
    public Optional<int[]> opening() {
        int[] board = new int[2 * pits];
        Arrays.fill(board, 4);
        return 4 * board.length <= topLayer() ? Optional.of(board) : Optional.empty();
    }

    @Override
    public void unrank(int layer, long rank, int[] position) {
        colex.unrank(layer, rank, position);
    }

    @Override
    public PositionIterator iterate(int layer, long fromRank) {
        return colex.iterate(layer, fromRank);
    }

    /** {@inheritDoc} The move's number is its pit, 0 .. Q-1. */
    @Override
    public void moves(int[] position, MoveVisitor visitor) {
        boolean any = visitMoves(position, visitor, false);
        if (!any && mayStarve()) {
            visitMoves(position, visitor, true);
        }
    }

    /**
     * Visits the moves that leave the opponent with seeds, or those that leave the opponent without.
     *
     * @return whether there was any
     */
    private boolean visitMoves(int[] position, MoveVisitor visitor, boolean starving) {
        int[] sown = new int[2 * pits];
        int[] successor = new int[2 * pits];
        boolean any = false;
        for (int pit = 0; pit < pits; pit++) {
            int captured = play(position, pit, starving, sown, successor);
            if (captured >= 0) {
                any = true;
                visitor.visit(pit, captured, successor);
            }
        }
        return any;
    }

    /**
     * Plays a move that leaves the opponent with seeds, or one that leaves the opponent without. Allocates nothing.
     *
     * @param position a board
     * @param pit 0 .. Q-1
     * @param starving whether the move is to leave the opponent without seeds
     * @param sown working memory of 2Q ints
     * @param successor receives the board after the move, turned
     * @return the seeds captured; -1 if the pit is empty or the move is of the other kind
     */
    public int play(int[] position, int pit, boolean starving, int[] sown, int[] successor) {
        if (position[pit] == 0) {
            return -1;
        }
        System.arraycopy(position, 0, sown, 0, sown.length);
        int captured = Sowing.capture(sown, Sowing.sow(sown, pit), rules);
        if ((Sowing.opponentsSeeds(sown) == 0) != starving) {
            return -1;
        }
        Sowing.rotate(sown, successor);
        return captured;
    }

    /** Returns whether the moves that leave the opponent without seeds are legal when there are no others. */
    public boolean mayStarve() {
        return rules == RuleSet.OLYMPIAD;
    }

    /**
     * Visits the boards with the same number of seeds from which a move leads to this one.
     *
     * <p>The player who sowed last is the opponent now, and the pit that was sown is empty. Every number of seeds that it can have held
     * gives a candidate. The candidate is a predecessor if the rules, applied forwards, lead here.
     */
    @Override
    public void predecessors(int[] position, Consumer<int[]> visitor) {
        int[] after = new int[2 * pits];
        Sowing.rotate(position, after);
        boolean starved = Sowing.opponentsSeeds(after) == 0;
        for (int pit = 0; pit < pits; pit++) {
            if (after[pit] != 0) {
                continue;
            }
            int[] before = after.clone();
            int from = pit;
            while (true) {
                from = from + 1 == before.length ? 0 : from + 1;
                if (from == pit) {
                    continue;
                }
                if (before[from] == 0) {
                    break;
                }
                before[from]--;
                before[pit]++;
                if (Sowing.captured(after, from, rules) == 0) {
                    if (!starved || (rules == RuleSet.OLYMPIAD && !visitMoves(before, (m, r, s) -> {}, false))) {
                        visitor.accept(before);
                    }
                }
            }
        }
    }

    @Override
    public int terminalScore(int[] position) {
        int movers = Sowing.moversSeeds(position);
        int seeds = movers + Sowing.opponentsSeeds(position);
        return rules == RuleSet.ABAPA && movers > 0 ? seeds : -seeds;
    }

    @Override
    public int minScore(int layer) {
        return -layer;
    }

    @Override
    public int maxScore(int layer) {
        return layer;
    }

    @Override
    public Scoring scoring() {
        return SCORING;
    }

    /** {@inheritDoc} The largest scores come first; losses wait for every move. */
    @Override
    public int stage(int layer, int score) {
        return score < 0 ? NEVER : layer - score;
    }

    @Override
    public boolean hasBounds() {
        return true;
    }

    /** {@inheritDoc} Under {@link RuleSet#ABAPA} a repeated position ends the game, and each player keeps the seeds on their side. */
    @Override
    public boolean settlesEndlessPlay() {
        return rules != RuleSet.ABAPA;
    }

    @Override
    public Notation notation() {
        return notation;
    }

    /** Returns the identity line. */
    @Override
    public String toString() {
        return identity();
    }
}
