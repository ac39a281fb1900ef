/** Positions to numbers and back: the combinatorial number system and partitions. */
package granary.rank;
