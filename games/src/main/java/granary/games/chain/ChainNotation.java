package granary.games.chain;

import granary.game.Notation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Positions of Chain. One number is the row at the start; several are the groups of a position in play, in any order. After the word
 * {@code free} all numbers are groups: {@code free 9} is a group of nine.
 */
final class ChainNotation extends Notation {
    /** The word that makes a single number a group in play. */
    private static final String FREE = "free";

    @Override
    protected int[] position(List<String> words) {
        boolean free = words.size() > 1 && words.get(0).equals(FREE);
        int[] sizes = words.stream()
                .skip(free ? 1 : 0)
                .mapToInt(word -> number(word, "a number of chips"))
                .toArray();
        if (sizes.length == 0) {
            throw new IllegalArgumentException("a position is the length of the row at the start (9),"
                    + " the sizes of the groups in play (4 1 1), or one group in play (free 9)");
        }
        return sizes.length == 1 && !free ? Chain.start(sizes[0]) : Chain.groups(sizes);
    }

    /** {@inheritDoc} They are the sizes of the groups; {@code free} precedes a single group. */
    @Override
    public List<String> words(int[] position) {
        if (Chain.isStart(position) || position[0] == 0) {
            return List.of(Integer.toString(-position[0]));
        }
        List<String> words = new ArrayList<>();
        for (int i = 0; i < position.length && position[i] > 0; i++) {
            words.add(Integer.toString(position[i]));
        }
        if (words.size() == 1) {
            words.add(0, FREE);
        }
        return words;
    }

    @Override
    public String draw(int[] position) {
        if (Chain.isStart(position)) {
            return "o".repeat(-position[0]) + "  (the first move takes one chip)";
        }
        StringBuilder drawing = new StringBuilder();
        for (int group : position) {
            drawing.append("o".repeat(group)).append(' ');
        }
        String groups = drawing.toString().strip();
        return groups.isEmpty() ? "(no chip left)" : groups;
    }

    /** {@inheritDoc} The group's size, the chips taken, and the two remainders. */
    @Override
    public Map<String, Integer> describe(int move, int captured) {
        int group = move >>> 8;
        int taken = (move >>> 7 & 1) + 1;
        int smaller = move & 0x7f;
        Map<String, Integer> description = new LinkedHashMap<>();
        description.put("group", group);
        description.put("taken", taken);
        description.put("smaller", smaller);
        description.put("larger", group - taken - smaller);
        return description;
    }
}
