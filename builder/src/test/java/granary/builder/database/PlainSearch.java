package granary.builder.database;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * The games once more, as plainly as can be: their own moves, no ranks, no layers, a search with a memory. What databases
 * are compared to.
 */
final class PlainSearch {
    private PlainSearch() {}

    /** The value of a win-or-lose game whose positions are lists of numbers; the empty list is the end. */
    abstract static class WinOrLose implements ToIntFunction<List<String>> {
        private final Map<List<Integer>, Integer> memory = new HashMap<>();
        private final int lastMove;

        WinOrLose(boolean lastMoveWins) {
            this.lastMove = lastMoveWins ? 1 : -1;
        }

        abstract Set<List<Integer>> after(List<Integer> position);

        final int value(List<Integer> position) {
            if (position.isEmpty()) {
                return 0;
            }
            Integer known = memory.get(position);
            if (known != null) {
                return known;
            }
            int win = Integer.MAX_VALUE;
            int loss = 0;
            for (List<Integer> next : after(position)) {
                int v = value(next);
                int m = v == 0 ? lastMove : v > 0 ? -v - 1 : -v + 1;
                win = m > 0 ? Math.min(win, m) : win;
                loss = Math.min(loss, m);
            }
            int value = win < Integer.MAX_VALUE ? win : loss;
            memory.put(position, value);
            return value;
        }

        @Override
        public int applyAsInt(List<String> words) {
            return value(words.stream()
                    .filter(word -> !word.equals("free"))
                    .map(Integer::valueOf)
                    .filter(number -> number > 0)
                    .toList());
        }
    }

    /** Chain, positions in play. */
    static final class Chain extends WinOrLose {
        Chain(boolean lastTakerWins) {
            super(lastTakerWins);
        }

        @Override
        Set<List<Integer>> after(List<Integer> position) {
            Set<List<Integer>> after = new HashSet<>();
            for (int i = 0; i < position.size(); i++) {
                for (int taken = 1; taken <= 2; taken++) {
                    for (int left = 0; left + taken <= position.get(i); left++) {
                        List<Integer> groups = new ArrayList<>(position);
                        int size = groups.remove(/* index */ i);
                        groups.add(left);
                        groups.add(size - taken - left);
                        groups.removeIf(group -> group == 0);
                        Collections.sort(groups);
                        after.add(groups);
                    }
                }
            }
            return after;
        }
    }

    /** Chomp, positions by the lengths of the rows that are not eaten. */
    static final class Chomp extends WinOrLose {
        Chomp() {
            super(false);
        }

        @Override
        Set<List<Integer>> after(List<Integer> position) {
            Set<List<Integer>> after = new HashSet<>();
            for (int row = 0; row < position.size(); row++) {
                for (int column = 0; column < position.get(row); column++) {
                    List<Integer> rows = new ArrayList<>();
                    for (int i = 0; i < position.size(); i++) {
                        rows.add(i < row ? position.get(i) : Math.min(column, position.get(i)));
                    }
                    rows.removeIf(length -> length == 0);
                    after.add(rows);
                }
            }
            return after;
        }
    }

    /** Chexers: forward breadth-first search from each set of pieces. */
    static final class Chexers implements ToIntFunction<List<String>> {
        private final String colour;
        private final Set<String> blocks;

        Chexers(String colour, String blocks) {
            this.colour = colour;
            this.blocks = Set.of(blocks.split(";", -1));
        }

        @Override
        public int applyAsInt(List<String> words) {
            Set<Set<String>> seen = new HashSet<>();
            Set<Set<String>> level = Set.of(words.equals(List.of("none")) ? Set.<String>of() : new TreeSet<>(words));
            for (int actions = 0; !level.isEmpty(); actions++) {
                Set<Set<String>> next = new HashSet<>();
                for (Set<String> pieces : level) {
                    if (pieces.isEmpty()) {
                        return actions;
                    }
                    next.addAll(after(pieces));
                }
                next.removeAll(seen);
                seen.addAll(next);
                level = next;
            }
            return -1;
        }

        private List<Set<String>> after(Set<String> pieces) {
            List<Set<String>> after = new ArrayList<>();
            for (String piece : pieces) {
                int q = Integer.parseInt(piece.split(",", -1)[0]);
                int r = Integer.parseInt(piece.split(",", -1)[1]);
                int exit = colour.equals("red") ? q : colour.equals("green") ? r : -q - r;
                if (exit == 3) {
                    after.add(with(pieces, piece, null));
                }
                for (int dq = -1; dq <= 1; dq++) {
                    for (int dr = -1; dr <= 1; dr++) {
                        String near = (q + dq) + "," + (r + dr);
                        String far = (q + 2 * dq) + "," + (r + 2 * dr);
                        if (dq == dr) {
                            continue;
                        }
                        if (isFree(pieces, near)) {
                            after.add(with(pieces, piece, near));
                        } else if (isBoard(near) && isFree(pieces, far)) {
                            after.add(with(pieces, piece, far));
                        }
                    }
                }
            }
            return after;
        }

        private static Set<String> with(Set<String> pieces, String from, String to) {
            Set<String> after = new TreeSet<>(pieces);
            after.remove(from);
            if (to != null) {
                after.add(to);
            }
            return after;
        }

        private boolean isFree(Set<String> pieces, String hex) {
            return isBoard(hex) && !pieces.contains(hex) && !blocks.contains(hex);
        }

        private static boolean isBoard(String hex) {
            int q = Integer.parseInt(hex.split(",", -1)[0]);
            int r = Integer.parseInt(hex.split(",", -1)[1]);
            return Math.abs(q) <= 3 && Math.abs(r) <= 3 && Math.abs(q + r) <= 3;
        }
    }
}
