/** Chomp: a bar of chocolate with a poisoned corner. */
package granary.games.chomp;
