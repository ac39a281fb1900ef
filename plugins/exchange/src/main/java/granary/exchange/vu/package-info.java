/**
 * The awari database of the Vrije Universiteit Amsterdam (Romein and Bal): a file {@code scores.N} for each number of
 * seeds, a signed byte for each position that a move can lead to, nothing else. docs/exchange.md describes the files.
 */
package granary.exchange.vu;
