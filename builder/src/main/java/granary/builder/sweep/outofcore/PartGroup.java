package granary.builder.sweep.outofcore;

import granary.builder.sweep.part.LayerPart;
import java.util.BitSet;
import java.util.List;

/**
 * Parts that are worked on together.
 *
 * @param parts the parts
 * @param needs the pages of all that the work on them reads and changes
 */
record PartGroup(List<LayerPart> parts, BitSet needs) {}
