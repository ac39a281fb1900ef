package granary.statistics;

import granary.game.Game;
import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;

/** Counts positions by their moves. An instance belongs to one thread until its counts are added to another's. */
final class MoveTally implements Serializable {
    @Serial
    private static final long serialVersionUID = 1;

    /**
     * The weight of a legal move in a position's code. The code is this times the number of legal moves, plus the
     * number of best ones.
     */
    static final int LEGAL = 16;

    private static final int CODES = 256;

    /**
     * The number of positions by code. Positions with more moves than a code holds are counted in {@link #legal} and
     * {@link #best}.
     */
    final long[] byCode = new long[CODES];

    private long[] legal = new long[0];
    private long[] best = new long[0];
    private long onlyMoves;

    long captures;
    long captured;
    long circling;

    /** The number of positions in mutual zugzwang. */
    long zugzwang;

    long lost;
    /** The rank of the position in which having to move costs most; -1 when there is none. */
    long worstRank = -1;

    int worstScore;
    int worstForOther;

    /** Counts a position by its numbers of legal and of best moves. */
    void add(int legalMoves, int bestMoves, long positions) {
        if (positions > 0) {
            legal = grown(legal, legalMoves);
            best = grown(best, bestMoves);
            legal[legalMoves] += positions;
            best[bestMoves] += positions;
            if (legalMoves > 1 && bestMoves == 1) {
                onlyMoves += positions;
            }
        }
    }

    private static long[] grown(long[] counts, int index) {
        return index < counts.length ? counts : Arrays.copyOf(counts, index + 1);
    }

    /** Counts a position that is in mutual zugzwang. */
    void addZugzwang(long rank, int score, int scoreForOther) {
        zugzwang++;
        if (score < 0 && scoreForOther < 0) {
            lost++;
        }
        keepWorst(rank, score, scoreForOther);
    }

    private void keepWorst(long rank, int score, int scoreForOther) {
        int more = score + scoreForOther - worstScore - worstForOther;
        if (worstRank < 0 || more < 0 || more == 0 && rank < worstRank) {
            worstRank = rank;
            worstScore = score;
            worstForOther = scoreForOther;
        }
    }

    /** Adds the counts of another thread. */
    void add(MoveTally other) {
        for (int code = 0; code < CODES; code++) {
            byCode[code] += other.byCode[code];
        }
        legal = sum(legal, other.legal);
        best = sum(best, other.best);
        onlyMoves += other.onlyMoves;
        captures += other.captures;
        captured += other.captured;
        circling += other.circling;
        zugzwang += other.zugzwang;
        lost += other.lost;
        if (other.worstRank >= 0) {
            keepWorst(other.worstRank, other.worstScore, other.worstForOther);
        }
    }

    private static long[] sum(long[] counts, long[] others) {
        long[] sum = Arrays.copyOf(counts, Math.max(counts.length, others.length));
        for (int i = 0; i < others.length; i++) {
            sum[i] += others[i];
        }
        return sum;
    }

    /** Returns the counts of moves. */
    MoveStatistics moves() {
        for (int code = 0; code < CODES; code++) {
            add(code / LEGAL, code % LEGAL, byCode[code]);
            byCode[code] = 0;
        }
        return new MoveStatistics(
                Histogram.of(0, legal), Histogram.of(0, best), onlyMoves, captures, captured, circling);
    }

    /** Returns the counts of mutual zugzwang. */
    Zugzwang zugzwang(Game game, int layer) {
        String example = worstRank < 0 ? null : LayerCounter.words(game, layer, worstRank);
        return new Zugzwang(zugzwang, lost, example, worstScore, worstForOther);
    }
}
