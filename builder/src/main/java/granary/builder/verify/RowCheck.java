package granary.builder.verify;

import granary.awari.Awari;
import granary.builder.rows.SowingEffect;
import granary.builder.store.Quantity;
import granary.game.PositionIterator;
import granary.rank.Colex;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Checks tasks of a layer of awari row by row. A sowing leaves the mover the same side whatever the opponent has. So for one
 * side of the mover and one pit, the positions after the move are in a few rows of the file, each stored as one run, for all
 * sides of the opponent. The rows are decoded whole, and the {@link SowingEffect} gives the position of each entry.
 *
 * <p>This check only confirms that a position is right. The {@link PositionCheck} decides the others: positions that differ, and
 * positions without a move that leaves the opponent seeds. It also checks one position in {@value #SAMPLE} again.
 */
final class RowCheck implements LongConsumer {
    private static final int SAMPLE = 1 << 10;

    private final RowTasks tasks;
    private final PositionCheck exhaustive;
    private KeyRows rows;
    private final Awari awari;
    private final Colex side;
    private final int pits;

    /** The best of the moves seen so far, for each of the mover's sides in the task and each of the opponent's in the band. */
    private int[] best = {};

    /** Some of {@link #best}. */
    private int[] line = {};

    // The band: the opponent's sides, by rank.
    private int first;
    private int end;

    private int untilSample = SAMPLE;
    /** The number of positions that were left to the exhaustive check, without samples. */
    long leftToExhaustive;

    RowCheck(RowTasks tasks, PositionCheck exhaustive) {
        this.tasks = tasks;
        this.exhaustive = exhaustive;
        this.rows = new KeyRows(tasks, Quantity.SCORE);
        this.awari = tasks.awari;
        this.side = tasks.effects.side();
        this.pits = awari.pits();
    }

    @Override
    public void accept(long task) {
        if (rows.quantity != tasks.quantity(task)) {
            rows = new KeyRows(tasks, tasks.quantity(task));
        }
        int moverSeeds = tasks.moverSeeds(task);
        int from = tasks.from(task);
        int movers = tasks.to(task) - from;
        int opponents = tasks.sides(tasks.layer - moverSeeds);
        int step = RowTasks.step(tasks.band, movers);
        for (int next = 0; next < opponents; next += step) {
            first = next;
            end = Math.min(opponents, next + step);
            checkBand(moverSeeds, from, movers, opponents);
        }
    }

    private void checkBand(int moverSeeds, int from, int movers, int opponents) {
        try {
            findBest(moverSeeds, from, movers, opponents);
            compare(moverSeeds, from, movers, true);
        } catch (IndexOutOfBoundsException | InternalError e) {
            // A group holds a number that encodes no scores, from which the exhaustive check reads some scores; or a
            // page of the file cannot be read, which it reports.
            compare(moverSeeds, from, movers, false);
        }
    }

    private void findBest(int moverSeeds, int from, int movers, int opponents) {
        int width = end - first;
        int length = movers * width;
        if (best.length < length) {
            best = new int[length];
        }
        if (line.length < width) {
            line = new int[width];
        }
        Arrays.fill(best, 0, length, Key.NO_MOVE);
        int[] mover = new int[pits];
        int[] board = new int[2 * pits];
        // Several of the mover's sides become the same by sowings that stay at home: the row is decoded once for
        // all. These sowings are collected by the row's rank first, and last the number of the side in the task.
        long[] atHome = new long[movers * pits];
        int count = 0;
        int opponentSeeds = tasks.layer - moverSeeds;
        PositionIterator all = side.iterate(moverSeeds, from);
        for (int at = 0; at < length; at += width) {
            all.next(mover);
            for (int pit = 0; pit < pits; pit++) {
                if (mover[pit] > 0) {
                    SowingEffect effect = tasks.effects.sow(mover, pit, opponentSeeds, board);
                    // As many sides after the move as before, and nothing captured: all are as they were.
                    if (effect.seeds == opponentSeeds && effect.sides(0).length == opponents) {
                        atHome[count++] = awari.rowStart(effect.seeds, board, 0) * movers + at / width;
                    } else {
                        addMoves(effect, board, at);
                    }
                }
            }
        }
        Arrays.sort(atHome, 0, count);
        addMovesAtHome(atHome, count, movers);
    }

    /**
     * Takes a sowing into account.
     *
     * @param sown the mover's side after it
     * @param at where the mover's side begins in {@link #best}
     */
    private void addMoves(SowingEffect effect, int[] sown, int at) {
        for (int captured = 0; captured <= effect.mostCaptured(); captured++) {
            int[] sides = effect.sides(captured);
            if (sides.length > 0) {
                int begin = index(sides, first);
                int stop = index(sides, end);
                if (begin < stop) {
                    long start = awari.rowStart(effect.seeds - captured, sown, 0);
                    int[] keys = rows.reached(captured, start, effect.places(captured), begin, stop);
                    lower(best, at - first, sides, begin, stop, keys);
                }
            }
        }
    }

    /** Returns the index of the first side that is not below a rank. */
    private static int index(int[] sides, int rank) {
        if (rank > sides[sides.length - 1]) {
            return sides.length;
        }
        int found = Arrays.binarySearch(sides, rank);
        return found >= 0 ? found : -found - 1;
    }

    private static void lower(int[] best, int at, int[] sides, int begin, int stop, int[] keys) {
        for (int i = begin; i < stop; i++) {
            best[at + sides[i]] = Math.min(best[at + sides[i]], keys[i - begin]);
        }
    }

    private void addMovesAtHome(long[] moves, int count, int movers) {
        int width = end - first;
        long decoded = -1;
        int[] keys = {};
        for (int i = 0; i < count; i++) {
            long start = moves[i] / movers;
            if (start != decoded) {
                keys = rows.reached(start + first, width);
                decoded = start;
            }
            lowerRow((int) (moves[i] - start * movers) * width, keys, width);
        }
    }

    /** In a copy, because the compiler makes vector instructions only of loops over equal indexes. */
    private void lowerRow(int at, int[] keys, int count) {
        System.arraycopy(best, at, line, 0, count);
        for (int i = 0; i < count; i++) {
            line[i] = Math.min(line[i], keys[i]);
        }
        System.arraycopy(line, 0, best, at, count);
    }

    /**
     * Compares the stored scores with the best of the moves, or has the exhaustive check decide every position.
     *
     * @param isFound whether {@link #best} holds the best of the moves
     */
    private void compare(int moverSeeds, int from, int movers, boolean isFound) {
        int[] opponent = new int[pits];
        int[] board = new int[2 * pits];
        board[pits - 1] = moverSeeds;
        PositionIterator all = side.iterate(tasks.layer - moverSeeds, first);
        for (int i = first; i < end; i++) {
            all.next(opponent);
            System.arraycopy(opponent, 0, board, pits, pits);
            long start = awari.rank(board) + from;
            if (!isFound) {
                leftToExhaustive += movers;
                exhaustive.check(start, start + movers);
                continue;
            }
            compareRun(start, i, movers);
            untilSample -= movers;
            if (untilSample <= 0) {
                untilSample += SAMPLE;
                long sample = start + i % movers;
                exhaustive.check(sample, sample + 1);
            }
        }
    }

    /**
     * Compares the positions of one side of the opponent.
     *
     * @param start the rank of the first
     * @param opponent the rank of the opponent's side
     */
    private void compareRun(long start, int opponent, int movers) {
        int[] keys = rows.best(start, movers);
        int width = end - first;
        for (int i = 0, at = opponent - first; i < movers; i++, at += width) {
            if (keys[i] != best[at]) {
                leftToExhaustive++;
                exhaustive.check(start + i, start + i + 1);
            }
        }
    }
}
