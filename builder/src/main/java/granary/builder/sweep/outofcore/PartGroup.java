package granary.builder.sweep.outofcore;

import granary.builder.sweep.part.LayerPart;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Parts that are worked on together.
 *
 * @param parts the parts
 * @param needs the pages of all that the work on them reads and changes
 */
record PartGroup(List<LayerPart> parts, BitSet needs) {
    /** Returns a number of the last part, which is greater the later {@link LayerPart#cut} cuts it off. */
    long last() {
        LayerPart last = parts.getLast();
        return (long) (last.seeds() - last.fewer()) << Integer.SIZE | last.toTile();
    }

    /** Returns what the other groups of a round need, in the order of their turns after one. */
    static List<BitSet> after(List<PartGroup> groups, int number) {
        List<BitSet> next = new ArrayList<>();
        for (int i = 1; i < groups.size(); i++) {
            next.add(groups.get((number + i) % groups.size()).needs());
        }
        return next;
    }
}
