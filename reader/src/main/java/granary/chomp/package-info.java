/** Chomp: a bar of chocolate with a poisoned corner. */
package granary.chomp;
