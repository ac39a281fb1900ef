package granary.builder.bruteforce;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A board as two rows of pits, each in the order of sowing.
 *
 * @param mine the mover's
 * @param theirs the opponent's
 */
record Board(List<Integer> mine, List<Integer> theirs) {
    static Board of(int[] pits) {
        List<Integer> all = IntStream.of(pits).boxed().toList();
        return new Board(all.subList(0, pits.length / 2), all.subList(pits.length / 2, pits.length));
    }

    /** Returns all boards of some pits a side with exactly a number of seeds. */
    static List<Board> all(int pits, int seeds) {
        return rows(2 * pits, seeds)
                .map(row -> new Board(row.subList(0, pits), row.subList(pits, 2 * pits)))
                .toList();
    }

    private static Stream<List<Integer>> rows(int length, int seeds) {
        if (length == 1) {
            return Stream.of(List.of(seeds));
        }
        return IntStream.rangeClosed(0, seeds)
                .boxed()
                .flatMap(first -> rows(length - 1, seeds - first).map(rest -> {
                    List<Integer> row = new ArrayList<>(length);
                    row.add(first);
                    row.addAll(rest);
                    return List.copyOf(row);
                }));
    }

    static int sum(List<Integer> row) {
        return row.stream().mapToInt(Integer::intValue).sum();
    }

    int seeds() {
        return sum(mine) + sum(theirs);
    }

    int[] toArray() {
        return Stream.concat(mine.stream(), theirs.stream())
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
