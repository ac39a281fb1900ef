/** Ranking and unranking of positions in the combinatorial number system. */
package granary.rank;
