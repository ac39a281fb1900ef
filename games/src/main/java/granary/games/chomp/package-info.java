/** Chomp: players eat a bar of chocolate that has a poisoned corner. */
package granary.games.chomp;
