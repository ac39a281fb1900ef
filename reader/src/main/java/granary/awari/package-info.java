/** Awari: its rule sets, moves and boards. */
package granary.awari;
